import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Services } from './context.ts'
import { ServiceError } from './service-error.ts'

export type RateVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly retryAfterSeconds: number
      /** The name of the counted subject whose window is full. */
      readonly full: string
    }

/** Refuses with `rate_limited` when a window is full. */
export function requireAllowed(verdict: RateVerdict): void {
  if (verdict.allowed) return
  throw new ServiceError('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}

/** A counted subject: a range of addresses, a browser, all strangers together. */
export interface Counted {
  readonly name: string
  /** Multiplies a limit for this subject. */
  readonly factor: number
}

/**
 * The networks of one visitor, from the narrowest range of addresses to the widest. Always all of
 * them, so that no limit can omit the wider ones.
 */
export type ClientNetworks = readonly [Counted, ...Counted[]]

/** One counter for all visitors together. */
export const everybody: ClientNetworks = [{ name: 'everybody', factor: 1 }]

export interface RateLimit {
  /** Identifies the counter; limits with the same name share it. */
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
}

type Counting = Pick<Services, 'database' | 'clock'> & {
  readonly config: Pick<Services['config'], 'sessionSecret'>
}

/** Cache per database of full windows, which are refused without a query. */
const exhaustedWindows = new WeakMap<
  Services['database'],
  ReturnType<typeof createExhaustedWindows>
>()

/**
 * Counts a request in fixed windows across all processes, one for each subject in `who`. A request
 * that the first window refuses is not counted in the next: a flood from one /64 does not use up
 * the limit of its neighbours. The database stores only keyed hashes of the names.
 */
export function countRequest(
  services: Counting,
  limit: RateLimit,
  who: ClientNetworks,
): Promise<RateVerdict> {
  return judge(services, limit, who, countWhereRoom)
}

/** Checks the windows without counting: for limits on results that are known only afterwards. */
export function checkLimit(
  services: Counting,
  limit: RateLimit,
  who: ClientNetworks,
): Promise<RateVerdict> {
  return judge(services, limit, who, findFull)
}

/**
 * Counts a try before its work, so that tries at once cannot pass the limit together, and takes it back
 * unless it fails in the counted way. Refuses with `rate_limited`.
 */
export async function limitFailures<Answer>(
  services: Counting,
  limit: RateLimit,
  who: ClientNetworks,
  { work, isCounted }: { work: () => Promise<Answer>; isCounted: (error: unknown) => boolean },
): Promise<Answer> {
  const windows = windowsOf(services, limit, who)
  // Not kept as full: a try may be taken back at once.
  const full = await countWhereRoom(services, windows)
  if (full) requireAllowed(exceeded(full))
  try {
    const answer = await work()
    await takeBack(services, windows)
    return answer
  } catch (error) {
    if (!isCounted(error)) await takeBack(services, windows)
    throw error
  }
}

/** One after the other, because tries at once would lock the rows in different orders. */
async function takeBack({ database: { db } }: Counting, windows: Windows): Promise<void> {
  for (const { key, start } of windows) {
    await db
      .updateTable('rate_limits')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('window_start', '=', start)
      .execute()
  }
}

async function judge(
  services: Counting,
  limit: RateLimit,
  who: ClientNetworks,
  readFull: (services: Counting, windows: Windows) => Promise<Window | undefined>,
): Promise<RateVerdict> {
  const windows = windowsOf(services, limit, who)
  const known = exhaustedWindowsOf(services)
  const knownFull = windows.find(({ id }) => known.has(id))
  if (knownFull) return exceeded(knownFull)
  const full = await readFull(services, windows)
  if (!full) return { allowed: true }
  known.add(full.id)
  return exceeded(full)
}

/** The widest network of a visitor: one subscriber has one, however many addresses it contains. */
export function widestName(networks: ClientNetworks): string {
  return (networks.at(-1) ?? networks[0]).name
}

/** Counts one in each window until one is full, which it returns, in one statement. */
async function countWhereRoom({ database }: Counting, windows: Windows) {
  const tables = windows.map((_, index) => sql.table(`counted_${index}`))
  const steps = windows.map(({ key, start, requests }, index) => {
    const before = tables[index - 1]
    return sql`${tables[index]} as (
      insert into rate_limits (key, window_start, count)
      select ${key}::text, ${start}::timestamptz, 1 ${before ? sql`from ${before}` : sql``}
      on conflict (key, window_start) do update set count = rate_limits.count + 1
        where rate_limits.count < ${requests}::int
      returning 1
    )`
  })
  const all = tables.map((table) => sql`select 1 from ${table}`)
  const { rows } = await sql<{ counted: number }>`
    with ${sql.join(steps)}
    select count(*)::int as counted from (${sql.join(all, sql` union all `)}) as steps
  `.execute(database.db)
  return windows[rows[0]?.counted ?? 0]
}

async function findFull({ database }: Counting, windows: Windows): Promise<Window | undefined> {
  const counted = await database.db
    .selectFrom('rate_limits')
    .select(['key', 'count'])
    .where(
      'key',
      'in',
      windows.map(({ key }) => key),
    )
    .where('window_start', '=', windows[0].start)
    .execute()
  return windows.find(({ key, requests }) =>
    counted.some((row) => row.key === key && row.count >= requests),
  )
}

function exhaustedWindowsOf({ database }: Counting) {
  const known = exhaustedWindows.get(database) ?? createExhaustedWindows(() => performance.now())
  exhaustedWindows.set(database, known)
  return known
}

interface Window {
  /** The name of the counted subject. */
  readonly who: string
  readonly key: string
  readonly start: Date
  /** Identifies the window, by its key and its start. */
  readonly id: string
  readonly requests: number
  readonly secondsLeft: number
}

type Windows = readonly [Window, ...Window[]]

function windowsOf(
  { clock, config }: Counting,
  { name, requests, windowSeconds }: RateLimit,
  [first, ...others]: ClientNetworks,
): Windows {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const startSeconds = nowSeconds - (nowSeconds % windowSeconds)
  const start = new Date(startSeconds * 1000)
  const secondsLeft = startSeconds + windowSeconds - nowSeconds
  const windowOf = (counted: Counted): Window => {
    const key = `${name}:${pseudonymOf(`rate limit ${counted.name}`, config)}`
    return {
      who: counted.name,
      key,
      start,
      id: `${key}:${startSeconds}`,
      requests: Math.floor(requests * counted.factor),
      secondsLeft,
    }
  }
  return [windowOf(first), ...others.map(windowOf)]
}

/** A keyed hash, so that readers of the tables, or of a copy, cannot recover the addresses. */
export function pseudonymOf(text: string, { sessionSecret }: Counting['config']): string {
  return createHmac('sha256', sessionSecret).update(text).digest('base64url')
}

function exceeded({ secondsLeft, who }: Window): RateVerdict {
  return { allowed: false, retryAfterSeconds: secondsLeft, full: who }
}

/** A full window stays full until it ends; this delay applies when the table is emptied by hand. */
const cacheMilliseconds = 5000
/** Some megabytes; a window that was evicted costs a query again. */
const maxWindows = 20_000

/**
 * Caches full windows, so that refusing a flood costs the database next to nothing. `now` is in
 * milliseconds of a monotonic clock.
 */
export function createExhaustedWindows(now: () => number) {
  /** When each entry expires. */
  const until = new LRUCache<string, number>({ max: maxWindows })
  return {
    has: (window: string): boolean => (until.get(window) ?? 0) > now(),
    add: (window: string): void => void until.set(window, now() + cacheMilliseconds),
  }
}
