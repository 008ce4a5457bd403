import { sql } from 'kysely'
import type { TransactionType } from '#domain/kryptonite.ts'
import type { Services } from '#server/services/context.ts'

export interface LedgerLine {
  readonly id: number
  readonly transaction_type: TransactionType
  readonly amount: number
  readonly balance_after: number
  readonly description: string
  readonly created_at: Date
}

export interface LedgerPage {
  readonly balance: number
  readonly lines: readonly LedgerLine[]
  /** The id of the last line when older ones follow. */
  readonly nextBefore: number | null
}

const linesPerPage = 50

/** A line beside the balance, or nulls beside it when there is no line. */
type LedgerRow = { readonly balance: number } & (
  | LedgerLine
  | { readonly [Column in keyof LedgerLine]: null }
)

/**
 * The lines of a balance, newest first, those older than `before` where it is given. What the
 * balance was after each is the balance now without all that came since; one statement, so that a
 * line which comes meanwhile is in both or in neither. Lines of one account have their ids in the
 * order in which they moved it.
 */
export async function listTransactions(
  { database }: Pick<Services, 'database'>,
  steamId: string,
  before: number | null,
): Promise<LedgerPage> {
  const { rows } = await sql<LedgerRow>`
    with account as (
      select coalesce(
        (select b.balance from krypto_balance b where b.steam_id = ${steamId}), 0) as balance
    ), page as (
      select id, transaction_type, amount, description, created_at from krypto_transactions
      where steam_id = ${steamId} and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc limit ${linesPerPage + 1}
    ), since as (
      select coalesce(sum(amount), 0) as amount from krypto_transactions
      where steam_id = ${steamId} and id > (select max(id) from page)
    )
    select account.balance, page.id, page.transaction_type, page.amount, page.description,
      page.created_at, (
        account.balance - since.amount
          - sum(page.amount) over (order by page.id desc) + page.amount
      )::bigint as balance_after
    from account cross join since left join page on true
    order by page.id desc`.execute(database.db)
  const lines = rows.filter(isLine)
  return {
    balance: rows[0]?.balance ?? 0,
    lines: lines.slice(0, linesPerPage),
    nextBefore: lines.length > linesPerPage ? (lines[linesPerPage - 1]?.id ?? null) : null,
  }
}

function isLine(row: LedgerRow): row is LedgerRow & LedgerLine {
  return row.id !== null
}
