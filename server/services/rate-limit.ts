import type { Services } from './context.ts'

export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Counts a request in its fixed window, for all processes of the product together. */
export async function countRequest(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  key: string,
  { requests, windowSeconds }: { requests: number; windowSeconds: number },
): Promise<RateVerdict> {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const windowStart = nowSeconds - (nowSeconds % windowSeconds)
  const { count } = await database.db
    .insertInto('rate_limits')
    .values({ key, window_start: new Date(windowStart * 1000), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count <= requests) return { allowed: true }
  return { allowed: false, retryAfterSeconds: windowStart + windowSeconds - nowSeconds }
}
