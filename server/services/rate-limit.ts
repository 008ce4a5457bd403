import { createHmac } from 'node:crypto'
import { createFullWindows, type FullWindows } from './full-windows.ts'
import type { Services } from './context.ts'

export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

export interface RateLimit {
  /** Names the counter; requests with the same name share it. */
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
}

type Counting = Pick<Services, 'database' | 'clock'> & {
  readonly config: Pick<Services['config'], 'sessionSecret'>
}

/** What this process knows of its database: whom to refuse without asking it again. */
const fullWindows = new WeakMap<Services['database'], FullWindows>()

/**
 * Counts a request in its fixed window, for all processes of the product together. `who` is a network
 * or whatever else is counted for itself; the database keeps no more of it than tells it from others.
 */
export async function countRequest(
  services: Counting,
  limit: RateLimit,
  who: string,
): Promise<RateVerdict> {
  const window = windowOf(services, limit, who)
  const known = fullWindowsOf(services)
  if (known.has(window.name)) return refusal(window)
  const { count } = await services.database.db
    .insertInto('rate_limits')
    .values({ key: window.key, window_start: window.start, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count <= limit.requests) return { allowed: true }
  known.add(window.name)
  return refusal(window)
}

/** Whether the window has room, without counting: for limits on what only turns out afterwards. */
export async function checkLimit(
  services: Counting,
  limit: RateLimit,
  who: string,
): Promise<RateVerdict> {
  const window = windowOf(services, limit, who)
  const known = fullWindowsOf(services)
  if (known.has(window.name)) return refusal(window)
  const counted = await services.database.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', window.key)
    .where('window_start', '=', window.start)
    .executeTakeFirst()
  if ((counted?.count ?? 0) < limit.requests) return { allowed: true }
  known.add(window.name)
  return refusal(window)
}

function fullWindowsOf({ database }: Counting): FullWindows {
  const known = fullWindows.get(database) ?? createFullWindows(() => performance.now())
  fullWindows.set(database, known)
  return known
}

interface Window {
  readonly key: string
  readonly start: Date
  /** Of this window alone. */
  readonly name: string
  readonly secondsLeft: number
}

function windowOf(
  { clock, config }: Counting,
  { name, windowSeconds }: RateLimit,
  who: string,
): Window {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const startSeconds = nowSeconds - (nowSeconds % windowSeconds)
  const key = `${name}:${pseudonymOf(who, config)}`
  return {
    key,
    start: new Date(startSeconds * 1000),
    name: `${key}:${startSeconds}`,
    secondsLeft: startSeconds + windowSeconds - nowSeconds,
  }
}

/** Whoever reads the table, or a copy of it, does not learn who was here. */
function pseudonymOf(who: string, { sessionSecret }: Counting['config']): string {
  return createHmac('sha256', sessionSecret).update(`rate limit ${who}`).digest('base64url')
}

function refusal({ secondsLeft }: Window): RateVerdict {
  return { allowed: false, retryAfterSeconds: secondsLeft }
}
