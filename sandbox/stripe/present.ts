import type { FakeStripe } from './fake-stripe.ts'
import { presentDispute, presentRefund } from './refund-and-dispute-views.ts'
import { presentCharge } from './charge-view.ts'
import { presentPaymentIntent } from './payment-intent-view.ts'
import { presentSession } from './session-view.ts'
import type { Json } from './views.ts'

type Presenter = (fake: FakeStripe, id: string) => Json | null

/** The views of objects by their kind; null for an unknown id. */
export const presenters = {
  'checkout.session': ({ state, context }, id) => {
    const session = state.sessions.get(id)
    return session ? presentSession(context.origin, session) : null
  },
  payment_intent: ({ state }, id) => {
    const intent = state.paymentIntents.get(id)
    return intent
      ? presentPaymentIntent(intent, state.charges.get(intent.latestChargeId ?? ''))
      : null
  },
  charge: ({ state }, id) => {
    const charge = state.charges.get(id)
    return charge ? presentCharge(charge) : null
  },
  refund: ({ state }, id) => {
    const refund = state.refunds.get(id)
    return refund ? presentRefund(refund) : null
  },
  dispute: ({ state }, id) => {
    const dispute = state.disputes.get(id)
    return dispute ? presentDispute(dispute) : null
  },
} as const satisfies Readonly<Record<string, Presenter>>

export type ObjectKind = keyof typeof presenters

export function present(fake: FakeStripe, kind: ObjectKind, id: string): Json | null {
  return presenters[kind](fake, id)
}
