import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { cleanUpLater } from '#test/cleanups.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#test/database.ts'
import { openEdits, saveEdit, type Edits } from './edits.ts'
import { findEdit, listEdits, undoEdit } from './history.ts'

const admin = { role: 'owner', by: 'code', actor: 'code:123' } as const
const name = 'documents/news/opening/fr'
const fileValue = 'as in the file'

async function openServices(database: Database) {
  const edits = await openEdits(database)
  cleanUpLater(() => Promise.resolve(edits.stop()))
  return { database, edits, clock: () => new Date() }
}

type Saving = Awaited<ReturnType<typeof openServices>>

function save(services: Saving, value: unknown, version: number | null) {
  return saveEdit(services, admin, { name, value, version, fileValue })
}

function valueIn(edits: Edits): unknown {
  return edits.current().byName.get(name)?.value
}

async function newest({ database }: Saving) {
  const { rows } = await listEdits({ database }, {})
  const [change] = rows
  if (!change) throw new Error('nothing was saved')
  return change
}

describeOnEachDatabase('what the owner saves', (openTestDatabase) => {
  it('holds, with its history, its event and its entry in the log', async () => {
    const services = await openServices(await openTestDatabase())
    const first = await save(services, 'first', null)
    await save(services, { second: 2 }, first.version)
    expect(valueIn(services.edits)).toEqual({ second: 2 })
    expect(valueIn(await openEdits(services.database))).toEqual({ second: 2 })
    const { rows } = await listEdits(services, { names: [name] })
    expect(rows).toMatchObject([
      { before: 'first', after: { second: 2 }, changedBy: 'code:123', isUndone: false },
      { before: null, after: 'first' },
    ])
    expect((await listEdits(services, { names: ['site/prices'] })).rows).toEqual([])
    const { db } = services.database
    const events = await db.selectFrom('events').select(['name', 'data']).execute()
    expect(events.map((event) => JSON.stringify(event))).toEqual(
      Array(2).fill('{"name":"documents","data":{}}'),
    )
    const logged = await db.selectFrom('audit_log').select(['action', 'subject']).execute()
    expect(logged.map(({ action, subject }) => `${action} ${subject}`)).toEqual(
      Array(2).fill(`edit_saved edit:${name}`),
    )
  })

  it('is refused to somebody who has not seen the last version', async () => {
    const services = await openServices(await openTestDatabase())
    await expect(save(services, 'mine', 7)).rejects.toMatchObject({
      code: 'edit_conflict',
      extra: { current: { value: fileValue, version: null, changedBy: null, changedAt: null } },
    })
    const { version } = await save(services, 'mine', null)
    await expect(save(services, 'theirs', null)).rejects.toMatchObject({
      code: 'edit_conflict',
      extra: { current: { value: 'mine', version, changedBy: 'code:123' } },
    })
    await save(services, null, version)
    await expect(save(services, 'theirs', version)).rejects.toMatchObject({
      extra: { current: { value: fileValue } },
    })
    expect(valueIn(services.edits)).toBeNull()
  })

  it('saves nothing when a check refuses it', async () => {
    const services = await openServices(await openTestDatabase())
    const check = () => Promise.reject(new Error('refused'))
    const edit = { name, value: 'mine', version: null, fileValue, check }
    await expect(saveEdit(services, admin, edit)).rejects.toThrow('refused')
    expect((await services.edits.refresh()).version).toBe(0)
    const events = await services.database.db.selectFrom('events').select('id').execute()
    expect(events).toEqual([])
  })

  it('is in the answer, and holds, though the database falls silent after it', async () => {
    const database = await openTestDatabase()
    const { plugin, setIsAway } = network()
    const edits = await openEdits({ ...database, db: database.db.withPlugin(plugin) })
    cleanUpLater(() => Promise.resolve(edits.stop()))
    const services = { database, edits, clock: () => new Date() }
    const first = await save(services, 'first', null)
    setIsAway(true)
    const second = await save(services, 'second', first.version)
    expect(second).toMatchObject({ value: 'second', changedBy: 'code:123' })
    expect(second.version).toBeGreaterThan(first.version)
    expect(valueIn(edits)).toBe('second')
  })

  it('is not replaced by what an earlier read brings later', async () => {
    const services = await openServices(await openTestDatabase())
    const { database } = services
    const { plugin, holdAnswers } = network()
    const edits = await openEdits({ ...database, db: database.db.withPlugin(plugin) })
    cleanUpLater(() => Promise.resolve(edits.stop()))
    const first = await save(services, 'first', null)
    const { isReading, release } = holdAnswers()
    const refreshed = edits.refresh()
    await isReading
    await save(services, 'second', first.version)
    await database.transaction((trx) => edits.hold(trx))
    release()
    await refreshed
    expect(valueIn(edits)).toBe('second')
  })

  it('can be undone, and that again, until somebody saves another value', async () => {
    const services = await openServices(await openTestDatabase())
    const undo = async (id: number) =>
      undoEdit(services, admin, await findEdit(services, id), { fileValue })
    const first = await save(services, 'first', null)
    const second = await save(services, 'second', first.version)
    const undone = await undo(second.version)
    expect(undone.value).toBe('first')
    expect(await findEdit(services, second.version)).toMatchObject({ isUndone: true })
    // The same value is there again.
    expect((await undo(first.version)).value).toBeNull()
    await expect(undo(second.version)).rejects.toMatchObject({ code: 'edit_conflict' })
    const { id } = await newest(services)
    expect((await undo(id)).value).toBe('first')
    await expect(undo(id + 1000)).rejects.toMatchObject({ code: 'not_found' })
  })
})

/** A network to the database that is away, or brings what was saved late. */
function network() {
  let isAway = false
  let arrive = Promise.resolve()
  const { promise: isReading, resolve: noteReading } = Promise.withResolvers<undefined>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isAway) throw new Error('the database is away')
      return node
    },
    transformResult: async ({ result }) => {
      if (!result.rows.some((row) => 'name' in row)) return result
      noteReading(undefined)
      await arrive
      return result
    },
  }
  return {
    plugin,
    setIsAway: (next: boolean) => (isAway = next),
    holdAnswers: () => {
      const { promise, resolve: release } = Promise.withResolvers<void>()
      arrive = promise
      return { isReading, release }
    },
  }
}

describeOnPostgres('what the owner saves in one of two processes', (openTestDatabase) => {
  it('is known in the other without an event', async () => {
    const services = await openServices(await openTestDatabase())
    const other = await openServices(services.database)
    await save(services, 'here', null)
    await expect.poll(() => valueIn(other.edits)).toBe('here')
  })

  it('is saved once of several at the same time', async () => {
    const services = await openServices(await openTestDatabase())
    const other = await openServices(services.database)
    const saved = await Promise.allSettled(
      [1, 2, 3, 4].map((count) => save(count % 2 ? services : other, count, null)),
    )
    expect(saved.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      ...Array(3).fill('rejected'),
    ])
    expect((await listEdits(services, {})).rows).toHaveLength(1)
  })

  it('waits for work that holds on to what it has read', async () => {
    const services = await openServices(await openTestDatabase())
    const other = await openServices(services.database)
    await save(services, 'first', null)
    const order: unknown[] = []
    const { promise: isHeld, resolve } = Promise.withResolvers<number>()
    const selling = services.database.transaction(async (trx) => {
      const { version, byName } = await other.edits.hold(trx)
      order.push(byName.get(name)?.value)
      resolve(version)
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
      while ((await waiting.execute(trx)).rows.length === 0) await sleep(20)
      order.push('sold')
    })
    await save(services, 'second', await isHeld)
    order.push('saved')
    await selling
    expect(order).toEqual(['first', 'sold', 'saved'])
  })
})
