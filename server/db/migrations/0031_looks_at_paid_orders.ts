import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Paid orders are looked at again for 180 days. Those of a shop that is upgraded have their first
 * look one after the other, the newest first, because a refund or a dispute may be known to nobody.
 * Their packs have their next check already.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update orders set next_check_at = now() + turns.turn * interval '2 seconds'
    from (
      select id, row_number() over (order by settled_at desc, id) as turn from orders
      where status in ('settled', 'disputed') and next_check_at is null
        and settled_at > now() - interval '180 days'
    ) as turns
    where orders.id = turns.id`.execute(db)
}
