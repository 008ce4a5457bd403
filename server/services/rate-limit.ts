import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Services } from './context.ts'

export type RateVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly retryAfterSeconds: number
      /** The name of the one whose window is full. */
      readonly full: string
    }

/** What has an allowance of its own: a range of addresses, a browser, all strangers together. */
export interface Counted {
  readonly name: string
  /** How many times what a limit says it may do. */
  readonly factor: number
}

/**
 * All that one visitor is counted as, from the narrowest range of addresses to the widest. There is no
 * reader of only one of them, so that no limit leaves out the wider ones.
 */
export type ClientNetworks = readonly [Counted, ...Counted[]]

/** One counter for all visitors together. */
export const everybody: ClientNetworks = [{ name: 'everybody', factor: 1 }]

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
const exhaustedWindows = new WeakMap<Services['database'], ExhaustedWindows>()

/**
 * Counts a request in its fixed window, for all processes of the product together, once for each that
 * it is counted as. What the first has no room for is not counted for the next: a flood from one /64
 * does not use up what its neighbours have. The database keeps no more of a name than tells it from
 * others.
 */
export async function countRequest(
  services: Counting,
  limit: RateLimit,
  who: ClientNetworks,
): Promise<RateVerdict> {
  const windows = windowsOf(services, limit, who)
  const known = exhaustedWindowsOf(services)
  const knownFull = windows.find(({ id }) => known.has(id))
  if (knownFull) return exceeded(knownFull)
  const full = windows[await countWhereRoom(services, windows)]
  if (!full) return { allowed: true }
  known.add(full.id)
  return exceeded(full)
}

/** The name of a visitor where each counts once: of all that one subscriber may have it is one. */
export function widestName(networks: ClientNetworks): string {
  return (networks.at(-1) ?? networks[0]).name
}

/** Counts one in each window until one is full, in one statement; answers how many had room. */
async function countWhereRoom({ database }: Counting, windows: readonly Window[]): Promise<number> {
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
  return rows[0]?.counted ?? 0
}

/** Whether the windows have room, without counting: for limits on what only turns out afterwards. */
export async function checkLimit(
  services: Counting,
  limit: RateLimit,
  who: ClientNetworks,
): Promise<RateVerdict> {
  const windows = windowsOf(services, limit, who)
  const known = exhaustedWindowsOf(services)
  const knownFull = windows.find(({ id }) => known.has(id))
  if (knownFull) return exceeded(knownFull)
  const counted = await services.database.db
    .selectFrom('rate_limits')
    .select(['key', 'count'])
    .where(
      'key',
      'in',
      windows.map(({ key }) => key),
    )
    .where('window_start', '=', windows[0].start)
    .execute()
  const full = windows.find(({ key, requests }) =>
    counted.some((row) => row.key === key && row.count >= requests),
  )
  if (!full) return { allowed: true }
  known.add(full.id)
  return exceeded(full)
}

function exhaustedWindowsOf({ database }: Counting): ExhaustedWindows {
  const known = exhaustedWindows.get(database) ?? createExhaustedWindows(() => performance.now())
  exhaustedWindows.set(database, known)
  return known
}

interface Window {
  /** Who is counted in it. */
  readonly who: string
  readonly key: string
  readonly start: Date
  /** Of this window alone. */
  readonly id: string
  readonly requests: number
  readonly secondsLeft: number
}

function windowsOf(
  { clock, config }: Counting,
  { name, requests, windowSeconds }: RateLimit,
  [first, ...others]: ClientNetworks,
): readonly [Window, ...Window[]] {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const startSeconds = nowSeconds - (nowSeconds % windowSeconds)
  const start = new Date(startSeconds * 1000)
  const secondsLeft = startSeconds + windowSeconds - nowSeconds
  const windowOf = (counted: Counted): Window => {
    const key = `${name}:${pseudonymOf(counted.name, config)}`
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

/** Whoever reads the table, or a copy of it, does not learn who was here. */
function pseudonymOf(who: string, { sessionSecret }: Counting['config']): string {
  return createHmac('sha256', sessionSecret).update(`rate limit ${who}`).digest('base64url')
}

function exceeded({ secondsLeft, who }: Window): RateVerdict {
  return { allowed: false, retryAfterSeconds: secondsLeft, full: who }
}

/** Windows of limits that are known to be full, for a moment. */
interface ExhaustedWindows {
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
export function createExhaustedWindows(now: () => number): ExhaustedWindows {
  /** Until when each is remembered. */
  const until = new LRUCache<string, number>({ max: mostWindows })
  return {
    has: (window) => (until.get(window) ?? 0) > now(),
    add: (window) => void until.set(window, now() + rememberedMilliseconds),
  }
}
