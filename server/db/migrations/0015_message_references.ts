import { sql, type Kysely } from 'kysely'

const references = ['order', 'krypto_order', 'payment', 'connection_fault']

/** Without these, deleting one row that a message may be about looks through all messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of references) {
    const column = sql.ref(`${name}_id`)
    await sql`
      create index ${sql.ref(`messages_${name}`)} on messages (${column})
      where ${column} is not null`.execute(db)
  }
}
