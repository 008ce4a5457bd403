import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import type { Database } from './database.ts'

describeOnEachDatabase('a value', (openTestDatabase) => {
  let db: Database['db']
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })

  it.each([
    ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
    ['(-9007199254740991)::int8', Number.MIN_SAFE_INTEGER],
    ['count(*)', 1],
    ['7::int4', 7],
    ['true', true],
    ['null::int8', null],
    [`'{"a": [1, "é"]}'::jsonb`, { a: [1, 'é'] }],
    [`'2026-11-21 12:00:00.123+02'::timestamptz`, new Date('2026-11-21T10:00:00.123Z')],
  ])('%s is read as %o', async (expression, expected) => {
    const { rows } = await sql.raw<{ value: unknown }>(`select ${expression} as value`).execute(db)
    expect(rows).toEqual([{ value: expected }])
  })

  it('is read as it was written', async () => {
    const nasty = `'; drop table users; -- \\ \u{1F480} é`
    const moment = new Date('2026-11-21T10:00:00.123Z')
    const { rows } =
      await sql`select ${nasty}::text as text, ${moment}::timestamptz as moment`.execute(db)
    expect(rows).toEqual([{ text: nasty, moment }])
  })

  it('that does not fit into a number is an error, never rounded', async () => {
    await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow('out of range')
    await sql`select 1`.execute(db)
  })
})
