import type { Worker } from 'node:worker_threads'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEmbedded } from '#test/database.ts'
import { runScript } from '#test/script.ts'
import { openDatabase, type Database } from '#server/db/database.ts'

// One statement that takes some hundred milliseconds.
const longQuery = sql<{ sum: number }>`
  select sum(i % 7)::int as sum from generate_series(1, 2000000) as i`

describeOnEmbedded('the embedded database', (openTestDatabase, createTestDatabase) => {
  let db: Database['db']
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })

  it('does not block this thread during a long query', async () => {
    const finished = new AbortController()
    const query = longQuery.execute(db).finally(() => finished.abort())
    let turns = 0
    while (!finished.signal.aborted) {
      await setImmediate()
      turns += 1
    }
    expect((await query).rows).toEqual([{ sum: 5_999_997 }])
    // On this thread the query would have taken one or two turns of the event loop.
    expect(turns).toBeGreaterThan(100)
  })

  it('runs statements in the order in which they were sent', async () => {
    const order: number[] = []
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        await sql`select ${number}::int`.execute(db)
        order.push(number)
      }),
    )
    expect(order).toEqual([1, 2, 3, 4])
  })

  it('leaves parameters out of its errors', async () => {
    const failing = sql`select ${'a secret'}::int`.execute(db)
    await expect(failing).rejects.not.toHaveProperty('params')
  })

  it('finishes pending queries before it closes, and only then unlocks its directory', async () => {
    const location = await createTestDatabase()
    const first = await openDatabase(location, () => {})
    await expect(openDatabase(location, () => {})).rejects.toThrow('in use by process')
    const begun = Promise.withResolvers<undefined>()
    const writing = first.transaction(async (trx) => {
      begun.resolve(undefined)
      await sql`create table kept (id integer)`.execute(trx)
    })
    await begun.promise
    await first.close()
    await writing
    const second = await openDatabase(location, () => {})
    await sql`select * from kept`.execute(second.db)
    await second.close()
  })

  it('prevents the collection of WebAssembly code, which can crash Node 24', async () => {
    const script = runScript(`
      import { setFlagsFromString } from 'node:v8'
      import { openDatabase } from './server/db/database.ts'
      // From here on, each unused piece of code triggers a collection.
      setFlagsFromString('--stress-wasm-code-gc')
      setFlagsFromString('--trace-wasm-code-gc')
      const location = ${JSON.stringify(await createTestDatabase())}
      const database = await openDatabase(location, () => {})
      await database.close()
      console.log('closed')`)
    expect(await script.ended).toHaveProperty('exitCode', 0)
    await expect.poll(() => script.output()).toBe('closed\n')
  })

  it('reports when its thread dies', async () => {
    const worker = nextWorker()
    const database = await openDatabase(await createTestDatabase(), () => {})
    const dying = (await worker).terminate()
    // Terminates an idle thread: ending one in the middle of a query can crash
    // the whole process.
    const pending = sql`select 1`.execute(database.db)
    await expect(pending).rejects.toThrow('has stopped')
    await dying
    expect((await database.lost).message).toContain('has stopped')
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow('has stopped')
  })

  it('reports no death when it is closed', async () => {
    const database = await openDatabase(await createTestDatabase(), () => {})
    const lost: unknown[] = []
    void database.lost.then((error) => lost.push(error))
    await database.close()
    await setImmediate()
    expect(lost).toEqual([])
  })

  it('rejects opening, instead of waiting for ever, when its thread dies before it is ready', async () => {
    const location = await createTestDatabase()
    const worker = nextWorker()
    const opening = openDatabase(location, () => {})
    const refused = expect(opening).rejects.toThrow('has stopped')
    await (await worker).terminate()
    await refused
    const again = await openDatabase(location, () => {})
    await again.close()
  })
})

/** The next thread that this process starts. */
function nextWorker(): Promise<Worker> {
  return new Promise((resolve) => void process.once('worker', resolve))
}
