import { z } from 'zod'

/** Actions of a buyer, a bank, Stripe or the shop's owner at Stripe, for tests. */
export interface StripeControl {
  /** Presses a button on the payment page, or lets the session expire. */
  decide(
    sessionId: string,
    outcome: 'pay' | 'decline' | 'pay-later' | 'cancel' | 'expire',
    /** Where the buyer lives. */
    country?: string,
  ): Promise<void>
  /** Ends a delayed payment as the buyer's bank. */
  endDelayed(sessionId: string, outcome: 'succeed' | 'fail'): Promise<void>
  /** By session, payment intent or charge; by default all that is left. Returns the refund's id. */
  refund(reference: string, amountCents?: number): Promise<string>
  /** Opens a dispute, or decides the open one. Returns its id. */
  dispute(
    reference: string,
    outcome: 'open' | 'won' | 'lost',
    amountCents?: number,
  ): Promise<string>
  /** Stripe's own records of each session. */
  readPayments(): Promise<readonly StripeAuditEntry[]>
  /** All events, sent or lost, oldest first. */
  readEvents(): Promise<readonly StripeEventEntry[]>
  /** Sends an event again, signed anew. Returns the product's status, null without an answer. */
  resend(eventId: string): Promise<number | null>
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
    decide: async (sessionId, outcome, country) => {
      await call('/_sandbox/stripe/decide', { sessionId, outcome, country })
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
  }
}
