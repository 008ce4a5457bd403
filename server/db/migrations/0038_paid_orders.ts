import { sql, type Kysely } from 'kysely'

/** The staff's list of orders begins with the latest paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_settled_at on orders (settled_at desc, id desc)
    where settled_at is not null`.execute(db)
}
