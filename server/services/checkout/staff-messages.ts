import type { Services, Trx } from '../context.ts'
import { siteConfig } from '../../../site.config.ts'

/** Started checkouts cost nothing to make; more than these in ten minutes are not worth a message. */
const startedMessagesPerWindow = 30
const windowMilliseconds = 10 * 60 * 1000

/** Tells the staff that somebody opened a checkout, unless the community turned that off. */
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
    await queueMessage(services, trx, { kind: 'checkout_started', order_id: orderId })
  }
}

/** Tells the staff of a paid order: this is what they act on. */
export function queuePaidMessage(services: Services, trx: Trx, orderId: string): Promise<void> {
  return queueMessage(services, trx, { kind: 'checkout_paid', order_id: orderId })
}

/** Tells the staff of money that came and fits no order: nobody else will look for it. */
export function queueUnmatchedMessage(
  services: Services,
  trx: Trx,
  paymentId: string,
): Promise<void> {
  return queueMessage(services, trx, { kind: 'payment_unmatched', payment_id: paymentId })
}

type MessageSubject =
  | { readonly kind: 'checkout_started' | 'checkout_paid'; readonly order_id: string }
  | { readonly kind: 'payment_unmatched'; readonly payment_id: string }

async function queueMessage(
  { jobs, clock }: Services,
  trx: Trx,
  subject: MessageSubject,
): Promise<void> {
  const subjectId = 'order_id' in subject ? subject.order_id : subject.payment_id
  const message = await trx
    .insertInto('messages')
    .values({
      ...subject,
      dedupe_key: `${subject.kind}:${subjectId}`,
      created_at: clock(),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (message) await jobs.sendMessage(trx, message.id)
}
