import { kr, krTakenBackByCause, type PackPaymentTotals } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import type { Trx } from '#server/services/context.ts'
import { moveKr } from './ledger.ts'
import type { PackOrder } from './pack-orders.ts'

/** Credits a paid pack to the order's Steam ID, no matter who paid. The caller holds the order's lock. */
export async function creditPack(
  trx: Trx,
  order: PackOrder,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<void> {
  const player = { steamId: order.steam_id, discordUsername: order.discord_username, now }
  await moveKr(trx, {
    ...player,
    amount: kr(order.amount),
    type: 'pack_purchase',
    description: `Pack ${order.amount} Kr`,
    source: `stripe:${sessionId}`,
  })
  if (order.bonus === 0) return
  await moveKr(trx, {
    ...player,
    amount: kr(order.bonus),
    type: 'pack_bonus',
    description: `Bonus of the pack ${order.amount} Kr`,
    source: `stripe:${sessionId}:bonus`,
  })
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
  { sessionId, revision, now }: { sessionId: string; revision: number; now: Date },
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
    if (taken === 0) continue
    const description = `${name} of the pack ${order.amount} Kr`
    await moveKr(trx, {
      steamId: order.steam_id,
      discordUsername: order.discord_username,
      amount: kr(-taken),
      type,
      description: taken > 0 ? description : `${description} ${ended}`,
      source: `stripe:${sessionId}:${type}:${revision}`,
      now,
    })
  }
  return takenBack
}
