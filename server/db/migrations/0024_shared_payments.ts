import { sql, type Kysely } from 'kysely'

/** One order at the provider can pay for several of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider_orders
      drop constraint provider_orders_pkey,
      add primary key (provider, reference, order_id),
      add column capturing_at timestamptz`.execute(db)
}
