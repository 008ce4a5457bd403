import { z } from 'zod'
import { parseAmount } from '#domain/money.ts'

// The parts that we read of PayPal's Orders v2 and Payments v2 answers; the rest is ignored.
// https://developer.paypal.com/docs/api/orders/v2/ and /payments/v2/

export const money = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code: currency, value }, context) => {
    const amountCents = parseAmount(value)
    if (amountCents !== null) return { currency, amountCents }
    context.addIssue({ code: 'custom', message: 'no amount' })
    return z.NEVER
  })

const link = z.object({ href: z.string(), rel: z.string() })
export type Link = z.output<typeof link>

export const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

const captureStatuses = [
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'PENDING',
  'DECLINED',
  'FAILED',
] as const
export type CaptureStatus = (typeof captureStatuses)[number]

export const captureAnswer = z.object({
  id: z.string(),
  status: z.enum(captureStatuses),
  amount: money,
  custom_id: z.string().optional(),
  create_time: z.coerce.date().optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
})
export type CaptureAnswer = z.output<typeof captureAnswer>

export const refundAnswer = z.object({
  status: z.string(),
  amount: money.optional(),
  /** All refunds of the capture up to and with this one. */
  seller_payable_breakdown: z.object({ total_refunded_amount: money.optional() }).optional(),
  links: z.array(link).optional(),
})
export type RefundAnswer = z.output<typeof refundAnswer>

const orderStatuses = [
  'CREATED',
  'SAVED',
  'PAYER_ACTION_REQUIRED',
  'APPROVED',
  'COMPLETED',
  'VOIDED',
] as const

export const orderAnswer = z
  .object({
    id: z.string(),
    // Of a status that we do not know, nobody here can say that nothing was paid.
    status: z.enum(orderStatuses),
    purchase_units: z
      .array(
        z.object({
          custom_id: z.string().optional(),
          payee: z.object({ merchant_id: z.string().optional() }).optional(),
          payments: z
            .object({
              captures: z.array(captureAnswer).optional(),
              refunds: z.array(refundAnswer).optional(),
            })
            .optional(),
        }),
      )
      .optional(),
  })
  // Its money was taken; to be told nothing of it is not the same as being told that nobody paid.
  .refine(
    ({ status, purchase_units: units }) =>
      status !== 'COMPLETED' || (units?.[0]?.payments?.captures ?? []).length > 0,
    { path: ['purchase_units'], message: 'completed without a capture' },
  )
export type OrderAnswer = z.output<typeof orderAnswer>

export const problemAnswer = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

export const webhookBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  resource: z
    .object({
      id: z.string().optional(),
      dispute_id: z.string().optional(),
      links: z.array(link).optional(),
    })
    .loose()
    .optional(),
})
export type WebhookBody = z.output<typeof webhookBody>
