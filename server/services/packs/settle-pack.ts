import type { Services } from '#server/services/context.ts'
import { markReadable, recordUnreadable } from '#server/services/unreadable-answers.ts'
import type { PackOrder } from './pack-records.ts'
import { recordPackPayment } from './record-pack-payment.ts'

export type PackSettlement =
  /** The order as it stands by the provider's truth. */
  | { readonly outcome: 'order'; readonly order: PackOrder }
  /** The provider does not know its checkout, or there was none yet. */
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unavailable' }
  /** Its answer waits for the owner. */
  | { readonly outcome: 'unreadable' }

interface SettleOptions {
  /** That of a webhook or of Stripe's list, for an order whose own was never stored. */
  readonly toldSession?: string | null
  /** Whether its time is over, so that it is ended at Stripe unless it is being paid. */
  readonly mayEnd?: boolean
}

/** Each look but the last was overtaken by a change of the same order; so many in a row are none. */
const mostLooks = 8

/**
 * Asks Stripe how a pack's order stands, and credits it or takes Kr back accordingly. Called by the
 * success page, webhooks and the reconcile job; safe any number of times, also at once.
 */
export async function settlePack(
  services: Services,
  orderId: string,
  { toldSession = null, mayEnd = false }: SettleOptions = {},
): Promise<PackSettlement> {
  const { cards, log } = services
  for (let look = 0; look < mostLooks; look += 1) {
    const order = await readPackOrder(services, orderId)
    const sessionId = order?.session_id ?? toldSession
    if (!order || sessionId === null || order.provider_mode !== cards.mode) {
      return { outcome: 'not_found' }
    }
    // No transaction is open here: Stripe may take seconds.
    const found = await (mayEnd ? cards.endSession(sessionId) : cards.fetchPayment(sessionId))
    if (found.outcome === 'unavailable') {
      log.warn({ orderId, detail: found.detail }, 'stripe does not answer')
      return { outcome: 'unavailable' }
    }
    if (found.outcome === 'unreadable') {
      const asked = { provider: 'stripe', reference: sessionId, packOrderId: orderId } as const
      const isOpen = await recordUnreadable(services, asked, found)
      return { outcome: isOpen ? 'unreadable' : 'not_found' }
    }
    await markReadable(services, 'stripe', [orderId])
    if (found.outcome === 'not_found') return { outcome: 'not_found' }
    const recorded = await recordPackPayment(services, order, found.payment)
    if (recorded) return { outcome: 'order', order: recorded }
  }
  return { outcome: 'unavailable' }
}

async function readPackOrder(
  { database }: Services,
  orderId: string,
): Promise<PackOrder | undefined> {
  return database.db
    .selectFrom('krypto_orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst()
}
