import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../test/visitor.ts'

export type Call = () => Promise<Answer>
/** Makes a call until it has a clear answer. */
export type Insist = (call: Call) => Promise<Answer>

/** No clear answer: whether it was done is unknown, or it was not the time for it. */
export type Unclear = Error | Answer

const pauseMilliseconds = 50
/** Only to end what would go on for ever. */
const longestMilliseconds = 180_000

/**
 * Repeats calls as a page does that keeps its key: while nobody answers, and while the answer is
 * "not now". `onUnclear` hears of each answer that was none.
 */
export function createInsist(onUnclear: (unclear: Unclear) => void): Insist {
  return async (call) => {
    const startedAt = performance.now()
    for (;;) {
      const result = await call().catch((error: Error) => error)
      if (!(result instanceof Error) && result.status < 500) return result
      onUnclear(result)
      if (performance.now() - startedAt > longestMilliseconds) {
        throw new Error('no answer for minutes', { cause: result })
      }
      await sleep(pauseMilliseconds)
    }
  }
}
