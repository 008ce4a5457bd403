import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#test/visitor.ts'

export type Call = () => Promise<Answer>
/** Makes a call until it has a clear answer. */
export type Insist = (call: Call) => Promise<Answer>

/** No clear answer: whether it was done is unknown, or it was not the time for it. */
export type Unclear = Error | Answer

const pauseMilliseconds = 100
/**
 * Only to end what would go on for ever: a busy machine takes long to start a server, and buyers who
 * try so often meet the limits of their network, which outlast a kill.
 */
const longestMilliseconds = 900_000

/** Repeats what fails. */
export async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() - startedAt > longestMilliseconds) throw error
      await sleep(pauseMilliseconds)
    }
  }
}

/**
 * Repeats calls as a page does that keeps its key: while nobody answers, and while the answer is
 * "not now". `onUnclear` gets each answer that was none.
 */
export function createInsist(onUnclear: (unclear: Unclear) => void): Insist {
  return (call) =>
    retry(async () => {
      const result = await call().catch((error: Error) => error)
      if (!(result instanceof Error) && result.status < 500) return result
      onUnclear(result)
      throw new Error('no answer for minutes', { cause: result })
    })
}
