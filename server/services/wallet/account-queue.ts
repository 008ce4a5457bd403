import { Refusal } from '#server/services/refusal.ts'

/** Lets the purchases of one account wait here, in the order in which they came. */
export interface AccountQueue {
  /** Refuses with `rate_limited` when too many wait for the same account. */
  run<Result>(account: string, work: () => Promise<Result>): Promise<Result>
  /** How many accounts have work waiting or under way. */
  readonly size: () => number
}

/** About a second of purchases from one account. */
const mostWaiting = 2000

interface Line {
  /** Resolves, never rejects, when all that came before is done. */
  done: Promise<unknown>
  waiting: number
}

/**
 * One database call at a time for each account. Side by side they would pile up on the lock of its
 * row, each with a connection that everybody else needs.
 */
export function createAccountQueue(limit = mostWaiting): AccountQueue {
  const lines = new Map<string, Line>()

  const leave = (account: string, line: Line): void => {
    line.waiting -= 1
    if (line.waiting === 0) lines.delete(account)
  }
  return {
    size: () => lines.size,
    run: (account, work) => {
      const line = lines.get(account) ?? { done: Promise.resolve(), waiting: 0 }
      if (line.waiting >= limit) {
        return Promise.reject(new Refusal('rate_limited', { retryAfterSeconds: 1 }))
      }
      line.waiting += 1
      lines.set(account, line)
      const result = line.done.then(work)
      const left = (): void => leave(account, line)
      line.done = result.then(left, left)
      return result
    },
  }
}
