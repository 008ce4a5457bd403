import type { Context, MiddlewareHandler } from 'hono'
import * as contract from '#contract/skins.ts'
import type { Database } from '#server/db/database.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { App, HttpEnvironment } from '#server/http/environment.ts'
import { limitRefusals } from '#server/http/middleware/rate-limit.ts'
import { sandboxedPolicy } from '#server/http/middleware/security-headers.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { sendFile } from '#server/http/send-file.ts'
import { serve } from '#server/http/serve.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { createImageReader, decodeDataUrl, imageMediaType } from '#server/services/images/images.ts'
import { listSkins } from '#server/services/kryptonite/wallet.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'
import {
  addShopItem,
  changeShopItem,
  deleteShopItem,
  listAllShopItems,
} from '#server/services/skins/admin-shop-items.ts'
import {
  listSkinPurchases,
  type SkinPurchaseRecord,
} from '#server/services/skins/admin-skin-purchases.ts'
import type { PurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'
import { buySkin, createAccountQueue, listShopItems } from '#server/services/skins/skin-shop.ts'
import { guardWallet } from './kryptonite.ts'
import { presentTask } from './tasks.ts'

/** In case the event of a change is missed. A purchase checks the price in the database anyway. */
const keptMilliseconds = 10_000

/** The cached list of the skin shop; a change in any process clears it in all. */
export function cacheShopItems(database: Database, hub: EventHub): CachedResponse {
  return cacheResponse(() => listShopItems(database), {
    milliseconds: keptMilliseconds,
    changedBy: { hub, event: 'shop-items' },
  })
}

/** Buying skins with Kr, and the skins that a player owns. */
export function skinPurchaseRoutes(
  app: App,
  services: Services,
  auth: Auth,
  announce: PurchaseAnnouncer,
): void {
  const counter = { queue: createAccountQueue(), announce }
  // Each refusal is stored with its key. Successful purchases need no limit: Kr limit them.
  const buying = limitRefusals(services, { name: 'buy-skin', requests: 120, windowSeconds: 60 })
  const { reading, readerOf } = guardWallet(services, auth)
  serve(app, contract.buySkin, [buying], async ({ context, body }) => {
    const idempotencyKey = readIdempotencyKey(context)
    const buyer = { ...(await identifyBuyer(context, services.config, auth)), idempotencyKey }
    return buySkin(services, counter, buyer, body)
  })
  serve(app, contract.listOwnedSkins, [reading], async ({ context, params: { steamId } }) => {
    const skins = await listSkins(services, steamId, await readerOf(context, steamId))
    return { skins: skins.map(presentSkin) }
  })
}

function presentSkin(skin: SkinPurchaseRecord): contract.OwnedSkinView {
  return {
    id: skin.id,
    itemName: skin.item_name,
    priceKr: skin.price_kr,
    imageUrl: skin.image_url,
    boughtAt: skin.created_at.toISOString(),
    deliveredAt: skin.delivered_at?.toISOString() ?? null,
    task: presentTask(skin),
  }
}

const fileName = /^([0-9a-f]{64})\.webp$/

/** The items of the skin shop, and the uploaded pictures as we encoded them, for everybody. */
export function imageRoutes(app: App, database: Database): void {
  const readImage = createImageReader(database)
  serve(app, contract.readImage, async ({ context, params }) => {
    const [, hash] = fileName.exec(params.file) ?? []
    const content = hash === undefined ? null : await readImage(hash)
    if (!content) throw new ServiceError('not_found')
    // The content of an address never changes.
    context.header('cache-control', 'public, max-age=31536000, immutable')
    context.header('content-security-policy', sandboxedPolicy)
    const etag = `"${hash}"`
    return sendFile(context, { content, contentType: imageMediaType, etag })
  })
}

export function adminSkinPurchaseRoutes(app: App, services: Services): void {
  serve(app, contract.listSkinPurchases, async ({ query }) => {
    const { rows, nextCursor } = await listSkinPurchases(services, query)
    return { purchases: rows.map(presentSkinPurchase), nextCursor }
  })
}

export function presentSkinPurchase(purchase: SkinPurchaseRecord): contract.AdminSkinPurchase {
  const { steam_id: steamId, discord_username: discordUsername } = purchase
  return { ...presentSkin(purchase), steamId, discordUsername }
}

/** Editing the skin shop, for the staff. The editor sees their change at once. */
export function adminShopItemRoutes(app: App, services: Services, shopItems: CachedResponse): void {
  serve(app, contract.listAllShopItems, () => listAllShopItems(services.database))
  serve(app, contract.addShopItem, [readForms], async ({ context, staff, body }) => {
    const { image_url: image, ...fields } = body
    const added = { ...fields, picture: decodeDataUrl(image) }
    const item = await addShopItem(services, staff, added, readIdempotencyKey(context))
    shopItems.forget()
    return item
  })
  serve(app, contract.changeShopItem, [readForms], async ({ staff, params, body }) => {
    const { image_url: image, ...fields } = body
    const picture = image?.startsWith('data:') ? decodeDataUrl(image) : undefined
    const item = await changeShopItem(services, staff, params.id, { ...fields, picture })
    shopItems.forget()
    return item
  })
  serve(app, contract.deleteShopItem, async ({ staff, params }) => {
    await deleteShopItem(services, staff, params.id)
    shopItems.forget()
  })
}

/** Reads a form with the file `image` as the JSON with its data URL: programs may send either. */
const readForms: MiddlewareHandler<HttpEnvironment> = async (context, next) => {
  const { req, var: caller } = context
  // A stranger is refused as for any other body.
  if (caller.admin && /^multipart\/form-data\b/i.test(req.header('content-type') ?? '')) {
    const { image, ...fields } = Object.fromEntries(await readForm(context))
    if (typeof image === 'string') throw invalidField('image', 'invalid_type', 'No file.')
    const file = image && Buffer.from(await image.arrayBuffer())
    const picture = file && { image_url: `data:image/any;base64,${file.toString('base64')}` }
    const headers = new Headers(req.raw.headers)
    headers.set('content-type', 'application/json')
    const body = JSON.stringify({ ...fields, ...picture })
    req.raw = new Request(req.url, { method: req.method, headers, body })
    req.bodyCache = {}
  }
  await next()
}

async function readForm(context: Context): Promise<FormData> {
  try {
    return await context.req.formData()
  } catch {
    throw invalidField('', 'invalid_form', 'This form cannot be read.')
  }
}
