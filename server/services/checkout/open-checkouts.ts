import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { openedColumns, type CheckedTable } from '#server/services/payments/due-checks.ts'

/**
 * Open checkouts of one network: far more than the carts of a household or a school behind one
 * address, and few enough that thousands of them take hundreds of networks.
 */
const mostPerNetwork = 100
/** For one Steam ID, from all networks together. A cart has one for each item. */
const mostPerSteamId = 30
/** As many for a Steam ID are left to each network, so that strangers cannot shut a player out. */
const reservedPerNetwork = 15

interface CheckoutToOpen {
  readonly table: CheckedTable
  readonly steamId: string
  /** Where its buyer comes from; null for this machine itself, which is not counted. */
  readonly networks: ClientNetworks | null
  readonly payableMilliseconds: number
}

/**
 * Makes sure that one more checkout may be opened: one that is not paid yet and can still be. Everybody
 * who opens one for the same network or Steam ID waits for the end of the transaction. Answers the
 * networks' pseudonyms, narrowest first, to be kept with the checkout as long as it is open. Refuses
 * with `too_many_open_checkouts`.
 */
export async function admitCheckout(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  trx: Trx,
  { table, steamId, networks, payableMilliseconds }: CheckoutToOpen,
): Promise<string[] | null> {
  if (networks === null) return null
  const counted = networks.map(({ name, factor }) => ({
    pseudonym: pseudonymOf(name, config.sessionSecret),
    most: Math.floor(mostPerNetwork * factor),
  }))
  const pseudonyms = counted.map(({ pseudonym }) => pseudonym)
  // In the same order for everybody, so that nobody waits in a circle.
  for (const key of [steamId, ...pseudonyms].toSorted()) {
    await acquireAdvisoryLock(trx, `open-checkouts:${table}:${key}`)
  }
  const count = { table, now: clock(), payableMilliseconds }
  const waits: number[] = []
  for (const { pseudonym, most } of counted) {
    waits.push(await waitFor(trx, { ...count, which: isOf(pseudonym), most }))
  }
  const ofSteamId = sql`steam_id = ${steamId}`
  const own = sql`${ofSteamId} and ${isOf(pseudonyms[0] ?? '')}`
  if ((await waitFor(trx, { ...count, which: own, most: reservedPerNetwork })) > 0) {
    waits.push(await waitFor(trx, { ...count, which: ofSteamId, most: mostPerSteamId }))
  }
  const wait = Math.max(...waits)
  if (wait <= 0) return pseudonyms
  const retryAfterSeconds = Math.ceil(wait / 1000)
  throw new ServiceError('too_many_open_checkouts', { retryAfterSeconds })
}

function isOf(pseudonym: string): RawBuilder<unknown> {
  return sql`networks @> array[${pseudonym}]::text[]`
}

interface Count extends Pick<CheckoutToOpen, 'table' | 'payableMilliseconds'> {
  readonly now: Date
  readonly which: RawBuilder<unknown>
  readonly most: number
}

/** Milliseconds until fewer than the most are open; 0 when they are. */
async function waitFor(
  trx: Trx,
  { table, payableMilliseconds, now, which, most }: Count,
): Promise<number> {
  const opened = sql.ref(openedColumns[table])
  const { rows } = await sql<{ opened: Date }>`
    select ${opened} as opened from ${sql.table(table)}
    where networks is not null and status = 'pending'
      and ${opened} > ${new Date(now.getTime() - payableMilliseconds)} and ${which}
    order by ${opened} desc offset ${most - 1} limit 1`.execute(trx)
  const [oldest] = rows
  return oldest ? oldest.opened.getTime() + payableMilliseconds - now.getTime() : 0
}

/** Forgets where the checkouts came from that are over. */
export async function forgetNetworks(
  { database }: Pick<Services, 'database'>,
  table: CheckedTable,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set networks = null
    where networks is not null and status not in ('pending', 'processing')
      and (status <> 'superseded' or next_check_at is null)`.execute(database.db)
}

/** Whoever reads the tables, or a copy of them, does not learn who was here. */
function pseudonymOf(network: string, sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update(`open checkout ${network}`).digest('base64url')
}
