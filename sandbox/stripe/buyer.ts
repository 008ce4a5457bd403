import type { FakeStripe } from './fake-stripe.ts'
import { announce } from './events.ts'
import { newClientSecret, newId, newOtherId } from './ids.ts'
import { nowSeconds, type Charge, type Method, type PaymentIntent, type Session } from './state.ts'

export const attempts = ['pay', 'decline', 'pay-later'] as const
export type Attempt = (typeof attempts)[number]

/** The buyer's decision on the payment page. False when the session is no longer open. */
export async function attemptPayment(
  fake: FakeStripe,
  session: Session,
  attempt: Attempt,
): Promise<boolean> {
  if (session.status !== 'open') return false
  const intent = intentOf(fake, session)
  const charge = addCharge(fake, intent, attempt === 'pay-later' ? 'us_bank_account' : 'card')
  if (attempt === 'decline') {
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    await announce(fake, 'payment_intent.payment_failed', intent.id)
    return true
  }
  session.status = 'complete'
  if (attempt === 'pay') await takeMoney(fake, session, intent, charge)
  else intent.status = 'processing'
  await announce(fake, 'checkout.session.completed', session.id)
  return true
}

/** The buyer's bank's decision days later. False when the session waits for no bank. */
export async function endDelayedPayment(
  fake: FakeStripe,
  session: Session,
  outcome: 'succeed' | 'fail',
): Promise<boolean> {
  const intent = fake.state.paymentIntents.get(session.paymentIntentId ?? '')
  const charge = fake.state.charges.get(intent?.latestChargeId ?? '')
  if (intent?.status !== 'processing' || !charge) return false
  if (outcome === 'succeed') {
    await takeMoney(fake, session, intent, charge)
    await announce(fake, 'checkout.session.async_payment_succeeded', session.id)
  } else {
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    await announce(fake, 'payment_intent.payment_failed', intent.id)
    await announce(fake, 'checkout.session.async_payment_failed', session.id)
  }
  return true
}

async function takeMoney(
  fake: FakeStripe,
  session: Session,
  intent: PaymentIntent,
  charge: Charge,
): Promise<void> {
  charge.status = 'succeeded'
  intent.status = 'succeeded'
  session.paymentStatus = 'paid'
  await announce(fake, 'payment_intent.succeeded', intent.id)
}

/** Stripe creates the intent at the first attempt to pay and reuses it for the next. */
function intentOf({ state }: FakeStripe, session: Session): PaymentIntent {
  const known = state.paymentIntents.get(session.paymentIntentId ?? '')
  if (known) return known
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    sessionId: session.id,
    created: nowSeconds(),
    amountCents: session.amountCents,
    currency: session.currency,
    metadata: session.terms.paymentMetadata,
    description: session.terms.paymentDescription,
    clientSecret: newClientSecret(id),
    status: 'requires_payment_method',
    latestChargeId: null,
  }
  state.paymentIntents.set(id, intent)
  session.paymentIntentId = id
  return intent
}

function addCharge({ state }: FakeStripe, intent: PaymentIntent, method: Method): Charge {
  const charge: Charge = {
    id: newId('ch'),
    paymentIntentId: intent.id,
    paymentMethodId: newOtherId('pm'),
    balanceTransactionId: newId('txn'),
    created: nowSeconds(),
    amountCents: intent.amountCents,
    currency: intent.currency,
    metadata: intent.metadata,
    description: intent.description,
    method,
    status: 'pending',
    refunds: [],
    disputes: [],
  }
  state.charges.set(charge.id, charge)
  intent.latestChargeId = charge.id
  return charge
}
