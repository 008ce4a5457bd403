import type { PackOrderStatus } from '#domain/kryptonite.ts'
import type { MessageKind } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'

export type PackMessageKind = Extract<MessageKind, `pack_${string}`>

/** How the money of a pack's order stands. */
export interface MoneyState {
  readonly status: PackOrderStatus
  readonly refunded_cents: number
  readonly disputed_cents: number
}

/** What the staff has to hear of a change; null when it is none of its business. */
export function newsOf(before: MoneyState, after: MoneyState): PackMessageKind | null {
  const isOpen = after.status === 'disputed'
  const wasOpen = before.status === 'disputed'
  if (isOpen && !wasOpen) return 'pack_disputed'
  if (wasOpen && !isOpen) {
    return after.disputed_cents < before.disputed_cents ? 'pack_dispute_won' : 'pack_refunded'
  }
  const isMoreBack =
    after.refunded_cents > before.refunded_cents ||
    (!isOpen && after.disputed_cents > before.disputed_cents)
  return isMoreBack ? 'pack_refunded' : null
}

/** Queues a message about a pack's order as a part of the transaction; once for each `occasion`. */
export async function queuePackMessage(
  { jobs, clock }: Services,
  trx: Trx,
  kind: PackMessageKind,
  { orderId, occasion }: { readonly orderId: string; readonly occasion: string | number },
): Promise<void> {
  const message = await trx
    .insertInto('messages')
    .values({
      kind,
      krypto_order_id: orderId,
      dedupe_key: `${kind}:${orderId}:${occasion}`,
      created_at: clock(),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (message) await jobs.sendMessage(trx, message.id)
}
