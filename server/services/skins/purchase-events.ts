import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '#server/services/context.ts'

export interface Announce {
  /** Tells every process that this player has just bought a skin. */
  tellPurchase(steamId: string): void
  /** Tells the balance alone: of a purchase that a process may have died before telling. */
  tellBalance(steamId: string): void
  /** Resolves when all is told that can be. */
  stop(): Promise<void>
}

/** A page hears of a purchase soon enough; the database is asked forty times in a second at most. */
const restMilliseconds = 25
/** While the database is away, and nobody buys. */
const retryMilliseconds = 1000
const mostUntold = 10_000
/** A payload of NOTIFY holds 8,000 bytes; an event of ours has less than 200. */
const eventsPerPayload = 30

interface News {
  /** A Steam ID for each purchase. */
  readonly buyers: readonly string[]
  readonly balancesOf: readonly string[]
}

const noNews: News = { buyers: [], balancesOf: [] }

/**
 * Writes and sends the events of many purchases at once, after their commit. In each purchase's own
 * transaction NOTIFY would let all of them commit only one behind the other.
 */
export function createAnnounce({ database, log }: Pick<Services, 'database' | 'log'>): Announce {
  const stopping = new AbortController()
  let untold = noNews
  let telling: Promise<void> | null = null

  // Bound, because it works for many buyers: its log is not about the first one's request.
  const tellAll = AsyncLocalStorage.bind(async (): Promise<void> => {
    while (untold.balancesOf.length > 0) {
      const news = untold
      untold = noNews
      try {
        await tell(database, news)
        await sleep(restMilliseconds)
      } catch (error) {
        log.warn({ err: error }, 'could not tell of purchases')
        if (stopping.signal.aborted) break
        untold = join(news, untold)
        await sleep(retryMilliseconds, undefined, { signal: stopping.signal }).catch(
          () => undefined,
        )
      }
    }
    telling = null
  })
  const add = (news: News): void => {
    untold = join(untold, news)
    telling ??= tellAll()
  }
  return {
    tellPurchase: (steamId) => add({ buyers: [steamId], balancesOf: [steamId] }),
    tellBalance: (steamId) => add({ buyers: [], balancesOf: [steamId] }),
    stop: async () => {
      stopping.abort()
      await telling
    },
  }
}

/** The newest, should nothing be told for long. */
function join(before: News, after: News): News {
  return {
    buyers: [...before.buyers, ...after.buyers].slice(-mostUntold),
    balancesOf: [...before.balancesOf, ...after.balancesOf].slice(-mostUntold),
  }
}

/**
 * One event for each purchase; of each player the balance as it stands by now. Its row is locked, so
 * that of two events of one balance the one with the greater id is the newer state.
 */
async function tell({ db }: Services['database'], { buyers, balancesOf }: News): Promise<void> {
  await sql`
    with balances as materialized (
      select steam_id, balance from krypto_balance
      where steam_id = any(${balancesOf}::text[]) for share
    ), told as (
      insert into events (name, data, audience)
      select 'purchase', '{"type": "Skin"}'::jsonb, null from unnest(${buyers}::text[])
      union all
      select 'balance', jsonb_build_object('balance', balance), steam_id from balances
      returning id, name, data, audience
    ), pages as (
      select (row_number() over (order by id) - 1) / ${eventsPerPayload}::bigint as page, told.*
      from told
    )
    select pg_notify('events', jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'data', data, 'audience', audience) order by id
    )::text) from pages group by page`.execute(db)
}
