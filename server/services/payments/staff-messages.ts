import type { Selectable } from 'kysely'
import type { PackOrderStatus } from '#domain/kryptonite.ts'
import type { DisputeStatus, DisputesTable, MessageKind } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { queueMessage } from '#server/services/staff/queue-message.ts'
import { siteConfig } from '#site/community.ts'

/** Anybody can start checkouts for free; more than this in ten minutes are not worth a message. */
const startedMessagesPerWindow = 30
const windowMilliseconds = 10 * 60 * 1000

/** Notifies the staff of an opened checkout, unless the community turned that off. */
export async function queueStartedMessage(
  services: Services,
  trx: Trx,
  orderId: string,
): Promise<void> {
  if (!siteConfig.announceStartedCheckouts) return
  const { recent } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('kind', '=', 'checkout_started')
    .where('created_at', '>', new Date(services.clock().getTime() - windowMilliseconds))
    .executeTakeFirstOrThrow()
  if (recent < startedMessagesPerWindow) {
    await queueOnce(services, trx, { kind: 'checkout_started', order_id: orderId })
  }
}

/** Notifies the staff of a paid order, which they have to deliver. */
export function queuePaidMessage(services: Services, trx: Trx, orderId: string): Promise<void> {
  return queueOnce(services, trx, { kind: 'checkout_paid', order_id: orderId })
}

/** Notifies the staff of a payment that matches no order, because only they can resolve it. */
export function queueUnmatchedMessage(
  services: Services,
  trx: Trx,
  paymentId: string,
): Promise<void> {
  return queueOnce(services, trx, { kind: 'payment_unmatched', payment_id: paymentId })
}

/** Notifies the staff of a refund: once for each total. */
export function queueRefundMessage(
  services: Services,
  trx: Trx,
  orderId: string,
  refundedCents: number,
): Promise<void> {
  const subject = { kind: 'order_refunded', order_id: orderId } as const
  return queueOnce(services, trx, subject, `${orderId}:${refundedCents}`)
}

const disputeKinds = {
  open: 'dispute_opened',
  won: 'dispute_won',
  lost: 'dispute_lost',
} as const satisfies Record<DisputeStatus, MessageKind>

/** Notifies the staff when a dispute opens and when it ends, again after each reopening. */
export function queueDisputeMessage(
  services: Services,
  trx: Trx,
  dispute: Pick<Selectable<DisputesTable>, 'reference' | 'status' | 'round'>,
  payment: { readonly id: string; readonly order_id: string | null },
): Promise<void> {
  const kind = disputeKinds[dispute.status]
  const subject =
    payment.order_id === null
      ? { kind, payment_id: payment.id }
      : { kind, order_id: payment.order_id }
  return queueOnce(services, trx, subject, `${dispute.reference}:${dispute.round}`)
}

type MessageSubject =
  | { readonly kind: MessageKind; readonly order_id: string }
  | { readonly kind: MessageKind; readonly payment_id: string }

function queueOnce(
  services: Services,
  trx: Trx,
  subject: MessageSubject,
  dedupeSuffix = 'order_id' in subject ? subject.order_id : subject.payment_id,
): Promise<void> {
  return queueMessage(services, trx, {
    ...subject,
    dedupe_key: `${subject.kind}:${dedupeSuffix}`,
  })
}

export type PackMessageKind = Extract<MessageKind, `pack_${string}`>

interface PackPaymentState {
  readonly status: PackOrderStatus
  readonly refunded_cents: number
  readonly disputed_cents: number
}

/** The message that a change requires; null when the staff need none. */
export function packMessageKind(
  before: PackPaymentState,
  after: PackPaymentState,
): PackMessageKind | null {
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

/** Queues a message about a pack's order in the transaction; once for each `occasion`. */
export function queuePackMessage(
  services: Services,
  trx: Trx,
  kind: PackMessageKind,
  { orderId, occasion }: { readonly orderId: string; readonly occasion: string | number },
): Promise<void> {
  return queueMessage(services, trx, {
    kind,
    krypto_order_id: orderId,
    dedupe_key: `${kind}:${orderId}:${occasion}`,
  })
}
