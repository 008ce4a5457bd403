import { sql, type RawBuilder } from 'kysely'
import type { LedgerCheckView } from '#contract/kryptonite.ts'
import type { Kr, TransactionType } from '#domain/kryptonite.ts'
import type { Database } from '#server/db/database.ts'
import type { Services, Trx } from '#server/services/context.ts'

export interface KrMovement {
  readonly steamId: string
  readonly discordUsername: string
  /** Negative to take Kr; never 0. */
  readonly amount: Kr
  /** Only the database function `buy_skin` sells skins. */
  readonly type: Exclude<TransactionType, 'skin_purchase'>
  /** Shown to the player. */
  readonly description: string
  /** What caused it, unique: `stripe:<session>:bonus`, `admin_request:<id>`. */
  readonly source: string
  readonly now: Date
}

export interface KrMovementResult {
  /** False when the same source had already moved the same Kr; then nothing changed. */
  readonly isNew: boolean
  /** The balance after this movement. */
  readonly balance: number
}

/**
 * Gives or takes Kr in the caller's transaction, once per source. The balance stays locked until
 * the transaction ends.
 * @throws when the source has moved other Kr.
 */
export async function moveKr(trx: Trx, movement: KrMovement): Promise<KrMovementResult> {
  const { steamId, discordUsername, amount, type, description, source, now } = movement
  const { rows } = await sql<KrMovementResult>`
    select is_new as "isNew", balance from move_kr(
      ${steamId}, ${discordUsername}, ${amount}, ${type}, ${description}, ${source}, ${now}
    )`.execute(trx)
  const [result] = rows
  if (!result) throw new Error('move_kr returned no row')
  return result
}

/**
 * What the player is called on their balance, or on the newest order that they paid for themselves:
 * others can name them as they like. `-` where neither is known.
 */
export async function findPlayerName(trx: Trx, steamId: string): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(
      (select discord_username from krypto_balance where steam_id = ${steamId}),
      (select discord_username from orders
        where steam_id = ${steamId} and paid_at is not null and not for_somebody_else
        order by paid_at desc limit 1)
    ) as name`.execute(trx)
  return rows[0]?.name ?? '-'
}

/** Many differences have one cause, which the first ones show. */
const maxDifferences = 1000

/** Each finds one kind of inconsistency, as a sentence for the owner. */
const ledgerChecks: readonly RawBuilder<{ sentence: string }>[] = [
  // A balance without rows must be 0, and rows without a balance must sum up to 0.
  sql`
    with sums as (
      select steam_id, sum(amount) as amount from krypto_transactions group by steam_id
    )
    select format('%s has %s Kr, its lines sum up to %s.',
      steam_id, coalesce(b.balance, 0), coalesce(s.amount, 0)) as sentence
    from krypto_balance b full join sums s using (steam_id)
    where coalesce(b.balance, 0) <> coalesce(s.amount, 0)`,
  sql`
    with lines as (
      select id, steam_id, transaction_type,
        sum(amount) over (partition by steam_id order by id) as balance_after
      from krypto_transactions
    )
    select format('%s had %s Kr after line %s, which spent more than there was.',
      steam_id, balance_after, id) as sentence
    from lines where transaction_type = 'skin_purchase' and balance_after < 0`,
  sql`
    with spent as (
      select * from krypto_transactions where transaction_type = 'skin_purchase'
    )
    select case
      when p.id is null then format('Line %s of %s took %s Kr, but there is no skin for it.',
        t.id, t.steam_id, -t.amount)
      when t.id is null then format('The skin %s of %s cost %s Kr, but no line took them.',
        p.id, p.steam_id, p.price_kr)
      else format('The skin %s of %s cost %s Kr, but line %s took %s Kr of %s.',
        p.id, p.steam_id, p.price_kr, t.id, -t.amount, t.steam_id)
      end as sentence
    from skin_purchases p full join spent t on t.source = 'skin_purchase:' || p.id
    where p.id is null or t.id is null or p.steam_id <> t.steam_id or p.price_kr <> -t.amount`,
  sql`
    with wanted as (
      select id, steam_id, 'pack_purchase' as type, amount, 'stripe:' || session_id as source
      from krypto_orders where paid_at is not null
      union all
      select id, steam_id, 'pack_bonus', bonus, 'stripe:' || session_id || ':bonus'
      from krypto_orders where paid_at is not null and bonus > 0
    ), given as (
      select * from krypto_transactions
      where transaction_type in ('pack_purchase', 'pack_bonus')
    )
    select case
      when t.id is null then format('The pack order %s of %s is paid, but %s Kr were not given.',
        w.id, w.steam_id, w.amount)
      when w.id is null then format('Line %s gave %s Kr to %s for a pack that is not paid.',
        t.id, t.amount, t.steam_id)
      else format('The pack order %s promises %s Kr to %s, line %s gave %s Kr to %s.',
        w.id, w.amount, w.steam_id, t.id, t.amount, t.steam_id)
      end as sentence
    from wanted w full join given t on t.source = w.source and t.transaction_type = w.type
    where w.id is null or t.id is null or w.steam_id <> t.steam_id or w.amount <> t.amount`,
  sql`
    with taken as (
      select split_part(source, ':', 2) as session_id, -sum(amount) as amount
      from krypto_transactions where transaction_type in ('refund', 'dispute') group by 1
    )
    select format('Of the checkout %s %s Kr should be taken back, %s are.',
      session_id, coalesce(o.kr_taken_back, 0), coalesce(t.amount, 0)) as sentence
    from krypto_orders o full join taken t using (session_id)
    where coalesce(o.kr_taken_back, 0) <> coalesce(t.amount, 0)`,
]

/**
 * Checks the whole ledger in one snapshot: every balance is the sum of its lines, no line spends
 * more than the balance, and every skin and every paid pack has its lines, and every such line its
 * skin or pack.
 */
export async function verifyLedger({
  withoutStatementTimeout,
}: Pick<Database, 'withoutStatementTimeout'>): Promise<LedgerCheckView> {
  return withoutStatementTimeout.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    const { rows } = await sql<{ balances: number; transactions: number }>`
      select (select count(*) from krypto_balance) as balances,
        (select count(*) from krypto_transactions) as transactions`.execute(trx)
    const [totals = { balances: 0, transactions: 0 }] = rows
    const sentences: string[] = []
    for (const difference of ledgerChecks) {
      const found = await sql<{ sentence: string }>`
        ${difference} order by sentence limit ${maxDifferences}`.execute(trx)
      sentences.push(...found.rows.map(({ sentence }) => sentence))
    }
    return { ...totals, differences: sentences }
  })
}

/**
 * Checks the whole ledger, and logs an error when it is inconsistent. The result is stored with the
 * job, where the metrics of every process find it.
 */
export async function checkLedger({
  database,
  log,
}: Pick<Services, 'database' | 'log'>): Promise<{ differences: number }> {
  const { differences } = await verifyLedger(database)
  if (differences.length > 0) {
    // Without the sentences, which name players; `npm run verify-ledger` prints them.
    log.error({ differences: differences.length }, 'the ledger is inconsistent')
  }
  return { differences: differences.length }
}
