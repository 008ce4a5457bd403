import { sql, type RawBuilder } from 'kysely'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { pseudonymOf, type ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  openedColumns,
  payableMilliseconds,
  type CheckedTable,
} from '#server/services/payments/due-checks.ts'

/**
 * Open checkouts of one network: far more than the carts of a household or a school behind one
 * address, and so few that thousands of open checkouts take hundreds of networks.
 */
const maxPerNetwork = 100
/** For one Steam ID, from all networks together. Each item of a cart has its own checkout. */
const maxPerSteamId = 30
/** Each network may open this many for a Steam ID, so that strangers cannot shut a player out. */
const reservedPerNetwork = 15

interface CheckoutToOpen {
  readonly table: CheckedTable
  readonly steamId: string
  /** The buyer's networks; null for this machine itself, which is not counted. */
  readonly networks: ClientNetworks | null
}

/**
 * Checks that one more checkout may be opened: one that is unpaid and can still be paid. Concurrent
 * callers for the same network or Steam ID wait for the end of the transaction. Returns the
 * networks' pseudonyms, narrowest first, to be stored with the checkout while it is open. Refuses
 * with `too_many_open_checkouts`.
 */
export async function admitCheckout(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  trx: Trx,
  { table, steamId, networks }: CheckoutToOpen,
): Promise<string[] | null> {
  if (networks === null) return null
  const counted = networks.map(({ name, factor }) => ({
    pseudonym: pseudonymOf(`open checkout ${name}`, config),
    limit: Math.floor(maxPerNetwork * factor),
  }))
  const pseudonyms = counted.map(({ pseudonym }) => pseudonym)
  // Always in the same order, so that transactions cannot deadlock.
  for (const key of [steamId, ...pseudonyms].toSorted()) {
    await acquireAdvisoryLock(trx, `open-checkouts:${table}:${key}`)
  }
  const count = { table, now: clock() }
  const waits: number[] = []
  for (const { pseudonym, limit } of counted) {
    waits.push(await timeUntilRoom(trx, { ...count, where: isFromNetwork(pseudonym), limit }))
  }
  const ofSteamId = sql`steam_id = ${steamId}`
  const own = sql`${ofSteamId} and ${isFromNetwork(pseudonyms[0] ?? '')}`
  if ((await timeUntilRoom(trx, { ...count, where: own, limit: reservedPerNetwork })) > 0) {
    waits.push(await timeUntilRoom(trx, { ...count, where: ofSteamId, limit: maxPerSteamId }))
  }
  const wait = Math.max(...waits)
  if (wait <= 0) return pseudonyms
  const retryAfterSeconds = Math.ceil(wait / 1000)
  throw new ServiceError('too_many_open_checkouts', { retryAfterSeconds })
}

function isFromNetwork(pseudonym: string): RawBuilder<unknown> {
  return sql`networks @> array[${pseudonym}]::text[]`
}

interface CountedCheckouts {
  readonly table: CheckedTable
  readonly now: Date
  readonly where: RawBuilder<unknown>
  readonly limit: number
}

/** Milliseconds until fewer than the limit are open; 0 when there is room. */
async function timeUntilRoom(
  trx: Trx,
  { table, now, where, limit }: CountedCheckouts,
): Promise<number> {
  const payableMs = payableMilliseconds[table]
  const opened = sql.ref(openedColumns[table])
  const { rows } = await sql<{ opened: Date }>`
    select ${opened} as opened from ${sql.table(table)}
    where networks is not null and status = 'pending'
      and ${opened} > ${new Date(now.getTime() - payableMs)} and ${where}
    order by ${opened} desc offset ${limit - 1} limit 1`.execute(trx)
  const [oldest] = rows
  return oldest ? oldest.opened.getTime() + payableMs - now.getTime() : 0
}
