import { sql } from 'kysely'
import { kr, krTakenBackByCause, type PackPaymentTotals } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import type { Trx } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { moveKr, type KrMovement } from './ledger.ts'
import type { PackOrder } from './pack-orders.ts'

interface Checkout {
  readonly sessionId: string
  readonly now: Date
}

/**
 * Credits a paid pack to the order's Steam ID, no matter who paid, and sends the purchase to all open
 * pages. The caller holds the order's lock.
 */
export async function creditPack(trx: Trx, order: PackOrder, checkout: Checkout): Promise<void> {
  const { amount, bonus } = order
  const pack = `Pack ${amount} Kr`
  await move(trx, order, checkout, { type: 'pack_purchase', amount, description: pack })
  const description = `Bonus of the pack ${amount} Kr`
  await move(trx, order, checkout, { type: 'pack_bonus', amount: bonus, description }, ':bonus')
  const buyers = order.buyer_hash === null ? [] : [`buyer:${order.buyer_hash}`]
  const data = JSON.stringify({ type: 'Krypto Pack', buyers })
  await publishEvents(trx, sql`select 'purchase', ${data}::jsonb, null`)
}

/**
 * Brings the Kr of a paid pack in line with its refunds and disputes, by new rows: takes Kr back or
 * returns them. The balance may end below zero. Returns the total Kr taken back. The caller holds
 * the order's lock; `revision` is the order's next one.
 */
export async function takeKrBack(
  trx: Trx,
  order: PackOrder,
  money: PackPaymentTotals,
  { revision, ...checkout }: Checkout & { readonly revision: number },
): Promise<number> {
  const credited = kr(order.amount + order.bonus)
  const before = krTakenBackByCause(credited, {
    ...money,
    refundedCents: cents(order.refunded_cents),
    disputedCents: cents(order.disputed_cents),
  })
  const after = krTakenBackByCause(credited, money)
  const takenBack = after.refund + after.dispute
  const refunded = after.refund - before.refund
  // The remainder, so that the sum of all rows matches the order even if the formula changes.
  const disputed = takenBack - order.kr_taken_back - refunded
  const movements = [
    { type: 'refund', taken: refunded, name: 'Refund', ended: 'undone' },
    { type: 'dispute', taken: disputed, name: 'Dispute', ended: 'settled' },
  ] as const
  for (const { type, taken, name, ended } of movements) {
    const of = `${name} of the pack ${order.amount} Kr`
    const description = taken > 0 ? of : `${of} ${ended}`
    const movement = { type, amount: -taken, description }
    await move(trx, order, checkout, movement, `:${type}:${revision}`)
  }
  return takenBack
}

/** Writes a row for the order's Steam ID, once per checkout and `occasion`; none for 0 Kr. */
async function move(
  trx: Trx,
  order: PackOrder,
  { sessionId, now }: Checkout,
  movement: Pick<KrMovement, 'type' | 'description'> & { readonly amount: number },
  occasion = '',
): Promise<void> {
  if (movement.amount === 0) return
  await moveKr(trx, {
    ...movement,
    amount: kr(movement.amount),
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    source: `stripe:${sessionId}${occasion}`,
    now,
  })
}
