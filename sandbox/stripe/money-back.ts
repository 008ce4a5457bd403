import type { Charge } from './state.ts'

export function sumRefunds({ refunds }: Charge): number {
  return refunds.reduce((total, { amountCents }) => total + amountCents, 0)
}

/** What disputes have taken from the shop and not given back: an open one has its money already. */
export function sumWithdrawn({ disputes }: Charge): number {
  return disputes
    .filter(({ outcome }) => outcome !== 'won')
    .reduce((total, { amountCents }) => total + amountCents, 0)
}

/** What the shop still has of a payment. */
export function leftOf(charge: Charge): number {
  return charge.amountCents - sumRefunds(charge) - sumWithdrawn(charge)
}
