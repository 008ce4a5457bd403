import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { cleanUpLater } from '#test/cleanups.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import type { Database } from './database.ts'
import { applyFunction, functionsFolder, readFunction } from './functions.ts'

describeOnEachDatabase('the SQL functions and triggers', (openTestDatabase) => {
  it('are exactly those of the files', async () => {
    const { db } = await openTestDatabase()
    const migrated = await readDefinitions(db)
    for (const { drop } of migrated) await sql.raw(drop).execute(db)
    expect(await readDefinitions(db)).toEqual([])
    const files = readdirSync(functionsFolder).filter((name) => name.endsWith('.sql'))
    for (const file of files) {
      const statements = readFunction(path.join(functionsFolder, file))?.statements ?? []
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    const fromFiles = await readDefinitions(db)
    expect(migrated).toEqual(fromFiles)
    const names = fromFiles.flatMap(({ functionName }) => functionName ?? [])
    expect(names.map((name) => `${name}.sql`).toSorted()).toEqual(files.toSorted())
  })
})

describeOnEachDatabase('a function', (openTestDatabase) => {
  let db: Database['db']
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })

  it('is applied in the version that the migration names, even after its file changed', async () => {
    const { folder, write } = makeFunctionsFolder()
    const greet = async (version: string) => {
      await applyFunction(db, 'greet', version, folder)
      return (await sql`select greet() as words`.execute(db)).rows
    }
    const first = write('hello')
    expect(await greet(first)).toEqual([{ words: 'hello' }])
    renameSync(path.join(folder, 'greet.sql'), path.join(folder, `earlier/greet.${first}.sql`))
    const second = write('good evening')
    expect(await greet(first)).toEqual([{ words: 'hello' }])
    expect(await greet(second)).toEqual([{ words: 'good evening' }])
  })

  it('is not applied when its file was edited without a new migration', async () => {
    const { folder, write } = makeFunctionsFolder()
    const first = write('hello')
    expect(write('hello', 'another comment')).toBe(first)
    const second = write('good evening')
    await expect(applyFunction(db, 'greet', first, folder)).rejects.toThrow(
      `keep the text of ${first} as earlier/greet.${first}.sql, and apply ${second} in a new migration`,
    )
  })
})

/** All our triggers and functions, triggers first because they depend on functions. */
async function readDefinitions(db: Database['db']) {
  const { rows } = await sql<{ drop: string; definition: string; functionName: string | null }>`
    select format('drop trigger %I on %s', t.tgname, c.oid::regclass) as drop,
      pg_get_triggerdef(t.oid) as definition, null as "functionName"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select format('drop function %s', p.oid::regprocedure),
      pg_get_functiondef(p.oid), p.proname
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by 1 desc`.execute(db)
  return rows
}

function makeFunctionsFolder() {
  const folder = makeTemporaryFolder('kryptonique-functions-')
  cleanUpLater(() => rm(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'earlier'))
  const file = path.join(folder, 'greet.sql')
  /** Returns the version of the text. */
  const write = (words: string, comment = 'a comment') => {
    const text = `create or replace function greet() returns text language sql as $$ select '${words}' $$;`
    writeFileSync(file, `-- ${comment}\n${text}\n`)
    return readFunction(file)?.version ?? ''
  }
  return { folder, write }
}
