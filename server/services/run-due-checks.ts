import { sql } from 'kysely'
import type { Services } from './context.ts'

const checksAtOnce = 10
/** A run starts nothing new after this time, so that it ends before its job is given to another. */
const longestRunMilliseconds = 45_000
/** About as many as a run can do when a provider takes a quarter of a second. */
const mostPlanned = 2000
/** For how long what somebody said of an order puts it in front. */
const toldMinutes = 15

/** The tables whose orders have a next check, with the column that says when a checkout was opened. */
export const openedColumns = { orders: 'opened_at', krypto_orders: 'created_at' } as const
export type CheckedTable = keyof typeof openedColumns

interface DueChecks<Claimed> {
  readonly table: CheckedTable
  /** Takes an order whose check is due, and moves that on; undefined when somebody else has. */
  readonly claim: (id: string) => Promise<Claimed | undefined>
  /** Must not reject. */
  readonly check: (claimed: Claimed) => Promise<void>
}

/** Whether the run may still start something. */
export type HasTime = () => boolean

/** Begins the time of one run of a job, or of a part of it. */
export function startRun(longestMilliseconds = longestRunMilliseconds): HasTime {
  const startedAt = performance.now()
  return () => performance.now() - startedAt < longestMilliseconds
}

/** Checks the orders that are due, ten at once, until none is left or the run's time is over. */
export async function runDueChecks<Claimed>(
  services: Pick<Services, 'database' | 'clock'>,
  hasTime: HasTime,
  { table, claim, check }: DueChecks<Claimed>,
): Promise<void> {
  while (hasTime()) {
    const ids = await planFairly(services, table)
    if (ids.length === 0) return
    await workThrough(ids, hasTime, async (id) => {
      const claimed = await claim(id)
      if (claimed !== undefined) await check(claimed)
    })
  }
}

/** Works through the items in their order, ten at once, as long as the run has time. */
export async function workThrough<Item>(
  items: readonly Item[],
  hasTime: HasTime,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const workOff = async (): Promise<void> => {
    for (const item of queue) {
      if (!hasTime()) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, workOff))
}

/**
 * The orders that are due. The networks take turns, so that thousands of abandoned checkouts from one
 * of them delay nobody else: each network's orders in the order in which somebody said that they are
 * paid, then the newest. The widest network counts, because somebody who has a /48 of IPv6 has all of
 * its parts. An order whose network is not known stands for itself.
 */
async function planFairly(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  table: CheckedTable,
): Promise<string[]> {
  const now = clock()
  const toldSince = new Date(now.getTime() - toldMinutes * 60_000)
  const isTold =
    table === 'orders' ? sql`coalesce(told_at > ${toldSince}, false)` : sql`status = 'processing'`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, is_told, opened,
        row_number() over (partition by network order by is_told desc, opened desc) as turn
      from (
        select id, ${isTold} as is_told, ${sql.ref(openedColumns[table])} as opened,
          coalesce(networks[cardinality(networks)], id::text) as network
        from ${sql.table(table)} where next_check_at <= ${now}
      ) as due
    ) as ranked
    order by turn, is_told desc, opened desc
    limit ${mostPlanned}`.execute(database.db)
  return rows.map(({ id }) => id)
}
