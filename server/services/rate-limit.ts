import type { Services } from './context.ts'

export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

export interface Limit {
  readonly requests: number
  readonly windowSeconds: number
}

type Counting = Pick<Services, 'database' | 'clock'>

/** Counts a request in its fixed window, for all processes of the product together. */
export async function countRequest(
  services: Counting,
  key: string,
  limit: Limit,
): Promise<RateVerdict> {
  const window = windowOf(services, limit)
  const { count } = await services.database.db
    .insertInto('rate_limits')
    .values({ key, window_start: window.start, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count <= limit.requests) return { allowed: true }
  return { allowed: false, retryAfterSeconds: window.secondsLeft }
}

/** Whether the window has room, without counting: for limits on what only turns out afterwards. */
export async function checkLimit(
  services: Counting,
  key: string,
  limit: Limit,
): Promise<RateVerdict> {
  const window = windowOf(services, limit)
  const counted = await services.database.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', window.start)
    .executeTakeFirst()
  if ((counted?.count ?? 0) < limit.requests) return { allowed: true }
  return { allowed: false, retryAfterSeconds: window.secondsLeft }
}

function windowOf({ clock }: Counting, { windowSeconds }: Limit) {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const startSeconds = nowSeconds - (nowSeconds % windowSeconds)
  return {
    start: new Date(startSeconds * 1000),
    secondsLeft: startSeconds + windowSeconds - nowSeconds,
  }
}
