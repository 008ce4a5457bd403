import type { Order } from './find-order.ts'

const minute = 60_000
const hour = 60 * minute

/** PayPal keeps a buyer's approval for three hours; after that an order cannot be paid any more. */
export const payableMilliseconds = 3 * hour

/**
 * The job comes once a minute, and takes most of it in a flood. So what is due after this time is
 * checked by the fourth run, and within five minutes wherever it stands in that.
 */
const shortPause = 3.5 * minute
/** Most buyers approve within this time after they opened their order. */
const earlyMilliseconds = 10 * minute
/** PayPal's interface can lag behind what a page or a webhook says, but not by more than this. */
const toldMilliseconds = 15 * minute

/** What decides when an order is checked again. */
export type Watched = Pick<Order, 'status' | 'opened_at' | 'told_at'>

/**
 * When the reconcile job checks an order again. While it can be paid: after one, two and then four
 * minutes when its page or PayPal has just said that the buyer agrees; otherwise every four minutes
 * at first, and then each time it has become twice as old, so an order that nobody pays costs about
 * seven questions. Always when its time is over, and from then on every hour.
 */
export function nextCheck(order: Watched, now: Date): Date {
  const age = now.getTime() - order.opened_at.getTime()
  if (age >= payableMilliseconds) return new Date(now.getTime() + hour)
  const pause = Math.min(pauseWhilePayable(order, now, age), payableMilliseconds - age)
  return new Date(now.getTime() + pause)
}

/**
 * When an order is checked again should a check of it fail or never end: soon, because it may have
 * taken the money, and more and more seldom once its time is over.
 */
export function nextTry(order: Watched, now: Date): Date {
  const overFor = now.getTime() - order.opened_at.getTime() - payableMilliseconds
  const soon = now.getTime() + Math.max(shortPause, overFor)
  return new Date(Math.min(nextCheck(order, now).getTime(), soon))
}

function pauseWhilePayable({ status, told_at }: Watched, now: Date, age: number): number {
  // Its money is real: PayPal reviews it.
  if (status === 'processing') return shortPause
  const sinceTold = told_at ? now.getTime() - told_at.getTime() : Infinity
  if (sinceTold < toldMilliseconds) return Math.min(shortPause, Math.max(minute, sinceTold))
  // Nothing can be collected for it any more. Money that was taken before has set `told_at`.
  if (status === 'superseded') return payableMilliseconds
  return age < earlyMilliseconds ? shortPause : age
}

/** PayPal decides in days to weeks, and tells us; asking is for the case that its word is lost. */
export function nextDisputeCheck(now: Date): Date {
  return new Date(now.getTime() + 6 * hour)
}
