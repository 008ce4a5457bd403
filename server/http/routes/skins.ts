import { Hono, type Context } from 'hono'
import {
  addShopItemForm,
  addShopItemRequest,
  adminSkinPurchasesQuery,
  buySkinRequest,
  editShopItemForm,
  editShopItemRequest,
  type AdminSkinPurchase,
  type AdminSkinPurchasePage,
  type BuySkinAnswer,
  type OwnedSkinList,
  type OwnedSkinView,
  type ShopItemView,
} from '#contract/skins.ts'
import { changeDeliveryRequest } from '#contract/staff.ts'
import type { Database } from '#server/db/database.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { limitRefusals } from '#server/http/middleware/rate-limit.ts'
import { closedPolicy } from '#server/http/middleware/security-headers.ts'
import {
  checkFields,
  readIdempotencyKey,
  readJson,
  readQuery,
  readUuid,
} from '#server/http/read-request.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { createImageReader, decodeDataUrl, imageMediaType } from '#server/services/images/images.ts'
import { listSkins } from '#server/services/kryptonite/wallet.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  addShopItem,
  changeShopItem,
  deleteShopItem,
  type NewShopItem,
  type ShopItemChange,
} from '#server/services/skins/admin-shop-items.ts'
import {
  changeDelivery,
  listSkinPurchases,
  type SkinPurchaseRecord,
} from '#server/services/skins/admin-skin-purchases.ts'
import type { PurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'
import {
  buySkin,
  createAccountQueue,
  listShopItems,
  type ShopItemRecord,
} from '#server/services/skins/skin-shop.ts'
import { guardWallet } from './kryptonite.ts'
import { presentTask } from './tasks.ts'

export const shopItemsPath = '/api/shop-items'

/** In case the event of a change is missed. A purchase checks the price in the database anyway. */
const keptMilliseconds = 10_000

/** The cached list of the skin shop; a change in any process clears it in all. */
export function cacheShopItems(database: Database, hub: EventHub): CachedResponse {
  const list = async (): Promise<ShopItemView[]> =>
    (await listShopItems(database)).map(presentShopItem)
  return cacheResponse(list, {
    milliseconds: keptMilliseconds,
    changedBy: { hub, event: 'shop-items' },
  })
}

/** Buying skins with Kr, and the skins that a player owns. */
export function skinPurchaseRoutes(
  services: Services,
  auth: Auth,
  announce: PurchaseAnnouncer,
): Hono<HttpEnvironment> {
  const counter = { queue: createAccountQueue(), announce }
  // Each refusal is stored with its key. Successful purchases need no limit: Kr limit them.
  const buying = limitRefusals(services, { name: 'buy-skin', requests: 120, windowSeconds: 60 })
  const { reading, readOwnOnly } = guardWallet(services, auth)

  return new Hono<HttpEnvironment>()
    .post('/functions/v1/process-krypto-skin-purchase', buying, async (context) => {
      const idempotencyKey = readIdempotencyKey(context)
      const request = await readJson(context, buySkinRequest)
      const buyer = { ...(await identifyBuyer(context, services.config, auth)), idempotencyKey }
      return context.json<BuySkinAnswer>(await buySkin(services, counter, buyer, request))
    })
    .get('/api/skin-purchases/:steamId', reading, async (context) => {
      const { steamId, reader } = await readOwnOnly(context)
      const skins = await listSkins(services, steamId, reader)
      return context.json<OwnedSkinList>({ skins: skins.map(presentSkin) })
    })
}

function presentSkin(skin: SkinPurchaseRecord): OwnedSkinView {
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
export function shopItemRoutes(
  database: Database,
  shopItems: CachedResponse,
): Hono<HttpEnvironment> {
  const readImage = createImageReader(database)
  return new Hono<HttpEnvironment>()
    .get(shopItemsPath, shopItems.send)
    .get('/images/:file', async (context) => {
      const [, hash] = fileName.exec(context.req.param('file')) ?? []
      const content = hash === undefined ? null : await readImage(hash)
      if (!content) throw new ServiceError('not_found')
      // The content of an address never changes.
      context.header('cache-control', 'public, max-age=31536000, immutable')
      // A picture opened on its own must run nothing, whatever the browser takes it for.
      context.header('content-security-policy', `${closedPolicy}; sandbox`)
      const etag = `"${hash}"`
      const contentType = imageMediaType
      return sendFile(context, { content, brotli: null, gzip: null, contentType, etag })
    })
}

/** Sold skins, for the staff to hand over. */
export function adminSkinPurchaseRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/skin-purchases', async (context) => {
      adminOf(context)
      const query = readQuery(context, adminSkinPurchasesQuery)
      const { rows, nextCursor } = await listSkinPurchases(services, query)
      const purchases = rows.map(presentSkinPurchase)
      return context.json<AdminSkinPurchasePage>({ purchases, nextCursor })
    })
    .patch('/api/admin/skin-purchases/:id', async (context) => {
      const admin = adminOf(context)
      const purchaseId = readUuid(context.req.param('id'), 'not_found')
      const { delivered } = await readJson(context, changeDeliveryRequest)
      const purchase = await changeDelivery(services, admin, purchaseId, delivered)
      return context.json<AdminSkinPurchase>(presentSkinPurchase(purchase))
    })
}

function presentSkinPurchase(purchase: SkinPurchaseRecord): AdminSkinPurchase {
  const { steam_id: steamId, discord_username: discordUsername } = purchase
  return { ...presentSkin(purchase), steamId, discordUsername }
}

/** Editing the skin shop, for the staff. The editor sees their change at once. */
export function adminShopItemRoutes(
  services: Services,
  shopItems: CachedResponse,
): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .post('/api/admin/shop-items', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const item = await addShopItem(services, admin, await readNewShopItem(context), key)
      shopItems.forget()
      return context.json<ShopItemView>(presentShopItem(item), 201)
    })
    .patch('/api/admin/shop-items/:id', async (context) => {
      const admin = adminOf(context)
      const itemId = readUuid(context.req.param('id'), 'item_not_found')
      const change = await readShopItemChange(context)
      const item = await changeShopItem(services, admin, itemId, change)
      shopItems.forget()
      return context.json<ShopItemView>(presentShopItem(item))
    })
    .delete('/api/admin/shop-items/:id', async (context) => {
      const admin = adminOf(context)
      const itemId = readUuid(context.req.param('id'), 'item_not_found')
      await deleteShopItem(services, admin, itemId)
      shopItems.forget()
      return context.body(null, 204)
    })
}

/** A whole item, as JSON or as a form with the picture as a file. */
async function readNewShopItem(context: Context): Promise<NewShopItem> {
  if (!isForm(context)) {
    const { name, price, image_url: image } = await readJson(context, addShopItemRequest)
    return { name, price, picture: decodeDataUrl(image) }
  }
  const { name, price, image } = checkFields(addShopItemForm, await readForm(context))
  return { name, price, picture: await readFile(image) }
}

/** The changed fields of an item, as JSON or as a form. */
async function readShopItemChange(context: Context): Promise<ShopItemChange> {
  if (!isForm(context)) {
    const { name, price, image_url: image } = await readJson(context, editShopItemRequest)
    return { name, price, picture: image?.startsWith('data:') ? decodeDataUrl(image) : undefined }
  }
  const { name, price, image } = checkFields(editShopItemForm, await readForm(context))
  return { name, price, picture: image && (await readFile(image)) }
}

function isForm(context: Context): boolean {
  return /^multipart\/form-data\b/i.test(context.req.header('content-type') ?? '')
}

async function readForm(context: Context): Promise<unknown> {
  try {
    return Object.fromEntries(await context.req.formData())
  } catch {
    const message = 'This form cannot be read.'
    throw new ServiceError('validation_failed', {
      errors: [{ path: '', code: 'invalid_form', message }],
    })
  }
}

async function readFile(file: File): Promise<Buffer> {
  return Buffer.from(await file.arrayBuffer())
}

function presentShopItem(item: ShopItemRecord): ShopItemView {
  return {
    id: item.id,
    name: item.name,
    price: item.price,
    image_url: item.image_url,
    created_at: item.created_at.toISOString(),
  }
}
