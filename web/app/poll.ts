const firstDelayMs = 3000
const longestDelayMs = 15_000
const steadyRounds = 20

/** The wait before the next question: three seconds for the first minute, then slowly up to fifteen. */
export function pollDelayMs(round: number): number {
  const growth = 1.25 ** Math.max(0, round - steadyRounds)
  return Math.min(longestDelayMs, Math.round(firstDelayMs * growth))
}

export interface Poll {
  /** Asks at once, unless an answer is on its way, and starts over with short waits. */
  readonly askNow: () => void
  readonly stop: () => void
}

/**
 * Asks again and again until stopped; `ask` handles its own failures. Rounds in which `isResting`
 * holds are skipped, such as those of a page in the background.
 */
export function startPoll(
  ask: () => Promise<void>,
  isResting: () => boolean,
  delayMs: (round: number) => number = pollDelayMs,
): Poll {
  let stopped = false
  let asking = false
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function askOnce(): Promise<void> {
    clearTimeout(timer)
    if (stopped || asking) return
    asking = true
    if (!isResting()) await ask()
    asking = false
    if (stopped) return
    timer = setTimeout(() => void askOnce(), delayMs(round))
    round += 1
  }

  timer = setTimeout(() => void askOnce(), delayMs(round))
  return {
    askNow: () => {
      round = 0
      void askOnce()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
