import { toMinorUnits } from './money.ts'
import type { Capture } from './state.ts'

/** All refunds of a capture, in the smallest units of its currency. */
export function sumRefunds({ refunds }: Capture): number {
  return refunds.reduce((total, { amount }) => total + toMinorUnits(amount), 0)
}

/** All that went back, lost disputes that are not listed as refunds included. */
export function sumMoneyBack(capture: Capture): number {
  return capture.disputes.reduce(
    (total, { taken, takenAsRefund }) =>
      total + (taken && !takenAsRefund ? toMinorUnits(taken) : 0),
    sumRefunds(capture),
  )
}

/** What the shop still has of a capture. */
export function leftOf(capture: Capture): number {
  return toMinorUnits(capture.amount) - sumMoneyBack(capture)
}

/** What of it no open dispute concerns yet. */
export function undisputedOf(capture: Capture): number {
  return capture.disputes
    .filter(({ outcome }) => outcome === 'open')
    .reduce((left, { amount }) => left - toMinorUnits(amount), leftOf(capture))
}
