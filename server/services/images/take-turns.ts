/** Does work one after the other; answers null at once when too many wait already. */
export type TakeTurns = <Result>(work: () => Promise<Result>) => Promise<Result> | null

export function createTurns(mostWaiting: number): TakeTurns {
  let last: Promise<unknown> = Promise.resolve()
  let unfinished = 0
  return (work) => {
    if (unfinished > mostWaiting) return null
    unfinished += 1
    const result = last.then(work).finally(() => (unfinished -= 1))
    // What one of them breaks is told to its own caller only.
    last = result.catch(() => undefined)
    return result
  }
}
