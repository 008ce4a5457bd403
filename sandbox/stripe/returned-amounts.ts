import type { Charge } from './state.ts'

export function sumRefunds({ refunds }: Charge): number {
  return refunds.reduce((total, { amountCents }) => total + amountCents, 0)
}

/** How much disputes have taken and not returned: an open one has already taken its money. */
export function sumWithdrawn({ disputes }: Charge): number {
  return disputes
    .filter(({ outcome }) => outcome !== 'won')
    .reduce((total, { amountCents }) => total + amountCents, 0)
}

/** How much of a payment the shop still has. */
export function leftOf(charge: Charge): number {
  return charge.amountCents - sumRefunds(charge) - sumWithdrawn(charge)
}
