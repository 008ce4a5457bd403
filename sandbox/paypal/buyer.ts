import { addOrder } from './create-order.ts'
import { captureOrder } from './capture-order.ts'
import { announce, now, type FakePayPal } from './fake-paypal.ts'
import { orderApproved } from './events.ts'
import type { HeldReason, Instrument, Order } from './state.ts'

export const buyerOutcomes = ['pay', 'decline', 'hold'] as const
export type BuyerOutcome = (typeof buyerOutcomes)[number]

const instruments: Readonly<Record<BuyerOutcome, Instrument>> = {
  pay: 'accepted',
  decline: 'declined',
  hold: 'held',
}

/** The buyer's decision in the PayPal window. A paid order stays unchanged. */
export async function approveOrder(
  fake: FakePayPal,
  order: Order,
  outcome: BuyerOutcome,
  heldReason: HeldReason = 'PENDING_REVIEW',
): Promise<void> {
  if (order.status === 'COMPLETED') return
  order.status = 'APPROVED'
  order.instrument = instruments[outcome]
  order.heldReason = heldReason
  order.updateTime = now()
  await announce(fake, orderApproved(fake, order))
}

/**
 * Buys through a hosted button: PayPal creates and captures the order without the shop's server,
 * and nothing says who paid for what. Returns the transaction id; null for an unknown button.
 */
export async function payHostedButton(
  fake: FakePayPal,
  hostedButtonId: string,
): Promise<string | null> {
  const button = fake.state.hostedButtons.get(hostedButtonId)
  if (!button) return null
  const amount = { currency_code: 'EUR', value: button.valueEuros }
  const unit = { description: button.name, amount }
  const order = addOrder(fake.state, [unit], true)
  order.status = 'APPROVED'
  order.instrument = 'accepted'
  const outcome = await captureOrder(fake, order.id)
  return outcome.ok ? (outcome.value.units[0]?.captureId ?? null) : null
}
