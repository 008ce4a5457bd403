import * as z from 'zod/mini'
import { cursor, imageDataUrl, list, readableText, search, steamId, uuid } from './fields.ts'
import { taskView } from './tasks.ts'

export const shopItemView = z.object({
  id: z.string(),
  name: z.string(),
  /** Whole Kr. */
  price: z.number(),
  image_url: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
})

/** An entry of `GET /api/shop-items`, newest first, and the answer of the admin's changes. */
export type ShopItemView = z.output<typeof shopItemView>
export const shopItemList = list(shopItemView)

/** Body of `POST /functions/v1/process-krypto-skin-purchase`. */
export const buySkinRequest = z.object({
  steamId,
  itemName: z.string().check(z.maxLength(200)),
  /** The price in Kr that the page showed; only compared with ours. */
  itemPrice: z.number(),
  itemId: uuid,
})
export type BuySkinRequest = z.output<typeof buySkinRequest>
export type BuySkinBody = z.input<typeof buySkinRequest>

export const buySkinAnswer = z.object({
  /** In English, for other clients; our pages have translated texts. */
  message: z.string(),
  /** The remaining Kr. */
  balance: z.number(),
})
export type BuySkinAnswer = z.output<typeof buySkinAnswer>

/** A bought skin. */
const ownedSkinView = z.object({
  id: z.string(),
  itemName: z.string(),
  priceKr: z.number(),
  imageUrl: z.string(),
  boughtAt: z.string(),
  /** When the staff marked it as delivered in the game. */
  deliveredAt: z.nullable(z.string()),
  task: taskView,
})
export type OwnedSkinView = z.output<typeof ownedSkinView>

/** Answer of `GET /api/skin-purchases/:steamId`, newest first. */
export const ownedSkinList = z.object({ skins: list(ownedSkinView) })
export type OwnedSkinList = z.output<typeof ownedSkinList>

/** Bytes of an uploaded picture. */
export const largestImageBytes = 5 * 1024 * 1024

const name = readableText(100)
/** Whole Kr; a form sends them as text. */
const price = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.trim(), z.regex(/^\d+$/)),
      z.transform((text: string) => Number(text)),
    ),
  ]),
  z.int().check(z.minimum(1), z.maximum(1_000_000)),
)

/** Body of `POST /api/admin/shop-items`; in multipart, the file `image`. Answers 201 and the item. */
export const addShopItemRequest = z.object({ name, price, image_url: imageDataUrl })
export const addShopItemForm = z.object({ name, price, image: z.file() })

/** Body of `PATCH /api/admin/shop-items/:id`: the changes. An address of ours keeps the picture. */
export const editShopItemRequest = z.partial(
  z.object({
    name,
    price,
    image_url: z.union([imageDataUrl, z.string().check(z.regex(/^\/images\//))]),
  }),
)
export const editShopItemForm = z.partial(addShopItemForm)

/** Query of `GET /api/admin/skin-purchases`. */
export const adminSkinPurchasesQuery = z.object({
  search,
  toDeliver: z._default(z.stringbool(), false),
  cursor,
})

/** A sold skin, for the staff to hand over. */
export const adminSkinPurchase = z.extend(ownedSkinView, {
  steamId: z.string(),
  discordUsername: z.string(),
})
export type AdminSkinPurchase = z.output<typeof adminSkinPurchase>

export const adminSkinPurchasePage = z.object({
  purchases: list(adminSkinPurchase),
  nextCursor: z.nullable(z.string()),
})
export type AdminSkinPurchasePage = z.output<typeof adminSkinPurchasePage>
