import * as z from 'zod/mini'
import { longestName } from '#domain/text-limits.ts'
import { get, patch, post, remove } from './endpoint.ts'
import {
  cursor,
  imageDataUrl,
  krAmount,
  list,
  nextCursor,
  ofPlayer,
  readableText,
  search,
  steamId,
  uuid,
} from './fields.ts'
import { skinTaskView } from './tasks.ts'
import { shopItemsAddress } from './page-renderer.ts'

export const shopItemView = z.object({
  id: z.string(),
  name: z.string(),
  /** Whole Kr. */
  price: z.number(),
  image_url: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** How many can still be bought; null without a limit. */
  stock: z.nullable(z.number()),
  /** Its place on the page, from 1. Those without one follow, the newest first. */
  position: z.nullable(z.number()),
})

export type ShopItemView = z.output<typeof shopItemView>

/** Newest first, without the hidden ones. */
export const listShopItems = get(shopItemsAddress, { who: 'anybody', answer: list(shopItemView) })

/** An uploaded picture, as we encoded it. */
export const readImage = get('/images/:file', {
  who: 'anybody',
  params: z.object({ file: z.string() }),
})

const purchase = z.object({
  steamId,
  itemName: z.string().check(z.maxLength(200)),
  /** The price in Kr that the page showed; only compared with ours. */
  itemPrice: z.number(),
  itemId: uuid,
})
export type BuySkinRequest = z.output<typeof purchase>

export const buySkin = post('/functions/v1/process-krypto-skin-purchase', {
  who: 'anybody',
  body: purchase,
  answer: z.object({
    /** In English, for other clients; our pages have translated texts. */
    message: z.string(),
    /** The remaining Kr. */
    balance: z.number(),
  }),
})

const ownedSkinView = z.object({
  id: z.string(),
  itemName: z.string(),
  priceKr: z.number(),
  imageUrl: z.string(),
  boughtAt: z.string(),
  /** When the staff marked it as delivered in the game. */
  deliveredAt: z.nullable(z.string()),
  task: skinTaskView,
})
export type OwnedSkinView = z.output<typeof ownedSkinView>

/** Newest first. */
export const listOwnedSkins = get('/api/skin-purchases/:steamId', {
  who: 'anybody',
  params: ofPlayer,
  answer: z.object({ skins: list(ownedSkinView) }),
})

export const largestImageBytes = 5 * 1024 * 1024

const name = readableText(longestName)
/** Whole Kr, also as a text of digits. */
const price = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.trim(), z.regex(/^\d+$/)),
      z.transform((text: string) => Number(text)),
    ),
  ]),
  krAmount,
)

/** Null without a limit; also a text of digits, or an empty one. */
const stock = z.nullable(
  z.pipe(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.trim(), z.regex(/^\d*$/)),
        z.transform((text: string) => (text === '' ? null : Number(text))),
      ),
    ]),
    z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  ),
)
const hidden = z.union([z.boolean(), z.stringbool()])

const addressOfItem = {
  who: 'shop.edit',
  params: z.object({ id: uuid }),
  unknown: 'item_not_found',
} as const

export const newItem = z.object({
  name,
  price,
  image_url: imageDataUrl,
  stock: z._default(stock, null),
  hidden: z._default(hidden, false),
})

/** The changes of an item. An address of ours keeps the picture. */
export const itemChange = z.partial(
  z.object({
    name,
    price,
    image_url: z.union([imageDataUrl, z.string().check(z.regex(/^\/images\//))]),
    stock,
    hidden,
    /** The items before it get the places before it; null lists it by its date. */
    position: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  }),
)

export const adminShopItem = z.extend(shopItemView, { hidden: z.boolean() })
export type AdminShopItem = z.output<typeof adminShopItem>

/** In the order of the page, the hidden ones too. */
export const listAllShopItems = get('/api/admin/shop-items', {
  who: 'shop.edit',
  answer: list(adminShopItem),
})

/** Also takes a form, whose file `image` is the picture. */
export const addShopItem = post('/api/admin/shop-items', {
  who: 'shop.edit',
  body: newItem,
  answer: adminShopItem,
  status: 201,
})
/** Also takes a form. */
export const changeShopItem = patch('/api/admin/shop-items/:id', {
  ...addressOfItem,
  body: itemChange,
  answer: adminShopItem,
})
export const deleteShopItem = remove('/api/admin/shop-items/:id', addressOfItem)

/** A sold skin, for the staff to hand over. */
export const adminSkinPurchase = z.extend(ownedSkinView, {
  steamId: z.string(),
  discordUsername: z.string(),
})
export type AdminSkinPurchase = z.output<typeof adminSkinPurchase>

export const listSkinPurchases = get('/api/admin/skin-purchases', {
  who: 'orders.read',
  query: z.object({ search, toDeliver: z._default(z.stringbool(), false), cursor }),
  answer: z.object({ purchases: list(adminSkinPurchase), nextCursor }),
})
