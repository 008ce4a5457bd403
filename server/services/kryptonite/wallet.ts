import { sql } from 'kysely'
import type { TransactionView } from '#contract/kryptonite.ts'
import { ownRows, type DataOwner } from '#server/services/accounts/own-data.ts'
import type { Services } from '#server/services/context.ts'
import { toPage } from '#server/services/list-queries.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  selectSkinPurchases,
  type SkinPurchaseRecord,
} from '#server/services/skins/admin-skin-purchases.ts'

/**
 * Allows reading the lines and skins of a balance: all of a claimed one to its account alone, their
 * own ones (`ownRows`) of an unclaimed one to those who bought Kr for themselves with it. Refuses both
 * with `claim_required`, so that a stranger does not learn whether it is claimed.
 */
export async function authorizeRead(
  { database }: Pick<Services, 'database'>,
  steamId: string,
  reader: DataOwner,
): Promise<void> {
  const claim = await database.db
    .selectFrom('steam_claims')
    .select('user_id')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  const mayRead = claim
    ? claim.user_id === reader.userId
    : await hasBought(database, steamId, reader)
  if (!mayRead) throw new ServiceError('claim_required')
}

/** Opening a checkout is free, so only paid ones count, even after a refund. */
async function hasBought(
  { db }: Services['database'],
  steamId: string,
  reader: DataOwner,
): Promise<boolean> {
  const bought = await db
    .selectFrom('krypto_orders')
    .select('id')
    .where('steam_id', '=', steamId)
    .where(ownRows(reader).krypto_orders)
    // Whoever gives a present does not see what its receiver owns.
    .where('for_somebody_else', '=', false)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return bought !== undefined
}

/** Kr of a Steam ID; 0 without a balance. */
export async function readBalance(
  { database }: Pick<Services, 'database'>,
  steamId: string,
): Promise<number> {
  const account = await database.db
    .selectFrom('krypto_balance')
    .select('balance')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  return account?.balance ?? 0
}

const linesPerPage = 50

type LedgerLine = Omit<TransactionView, 'createdAt'> & { readonly createdAt: Date }

/** A line beside the balance, or nulls beside it when there is no line. */
type LedgerRow = { readonly balance: number } & (
  | LedgerLine
  | { readonly [Column in keyof LedgerLine]: null }
)

/**
 * A page of the reader's lines of a balance, newest first, older than `before` where given. The balance
 * after each line is the current balance minus all later lines. One statement, so that a concurrent line
 * is in both or in neither. Lines of one account have ids in the order in which they changed the balance.
 */
export async function listTransactions(
  { database }: Pick<Services, 'database'>,
  steamId: string,
  reader: DataOwner,
  before: number | null,
) {
  const { rows } = await sql<LedgerRow>`
    with account as (
      select coalesce(
        (select b.balance from krypto_balance b where b.steam_id = ${steamId}), 0) as balance
    ), page as (
      select id, transaction_type, amount, description, created_at from krypto_transactions
      where steam_id = ${steamId} and (${before}::bigint is null or id < ${before}::bigint)
        and ${ownRows(reader).krypto_transactions}
      order by id desc limit ${linesPerPage + 1}
    ), since as (
      select id, sum(amount) over (order by id desc) as amount from krypto_transactions
      where steam_id = ${steamId} and id >= (select min(id) from page)
    )
    select account.balance, page.id, page.transaction_type as type, page.amount, page.description,
      page.created_at as "createdAt",
      (account.balance - since.amount + page.amount)::bigint as "balanceAfter"
    from account left join (page join since using (id)) on true
    order by page.id desc`.execute(database.db)
  const lines = rows.flatMap((row) => {
    const { balance: _, ...line } = row
    return line.id === null ? [] : [line]
  })
  const { rows: transactions, nextCursor } = toPage(lines, ({ id }) => String(id), linesPerPage)
  return { balance: rows[0]?.balance ?? 0, transactions, nextCursor }
}

/** More than any player owns; an unlimited list could be abused to load the server. */
const maxSkins = 500

/** The reader's skins of a Steam ID, newest first. */
export async function listSkins(
  { database }: Pick<Services, 'database'>,
  steamId: string,
  reader: DataOwner,
): Promise<SkinPurchaseRecord[]> {
  return selectSkinPurchases(database.db)
    .where('steam_id', '=', steamId)
    .where(ownRows(reader).skin_purchases)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxSkins)
    .execute()
}
