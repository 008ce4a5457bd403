import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import type { Database } from './database.ts'

describeOnDatabase('the types of rows', (openTestDatabase) => {
  it('are those of the migrated database; `npm run generate:rows` writes them', async () => {
    await expect(renderRows(await openTestDatabase())).resolves.toMatchFileSnapshot('rows.d.ts')
  })
})

const scriptTypes: Readonly<Record<string, string>> = {
  text: 'string',
  _text: 'string[]',
  uuid: 'string',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  jsonb: 'Json',
  bytea: 'Uint8Array',
  timestamptz: 'Date',
}

interface Column {
  readonly table: string
  readonly tableComment: string | null
  readonly name: string
  readonly comment: string | null
  readonly type: string
  readonly isNullable: boolean
  /** An insert may omit it. */
  readonly isGenerated: boolean
}

/** Shorter than the settings of a generator from npm, which would bring nine packages. */
async function renderRows({ db }: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, obj_description(c.oid) as "tableComment", a.attname as name,
      col_description(c.oid, a.attnum) as comment, t.typname as type,
      not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "isGenerated"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not like 'kysely_%'
    order by c.relname, a.attnum`.execute(db)
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table))
  return `// Written by \`npm run generate:rows\`, from the tables that the migrations make.
import type { ColumnType, Generated } from 'kysely'

type Json = ColumnType<unknown, string, string>

export interface Rows {
${tables.map(([name, columns = []]) => renderTable(name, columns)).join('\n')}
}
`
}

function renderTable(name: string, columns: readonly Column[]): string {
  const lines = columns.map((column) => {
    const type = `${scriptTypes[column.type] ?? column.type}${column.isNullable ? ' | null' : ''}`
    return `${renderComment(column.comment, '    ')}    ${column.name}: ${column.isGenerated ? `Generated<${type}>` : type}`
  })
  const comment = renderComment(columns[0]?.tableComment ?? null, '  ')
  return `${comment}  ${name}: {\n${lines.join('\n')}\n  }`
}

function renderComment(text: string | null, indent: string): string {
  return text === null ? '' : `${indent}/** ${text} */\n`
}
