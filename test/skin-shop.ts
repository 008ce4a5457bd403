import { z } from 'zod'
import { accessCode } from './factories/admin.ts'
import { itemBody } from './factories/shop-items.ts'
import { createVisitor, type Answer, type Visitor } from './visitor.ts'

/** An open skin shop. Everything goes over HTTP, as for its users. */
export interface SkinShop {
  readonly origin: string
  readonly admin: Visitor
  readonly item: Item
}

export interface Item {
  readonly id: string
  readonly name: string
  readonly price: number
}

const addedItem = z.object({ id: z.string(), name: z.string(), price: z.number() })

/** Enters the access code and puts a skin of 250 Kr into the shop. */
export async function openSkinShop(origin: string): Promise<SkinShop> {
  const admin = createVisitor(origin)
  await admin.post('/api/admin/session', { code: accessCode })
  const added = await admin.post('/api/admin/shop-items', await itemBody())
  return { origin, admin, item: addedItem.parse(added.body) }
}

export interface SkinPurchase {
  readonly steamId: string
  readonly item: Item
  readonly key: string
}

export function buySkin(buyer: Visitor, { steamId, item, key }: SkinPurchase): Promise<Answer> {
  const body = { steamId, itemName: item.name, itemPrice: item.price, itemId: item.id }
  return buyer.post('/functions/v1/process-krypto-skin-purchase', body, { 'idempotency-key': key })
}

export interface Credit {
  readonly steamId: string
  readonly amount: number
  readonly key: string
}

export function creditKr(admin: Visitor, { steamId, amount, key }: Credit): Promise<Answer> {
  const body = { steamId, discordUsername: 'sokol', amount }
  return admin.post('/api/admin/krypto-credits', body, { 'idempotency-key': key })
}

let playersSoFar = 0

/** A Steam ID that has not been used before. */
export function nextSteamId(): string {
  playersSoFar += 1
  return `7656119${8_000_000_000 + playersSoFar}`
}

/** The parts in which two equal answers must agree. */
export function wordsOf({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`
}
