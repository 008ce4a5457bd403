import { toMinorUnits } from './money.ts'
import type { Capture } from './state.ts'

/** All refunds of a capture, in the smallest units of its currency. */
export function sumRefunds({ refunds }: Capture): number {
  return refunds.reduce((total, { amount }) => total + toMinorUnits(amount), 0)
}

/** The whole returned amount, including lost disputes that are not listed as refunds. */
export function sumReturned(capture: Capture): number {
  return capture.disputes.reduce(
    (total, { taken, takenAsRefund }) =>
      total + (taken && !takenAsRefund ? toMinorUnits(taken) : 0),
    sumRefunds(capture),
  )
}

/** How much of a capture the shop still has. */
export function leftOf(capture: Capture): number {
  return toMinorUnits(capture.amount) - sumReturned(capture)
}

/** How much of it no open dispute concerns. */
export function undisputedOf(capture: Capture): number {
  return capture.disputes
    .filter(({ outcome }) => outcome === 'open')
    .reduce((left, { amount }) => left - toMinorUnits(amount), leftOf(capture))
}
