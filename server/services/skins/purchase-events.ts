import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'

export type PurchaseAnnouncer = ReturnType<typeof createPurchaseAnnouncer>

/** At most forty statements a second, and a delay that a page does not notice. */
const pauseMilliseconds = 25
/** While the database is down. */
const retryMilliseconds = 1000
const maxPending = 10_000

interface Batch {
  /** The Steam ID of each purchase. */
  readonly buyers: readonly string[]
  readonly balancesOf: readonly string[]
}

const emptyBatch: Batch = { buyers: [], balancesOf: [] }

/**
 * Writes and sends the events of many purchases at once, after their commit. Within the purchases'
 * transactions, NOTIFY would serialize their commits.
 */
export function createPurchaseAnnouncer({ database, log }: Pick<Services, 'database' | 'log'>) {
  const stopping = new AbortController()
  let pending = emptyBatch
  let publishing: Promise<void> | null = null

  // Bound, so that its log lines are not attributed to the first buyer's request.
  const publishAll = AsyncLocalStorage.bind(async (): Promise<void> => {
    while (pending.balancesOf.length > 0) {
      const batch = pending
      pending = emptyBatch
      try {
        await write(database, batch)
        await sleep(pauseMilliseconds)
      } catch (error) {
        log.warn({ err: error }, 'purchase events not sent')
        if (stopping.signal.aborted) break
        pending = mergeBatches(batch, pending)
        await sleep(retryMilliseconds, undefined, { signal: stopping.signal }).catch(
          () => undefined,
        )
      }
    }
    publishing = null
  })
  const add = (batch: Batch): void => {
    pending = mergeBatches(pending, batch)
    publishing ??= publishAll()
  }
  return {
    /** Sends the events of a new purchase to the pages of every process. */
    publishPurchase: (steamId: string): void => add({ buyers: [steamId], balancesOf: [steamId] }),
    /** Sends only the balance, for a repeated request: the first process may have died before it. */
    publishBalance: (steamId: string): void => add({ buyers: [], balancesOf: [steamId] }),
    /** Resolves when all events are sent, or cannot be. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await publishing
    },
  }
}

/** Keeps only the newest, in case nothing can be sent for long. */
function mergeBatches(before: Batch, after: Batch): Batch {
  return {
    buyers: [...before.buyers, ...after.buyers].slice(-maxPending),
    balancesOf: [...before.balancesOf, ...after.balancesOf].slice(-maxPending),
  }
}

/**
 * Writes one event for each purchase, and one for each player with the current balance. Locks the
 * balances, so that of two events of one balance the one with the greater id is the newer state.
 */
async function write({ db }: Services['database'], { buyers, balancesOf }: Batch): Promise<void> {
  await publishEvents(
    db,
    sql`with balances as materialized (
        select steam_id, balance from krypto_balance
        where steam_id = any(${balancesOf}::text[]) for share
      )
      select 'purchase', jsonb_build_object('type', 'Skin', 'buyers', array[buyer]), null
      from unnest(${buyers}::text[]) as buyer
      union all
      select 'balance', jsonb_build_object('balance', balance), steam_id from balances`,
  )
}
