import { addOrder } from './create-order.ts'
import { captureOrder } from './capture-order.ts'
import { announce, now, type Desk } from './desk.ts'
import { orderApproved } from './events.ts'
import type { Instrument, Order } from './state.ts'

export const buyerOutcomes = ['pay', 'decline', 'hold'] as const
export type BuyerOutcome = (typeof buyerOutcomes)[number]

const instruments: Readonly<Record<BuyerOutcome, Instrument>> = {
  pay: 'accepted',
  decline: 'declined',
  hold: 'held',
}

/** What the buyer does in the PayPal window. A paid order stays as it is. */
export async function approveOrder(desk: Desk, order: Order, outcome: BuyerOutcome): Promise<void> {
  if (order.status === 'COMPLETED') return
  order.status = 'APPROVED'
  order.instrument = instruments[outcome]
  order.updateTime = now()
  await announce(desk, orderApproved(desk, order))
}

/**
 * Buys through a hosted button: PayPal makes the order and captures it, the shop's server is not
 * asked and nothing says who paid for what. Gives the transaction id; null for an unknown button.
 */
export async function payHostedButton(desk: Desk, hostedButtonId: string): Promise<string | null> {
  const button = desk.state.hostedButtons.get(hostedButtonId)
  if (!button) return null
  const amount = { currency_code: 'EUR', value: button.valueEuros }
  const unit = { reference_id: 'default', description: button.name, amount }
  const order = addOrder(desk.state, [unit], true)
  order.status = 'APPROVED'
  order.instrument = 'accepted'
  const outcome = await captureOrder(desk, order.id)
  return outcome.ok ? (outcome.value.units[0]?.captureId ?? null) : null
}
