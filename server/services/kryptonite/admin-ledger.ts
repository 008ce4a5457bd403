import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/kryptonite.ts'
import { kr } from '#domain/kryptonite.ts'
import { writeAudit, type Admin, type AuditEntry } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
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
import { findPlayerName, moveKr, type KrMovement } from './ledger.ts'

const krAnswer = z.object({ balance: z.int() })
type KrAnswer = z.output<typeof krAnswer>

/** Gives Kr to a player, once per key; returns the balance. Refuses with `idempotency_key_reused`. */
export function creditKr(
  services: Services,
  admin: Admin,
  request: contract.CreditKrRequest,
  key: string | null,
): Promise<KrAnswer> {
  const { amount, discordUsername } = request
  return changeKr(services, admin, request, {
    once: { scope: 'kr_credit', key },
    type: 'admin_add',
    description: `Admin added ${amount} Kr`,
    discordUsername,
    action: 'kr_credited',
    facts: { discordUsername },
  })
}

/**
 * Gives or takes Kr for a reason that the player reads, once per key; returns the balance. Refuses with
 * `insufficient_balance` to take more than is there, unless `evenBelowZero`, and with
 * `idempotency_key_reused`.
 */
export function correctKr(
  services: Services,
  admin: Admin,
  request: BodyOf<typeof contract.correctKr>,
  key: string | null,
): Promise<KrAnswer> {
  const { reason } = request
  return changeKr(services, admin, request, {
    once: { scope: 'kr_correction', key },
    type: 'correction',
    description: reason,
    discordUsername: null,
    action: 'kr_corrected',
    facts: { reason },
  })
}

interface KrRequest {
  readonly steamId: string
  readonly amount: number
  readonly evenBelowZero?: boolean
}

interface KrChange extends Pick<KrMovement, 'type' | 'description'> {
  readonly once: { readonly scope: string; readonly key: string | null }
  /** Null where nobody typed one. */
  readonly discordUsername: string | null
  readonly action: AuditEntry['action']
  /** What the log keeps besides the amount. */
  readonly facts: Readonly<Record<string, string>>
}

function changeKr(
  services: Services,
  admin: Admin,
  request: KrRequest,
  { once, type, description, discordUsername, action, facts }: KrChange,
): Promise<KrAnswer> {
  const { steamId, amount, evenBelowZero = false } = request
  const now = services.clock()
  const attempt = { ...once, requestHash: hashRequest(request), now }
  return services.database.transaction((trx) =>
    answerOnce(trx, attempt, krAnswer, async () => {
      const { balance } = await moveKr(trx, {
        steamId,
        discordUsername: discordUsername ?? (await findPlayerName(trx, steamId)),
        amount: kr(amount),
        type,
        description,
        source: `admin_request:${randomUUID()}`,
        now,
      })
      // The balance is locked, so that no other line is between this one and its sum.
      if (amount < 0 && balance < 0 && !evenBelowZero) {
        throw new ServiceError('insufficient_balance', { balance: balance - amount })
      }
      await writeAudit(services, trx, admin, {
        action,
        subject: `balance:${steamId}`,
        before: { balance: balance - amount },
        after: { balance, amount, ...facts },
      })
      return { balance }
    }),
  )
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
