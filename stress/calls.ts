import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#test/visitor.ts'

export type Call = () => Promise<Answer>
/** Repeats a call until it has a clear answer. */
export type RetryCall = (call: Call) => Promise<Answer>

/** Not a clear answer: the outcome is unknown, or the server was not available. */
export type Unclear = Error | Answer

const pauseMilliseconds = 100
/**
 * Only against endless waiting: a busy machine takes long to start a server, and buyers who retry
 * so often reach the limits of their network, which outlast a kill.
 */
const longestMilliseconds = 900_000

/** Repeats a failing attempt. */
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
 * Repeats calls like a page that keeps its key: while no answer comes, and while it is 503.
 * `onUnclear` gets each unclear answer.
 */
export function createRetry(onUnclear: (unclear: Unclear) => void): RetryCall {
  return (call) =>
    retry(async () => {
      const result = await call().catch((error: Error) => error)
      if (!(result instanceof Error) && result.status < 500) return result
      onUnclear(result)
      throw new Error('no answer for minutes', { cause: result })
    })
}

/** Works through all items in order, with limited parallelism. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  async function runNext(): Promise<void> {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
}
