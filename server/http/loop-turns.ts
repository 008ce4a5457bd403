/** Does the work in one of the next turns of the loop, after what was asked for before. */
export type TakeTurn = (work: () => void) => void

/** Of a thousand pages a few milliseconds each; others are served in between. */
const worksAtOnce = 250

/** Lines up work that many pages cause at the same moment, so that nobody else waits for all of it. */
export function createLoopTurns(): TakeTurn {
  let waiting: (() => void)[] = []
  let isWorking = false

  const workOff = (): void => {
    const turn = waiting.slice(0, worksAtOnce)
    waiting = waiting.slice(worksAtOnce)
    for (const work of turn) work()
    isWorking = waiting.length > 0
    if (isWorking) setImmediate(workOff)
  }
  return (work) => {
    waiting.push(work)
    if (isWorking) return
    isWorking = true
    setImmediate(workOff)
  }
}
