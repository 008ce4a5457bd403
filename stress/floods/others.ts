import type { Watch } from '../watch-pages.ts'

const mostTimesSlower = 2
const unnoticedMilliseconds = 100

/**
 * How slow a flood may make the answers to others: at most twice the time before; or an unnoticeable
 * time, on a machine where that is less.
 */
export function mostMillisecondsOfOthers({
  p99Milliseconds,
}: Pick<Watch, 'p99Milliseconds'>): number {
  return Math.max(mostTimesSlower * p99Milliseconds, unnoticedMilliseconds)
}
