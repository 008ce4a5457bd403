import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { describeOnEachDatabase } from './database.ts'

describeOnEachDatabase('a test database', (openTestDatabase) => {
  it('has the tables and none of what another one holds', async () => {
    const [first, second] = await Promise.all([openTestDatabase(), openTestDatabase()])
    await sql`create table only_in_the_first (id integer)`.execute(first.db)
    expect(await tableNames(first)).toContain('only_in_the_first')
    expect(await tableNames(second)).not.toContain('only_in_the_first')
    expect(await tableNames(second)).toContain('orders')
  })
})

async function tableNames({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
