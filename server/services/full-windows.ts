/** Windows of limits that are known to be full, for a moment. */
export interface FullWindows {
  readonly has: (window: string) => boolean
  readonly add: (window: string) => void
}

/**
 * A window that is full stays so until it ends, unless somebody empties the table: that counts after
 * this time.
 */
const rememberedMilliseconds = 5000
/** Some megabytes; whoever is forgotten is asked for in the database again. */
const mostWindows = 20_000

/**
 * Remembers whom the database refuses, so that refusing a flood costs it next to nothing. `now` is in
 * milliseconds of a clock that never jumps.
 */
export function createFullWindows(now: () => number): FullWindows {
  /** Until when each is remembered, the oldest first. */
  const until = new Map<string, number>()

  const forgetOld = (): void => {
    for (const [window, end] of until) {
      if (end > now() && until.size < mostWindows) return
      until.delete(window)
    }
  }
  return {
    has: (window) => (until.get(window) ?? 0) > now(),
    add: (window) => {
      until.delete(window)
      forgetOld()
      until.set(window, now() + rememberedMilliseconds)
    },
  }
}
