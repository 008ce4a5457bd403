import { z } from 'zod'
import * as contract from '#contract/skins.ts'
import { addEncodedItem } from '#server/services/skins/admin-shop-items.ts'
import {
  buySkin,
  createAccountQueue,
  type PurchaseParts,
} from '#server/services/skins/skin-shop.ts'
import { addTaskNote, changeTask } from '#server/services/tasks/tasks.ts'
import { buyerOf, event, readPicture, staff, staffText, who, written } from './event.ts'

const skinAdded = event(
  z.object({
    picture: z.string(),
    price: z.int(),
    name: staffText,
    stock: z.int().nullable().default(null),
  }),
  async ({ services, made }, { picture: file, name, ...fields }) => {
    const picture = await readPicture(file)
    const item = { ...fields, name: written(services, name), picture, hidden: false }
    // They are kept as they would be encoded.
    const { id } = await addEncodedItem(services, staff, item, picture, null)
    made.set(file, { id })
  },
)

/** Nobody looks at a page yet. */
const parts: PurchaseParts = {
  queue: createAccountQueue(),
  announce: { publishPurchase: () => {}, publishBalance: () => {}, stop: () => Promise.resolve() },
}

const skinBought = event(
  z.object({ who, as: z.string().optional(), skin: z.string() }),
  async ({ services, made }, { who: person, as, skin }) => {
    const { db } = services.database
    const { steamId } = person
    const item = await db
      .selectFrom('shop_items')
      .select(['id', 'name', 'price'])
      .where('id', '=', made.get(skin)?.id ?? '')
      .executeTakeFirstOrThrow()
    const request = contract.buySkin.body.parse({
      steamId,
      itemName: item.name,
      itemPrice: item.price,
      itemId: item.id,
    })
    await buySkin(services, parts, { ...buyerOf(person), idempotencyKey: null }, request)
    if (as === undefined) return
    const { id } = await db
      .selectFrom('skin_purchases')
      .select('id')
      .where('steam_id', '=', steamId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    made.set(as, { id })
  },
)

/** What the staff write to the buyer of a skin. */
const note = event(
  z.object({ of: z.string(), text: staffText, picture: z.string().optional() }),
  async ({ services, made }, { of, text, picture: file }) => {
    const { id } = made.get(of) ?? {}
    if (id === undefined) return
    const picture = file === undefined ? null : await readPicture(file)
    await addTaskNote(services, staff, id, { text: written(services, text), picture }, null)
  },
)

const task = event(
  z.object({ of: z.string(), state: z.enum(['in_progress', 'delivered']) }),
  async ({ services, made }, { of, state }) => {
    const { id } = made.get(of) ?? {}
    if (id !== undefined) await changeTask(services, staff, id, { state })
  },
)

export const skins = { 'add skin': skinAdded, 'buy skin': skinBought, note, task }
