import { z } from 'zod'

/** What a test may do that a buyer, a bank, Stripe or the shop's owner at Stripe would do. */
export interface StripeControl {
  /** The buyer presses a button on the pay page, or lets the session run out. */
  decide(
    sessionId: string,
    outcome: 'pay' | 'decline' | 'pay-later' | 'cancel' | 'expire',
  ): Promise<void>
  /** The bank of a buyer who chose to pay later says how it went. */
  endDelayed(sessionId: string, outcome: 'succeed' | 'fail'): Promise<void>
  /** By session, payment intent or charge; without an amount all that is left. Answers its id. */
  refund(reference: string, amountCents?: number): Promise<string>
  /** Opens a dispute, or decides the open one. Answers its id. */
  dispute(
    reference: string,
    outcome: 'open' | 'won' | 'lost',
    amountCents?: number,
  ): Promise<string>
  /** What Stripe's own books say of each session. */
  readPayments(): Promise<readonly StripeAuditEntry[]>
  /** All events there were, sent or lost, oldest first. */
  readEvents(): Promise<readonly StripeEventEntry[]>
  /** Sends an event once more, signed anew. Answers the product's status, null without an answer. */
  resend(eventId: string): Promise<number | null>
  putPrices(prices: readonly StripePriceOffer[]): Promise<void>
}

export interface StripePriceOffer {
  readonly priceId: string
  readonly name: string
  readonly unitAmountCents: number
  readonly currency: string
}

const auditEntry = z.object({
  sessionId: z.string(),
  paymentIntentId: z.string().nullable(),
  chargeId: z.string().nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  paymentStatus: z.enum(['paid', 'unpaid']),
  currency: z.string(),
  amountCents: z.number(),
  paidCents: z.number(),
  refundedCents: z.number(),
  disputedCents: z.number(),
  openDisputes: z.number(),
  clientReferenceId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
})
export type StripeAuditEntry = z.output<typeof auditEntry>

const eventEntry = z.object({ eventId: z.string(), type: z.string(), resourceId: z.string() })
export type StripeEventEntry = z.output<typeof eventEntry>

type Call = (path: string, body: unknown) => Promise<unknown>

export function createStripeControl(origin: string, call: Call): StripeControl {
  async function read<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
    const response = await fetch(`${origin}${path}`)
    return schema.parse(await response.json())
  }

  return {
    decide: async (sessionId, outcome) => {
      await call('/_sandbox/stripe/decide', { sessionId, outcome })
    },
    endDelayed: async (sessionId, outcome) => {
      await call('/_sandbox/stripe/async', { sessionId, outcome })
    },
    refund: async (reference, amountCents) =>
      z
        .object({ refundId: z.string() })
        .parse(await call('/_sandbox/refund', { provider: 'stripe', reference, amountCents }))
        .refundId,
    dispute: async (reference, outcome, amountCents) =>
      z
        .object({ disputeId: z.string() })
        .parse(
          await call('/_sandbox/dispute', { provider: 'stripe', reference, outcome, amountCents }),
        ).disputeId,
    readPayments: () => read('/_sandbox/stripe/payments', z.array(auditEntry)),
    readEvents: () => read('/_sandbox/stripe/events', z.array(eventEntry)),
    resend: async (eventId) =>
      z
        .object({ status: z.number().nullable() })
        .parse(await call('/_sandbox/stripe/resend', { eventId })).status,
    putPrices: async (prices) => {
      await call('/_sandbox/stripe/prices', { prices })
    },
  }
}
