import type { Services } from '#server/services/context.ts'
import { markReadable, recordUnreadable } from '#server/services/unreadable-answers.ts'
import { recordDispute } from './record-dispute.ts'
import { settlePayment, type SettleOutcome } from './settle.ts'

/**
 * Asks PayPal how a dispute stands and has the order follow; then asks for its payment, whose refunds
 * may have changed with it. Called by webhooks and the reconcile job; safe any number of times, also
 * at once.
 */
export async function settleDispute(
  services: Services,
  reference: string,
): Promise<SettleOutcome | 'ignored' | 'not_found'> {
  const found = await services.payments.fetchDispute(reference)
  if (found.outcome === 'unreadable') {
    const asked = { provider: 'paypal', reference, isDispute: true } as const
    return (await recordUnreadable(services, asked, found)) ? 'unreadable' : 'ignored'
  }
  if (found.outcome === 'unavailable') services.log.warn(found, 'payment provider')
  if (found.outcome !== 'dispute') return found.outcome
  await markReadable(services, 'paypal', [reference])
  const isKnown = await recordDispute(services, found.dispute)
  // Of a payment that nobody told us of there is nothing to move: it may be another shop's.
  if (!isKnown) return 'ignored'
  const outcome = await settlePayment(services, found.dispute.paymentReference)
  // Something else than a capture was disputed; the dispute itself is written down.
  return outcome === 'not_found' ? 'ignored' : outcome
}
