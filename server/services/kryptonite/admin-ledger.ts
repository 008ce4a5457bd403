import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/kryptonite.ts'
import { kr } from '#domain/kryptonite.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import {
  beginningWith,
  containing,
  invalidCursor,
  isSteamId,
  matchesPlayer,
  readNumberCursor,
  rowsToFetch,
  toPage,
} from '#server/services/list-queries.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { moveKr } from './ledger.ts'

const creditAnswer = z.object({ balance: z.int() })

/** Gives Kr to a player, once per key; returns the balance. Refuses with `idempotency_key_reused`. */
export async function creditKr(
  services: Services,
  admin: Admin,
  request: contract.CreditKrRequest,
  key: string | null,
): Promise<z.output<typeof creditAnswer>> {
  const { steamId, discordUsername, amount } = request
  const now = services.clock()
  const once = { scope: 'kr_credit', key, requestHash: hashRequest(request), now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, creditAnswer, async () => {
      const { balance } = await moveKr(trx, {
        steamId,
        discordUsername,
        amount: kr(amount),
        type: 'admin_add',
        description: `Admin added ${amount} Kr`,
        source: `admin_request:${randomUUID()}`,
        now,
      })
      await writeAudit(services, trx, admin, {
        action: 'kr_credited',
        subject: `balance:${steamId}`,
        before: { balance: balance - amount },
        after: { balance, amount, discordUsername },
      })
      return { balance }
    }),
  )
}

/**
 * Gives or takes Kr for a reason that the player reads, once per key; returns the balance. Refuses with
 * `insufficient_balance` to take more than is there, unless `evenBelowZero`, and with
 * `idempotency_key_reused`.
 */
export async function correctKr(
  services: Services,
  admin: Admin,
  request: BodyOf<typeof contract.correctKr>,
  key: string | null,
): Promise<z.output<typeof creditAnswer>> {
  const { steamId, amount, reason, evenBelowZero } = request
  const now = services.clock()
  const once = { scope: 'kr_correction', key, requestHash: hashRequest(request), now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, creditAnswer, async () => {
      const { balance } = await moveKr(trx, {
        steamId,
        discordUsername: await findName(trx, steamId),
        amount: kr(amount),
        type: 'correction',
        description: reason,
        source: `admin_request:${randomUUID()}`,
        now,
      })
      // The balance is locked, so that no other line is between this one and its sum.
      if (amount < 0 && balance < 0 && !evenBelowZero) {
        throw new ServiceError('insufficient_balance', { balance: balance - amount })
      }
      await writeAudit(services, trx, admin, {
        action: 'kr_corrected',
        subject: `balance:${steamId}`,
        before: { balance: balance - amount },
        after: { balance, amount, reason },
      })
      return { balance }
    }),
  )
}

/** What the player is called on their balance or newest order; `-` where neither is known. */
async function findName(trx: Trx, steamId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select discord_username as name from krypto_balance where steam_id = ${steamId}
    union all (select discord_username from orders where steam_id = ${steamId}
      order by opened_at desc limit 1)`.execute(trx)
  return rows[0]?.name ?? '-'
}

const cursorShape = /^(-?\d{1,15})\.(7656\d{13})$/

/** A page of balances, the highest first. Refuses an invalid cursor with `validation_failed`. */
export async function listBalances(
  { database }: Services,
  { search, cursor }: QueryOf<typeof contract.listBalances>,
) {
  let query = database.db
    .selectFrom('krypto_balance')
    .select([
      'steam_id as steamId',
      'discord_username as discordUsername',
      'balance',
      'updated_at as updatedAt',
    ])
    .select(
      sql<boolean>`exists (
        select 1 from steam_claims where steam_claims.steam_id = krypto_balance.steam_id
      )`.as('isClaimed'),
    )
  if (search !== '') query = query.where(matchesPlayer(search))
  if (cursor !== undefined) {
    const [, balance, steamId] = cursorShape.exec(cursor) ?? []
    if (balance === undefined || steamId === undefined) throw invalidCursor()
    query = query.where((eb) =>
      eb.or([
        eb('balance', '<', Number(balance)),
        eb.and([eb('balance', '=', Number(balance)), eb('steam_id', '>', steamId)]),
      ]),
    )
  }
  const found = await query
    .orderBy('balance', 'desc')
    .orderBy('steam_id')
    .limit(rowsToFetch)
    .execute()
  return toPage(found, ({ balance, steamId }) => `${balance}.${steamId}`)
}

/** A page of the whole ledger, newest first. Refuses an invalid cursor with `validation_failed`. */
export async function searchTransactions(
  { database }: Services,
  { search, type, cursor }: QueryOf<typeof contract.searchTransactions>,
) {
  let query = database.db
    .selectFrom('krypto_transactions')
    .select([
      'id',
      'transaction_type as type',
      'amount',
      'description',
      'created_at as createdAt',
      'steam_id as steamId',
      'discord_username as discordUsername',
      'source',
    ])
  if (search !== '') query = query.where(matchesTransaction(search))
  if (type) query = query.where('transaction_type', '=', type)
  if (cursor !== undefined) query = query.where('id', '<', readNumberCursor(cursor))
  const found = await query.orderBy('id', 'desc').limit(rowsToFetch).execute()
  return toPage(found, ({ id }) => String(id))
}

/** Matches a part of the name or the description, a Steam ID, or the beginning of the source. */
function matchesTransaction(search: string): RawBuilder<boolean> {
  if (isSteamId(search)) return sql<boolean>`steam_id = ${search}`
  const part = containing(search)
  const digits = /^\d+$/.test(search) ? sql`or steam_id like ${part}` : sql``
  return sql<boolean>`(
    discord_username ilike ${part} or description ilike ${part} ${digits}
    or source like ${beginningWith(search)} or split_part(source, ':', 2) like ${beginningWith(search)}
  )`
}
