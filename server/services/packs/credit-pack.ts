import { kr } from '#domain/kryptonite.ts'
import type { Trx } from '#server/services/context.ts'
import { moveKr } from '#server/services/wallet/move-kr.ts'
import type { PackOrder } from './pack-records.ts'

/** Gives a paid pack's Kr to the order's Steam ID, whoever paid. Needs the order's lock. */
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
