import { failureOf } from './charge-views.ts'
import type { Charge, PaymentIntent, Price, Session, SessionLine } from './state.ts'
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

function presentCustomer({ status, terms, country }: Session): Json | null {
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
    address: { ...buyer.address, country },
    email: terms.customerEmail ?? buyer.email,
    name: buyer.name,
    tax_ids: [],
  }
}

export function presentLine({ id, price, quantity }: SessionLine): Json {
  const amount = price.unitAmountCents * quantity
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.name,
    metadata: {},
    price: presentPrice(price),
    quantity,
  }
}

function presentPrice(price: Price): Json {
  return {
    id: price.id,
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: price.productId,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: price.unitAmountCents,
    unit_amount_decimal: String(price.unitAmountCents),
  }
}

export function presentPaymentIntent(intent: PaymentIntent, charge: Charge | undefined): Json {
  const isPaid = intent.status === 'succeeded'
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intent.amountCents,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: isPaid ? intent.amountCents : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: charge?.status === 'failed' ? presentPaymentError(charge) : null,
    latest_charge: intent.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: charge && charge.status !== 'failed' ? charge.paymentMethodId : null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card', 'us_bank_account'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function presentPaymentError(charge: Charge): Json {
  const { code, message } = failureOf(charge)
  return {
    charge: charge.id,
    code,
    ...(charge.method === 'card' && { decline_code: 'generic_decline' }),
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    message,
    payment_method_type: charge.method,
    type: charge.method === 'card' ? 'card_error' : 'invalid_request_error',
  }
}
