import type { Session } from './state.ts'
import { buyer, type Json } from './views.ts'

/** A session without its `line_items`, which Stripe includes only when they are expanded. */
export function presentSession(origin: string, session: Session): Json {
  const { terms, status } = session
  const isPaidFor = status === 'complete'
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: session.amountCents,
    amount_total: session.amountCents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: terms.cancelUrl,
    client_reference_id: terms.clientReferenceId,
    client_secret: null,
    collected_information: isPaidFor
      ? { business_name: null, individual_name: null, shipping_details: null }
      : null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: presentCustomer(session),
    customer_email: terms.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: terms.locale,
    managed_payments: null,
    metadata: terms.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: session.paymentIntentId,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card', 'us_bank_account'],
    payment_status: session.paymentStatus,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: terms.submitType,
    subscription: null,
    success_url: terms.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: status === 'open' ? payPageUrl(origin, session.id) : null,
    wallet_options: null,
  }
}

export function payPageUrl(origin: string, sessionId: string): string {
  return `${origin}/c/pay/${sessionId}`
}

function presentCustomer({ status, terms }: Session): Json | null {
  const empty = {
    address: null,
    business_name: null,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
  if (status !== 'complete') {
    return terms.customerEmail === null ? null : { ...empty, email: terms.customerEmail }
  }
  return {
    ...empty,
    address: buyer.address,
    email: terms.customerEmail ?? buyer.email,
    name: buyer.name,
    tax_ids: [],
  }
}
