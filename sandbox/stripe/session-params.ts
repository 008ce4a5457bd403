import { z } from 'zod'
import { formBoolean, formInteger, formList, formMetadata } from './read-form.ts'

const url = z
  .string()
  .max(5000)
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'Not a valid URL')

const priceData = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/i),
  unit_amount: formInteger.pipe(z.int().min(0)),
  product_data: z.strictObject({
    name: z.string().min(1),
    description: z.string().min(1).optional(),
    metadata: formMetadata.optional(),
  }),
})

const lineItem = z.strictObject({
  price_data: priceData,
  quantity: formInteger.pipe(z.int().min(1).max(999_999)),
})
export type LineItemParams = z.output<typeof lineItem>

/**
 * Body of `POST /v1/checkout/sessions`, limited to what a shop that sells single things needs.
 * Other parameters of the published schema are refused as unknown: what the sandbox does not
 * support must not seem to work. https://docs.stripe.com/api/checkout/sessions/create
 */
export const sessionParams = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.literal('hosted_page').optional(),
  line_items: formList(lineItem),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  customer_email: z.email().max(512).optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  metadata: formMetadata.default({}),
  payment_intent_data: z
    .strictObject({
      metadata: formMetadata.default({}),
      description: z.string().min(1).max(1000).optional(),
    })
    .optional(),
  payment_method_types: formList(z.string().min(1)).optional(),
  expires_at: formInteger.optional(),
  locale: z.string().min(1).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  currency: z.string().length(3).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  allow_promotion_codes: formBoolean.pipe(z.literal(false)).optional(),
  adaptive_pricing: z.strictObject({ enabled: formBoolean }).optional(),
  origin_context: z.enum(['mobile_app', 'web']).optional(),
  expand: formList(z.string()).default([]),
})
export type SessionParams = z.output<typeof sessionParams>
