const firstDelayMs = 3000
const maxDelayMs = 15_000
const steadyRounds = 20

/** The wait before the next poll: three seconds for the first minute, then slowly up to fifteen. */
export function pollDelayMs(round: number): number {
  const growth = 1.25 ** Math.max(0, round - steadyRounds)
  return Math.min(maxDelayMs, Math.round(firstDelayMs * growth))
}

export interface Poll {
  /** Polls at once, unless a request is under way, and starts over with short waits. */
  readonly pollNow: () => void
  readonly stop: () => void
}

/**
 * Calls `poll` again and again until stopped; `poll` handles its own failures. Rounds in which
 * `isPaused` returns true are skipped, such as those of a page in the background.
 */
export function startPoll(
  poll: () => Promise<void>,
  isPaused: () => boolean,
  delayMs: (round: number) => number = pollDelayMs,
): Poll {
  let stopped = false
  let polling = false
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pollOnce(): Promise<void> {
    clearTimeout(timer)
    if (stopped || polling) return
    polling = true
    if (!isPaused()) await poll()
    polling = false
    if (stopped) return
    timer = setTimeout(() => void pollOnce(), delayMs(round))
    round += 1
  }

  timer = setTimeout(() => void pollOnce(), delayMs(round))
  return {
    pollNow: () => {
      round = 0
      void pollOnce()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
