import { failureOf } from './charge-view.ts'
import type { Charge, PaymentIntent } from './state.ts'
import type { Json } from './views.ts'

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
