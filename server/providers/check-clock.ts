import type { Finding } from '#domain/connection-faults.ts'

const timeoutMilliseconds = 5000
/** Stripe's signatures allow five minutes, Steam's answers one. */
const maxOffsetMilliseconds = 45_000

/** Compares our clock with the `Date` of answers from these origins: the nearest one counts. */
export async function checkClock(
  origins: readonly string[],
  clock: () => Date,
): Promise<readonly Finding[]> {
  const read = await Promise.all([...new Set(origins)].map((origin) => readOffset(origin, clock)))
  const offsets = read.filter((offset) => offset !== null)
  const [nearest] = offsets.toSorted((a, b) => Math.abs(a) - Math.abs(b))
  if (nearest === undefined) return [{ level: 'warning', code: 'clock_unknown', detail: '' }]
  if (Math.abs(nearest) <= maxOffsetMilliseconds) return []
  const detail = `${nearest > 0 ? '+' : '−'}${Math.round(Math.abs(nearest) / 1000)} s`
  return [{ level: 'fault', code: 'clock_off', detail }]
}

/** How far our clock is ahead; null without an answer that says it. */
async function readOffset(origin: string, clock: () => Date): Promise<number | null> {
  try {
    const { headers } = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    const theirs = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(theirs) ? null : clock().getTime() - theirs
  } catch {
    return null
  }
}
