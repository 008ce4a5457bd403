import { beforeAll, expect, it, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import {
  checkLimit,
  countRequest,
  createExhaustedWindows,
  type ClientNetworks,
} from './rate-limit.ts'

const limit = { name: 'test', requests: 10, windowSeconds: 60 }
const config = { sessionSecret: 'a secret of the tests' }

describeOnEachDatabase('a limit', (_, createTestDatabase) => {
  let database: Database
  let now: Date
  beforeAll(async () => {
    database = await openDatabase(await createTestDatabase(), () => {})
    return () => database.close()
  })
  const address = (name: string): ClientNetworks => [{ name, factor: 1 }]
  const countAs = (who: ClientNetworks) =>
    countRequest({ database, clock: () => now, config }, limit, who)
  const count = (name: string) => countAs(address(name))

  it('allows exactly its number of requests, also when all come at once', async () => {
    now = new Date('2026-11-21T12:00:30Z')
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => count('crowd')))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
    const refused = verdicts.filter(({ allowed }) => !allowed)
    expect(refused).toEqual(
      Array.from({ length: 40 }, () => ({ allowed: false, retryAfterSeconds: 30, full: 'crowd' })),
    )
  })

  it('starts again with the next window', async () => {
    now = new Date('2026-11-21T12:00:59.999Z')
    for (let request = 0; request < 10; request += 1) await count('patient')
    expect(await count('patient')).toEqual({
      allowed: false,
      retryAfterSeconds: 1,
      full: 'patient',
    })
    now = new Date('2026-11-21T12:01:00Z')
    expect(await count('patient')).toEqual({ allowed: true })
  })

  it('counts each name separately', async () => {
    now = new Date('2026-11-21T12:02:00Z')
    for (let request = 0; request < 11; request += 1) await count('loud')
    expect(await count('quiet')).toEqual({ allowed: true })
  })

  it('can be checked without being used up', async () => {
    now = new Date('2026-11-21T12:03:30Z')
    const check = () =>
      checkLimit({ database, clock: () => now, config }, limit, address('checked'))
    for (let request = 0; request < 10; request += 1) {
      expect(await check()).toEqual({ allowed: true })
      await count('checked')
    }
    expect(await check()).toMatchObject({ allowed: false, retryAfterSeconds: 30 })
  })

  it('needs no query to refuse again', async () => {
    now = new Date('2026-11-21T12:04:00Z')
    const { db } = database
    await db.deleteFrom('rate_limits').execute()
    const verdicts: unknown[] = []
    for (let request = 0; request < 100; request += 1) verdicts.push(await count('flood'))
    expect(verdicts.at(-1)).toEqual({ allowed: false, retryAfterSeconds: 60, full: 'flood' })
    const rows = await db.selectFrom('rate_limits').select('count').execute()
    expect(rows).toEqual([{ count: 10 }])
  })

  it('counts a wider network as well, except requests that a narrower one refuses', async () => {
    now = new Date('2026-11-21T12:06:00Z')
    const inHouse = (room: string): ClientNetworks => [
      { name: room, factor: 1 },
      { name: 'floor', factor: 1.5 },
      { name: 'house', factor: 2.5 },
    ]
    const send = (room: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => countAs(inHouse(room))))
    const refusedBy = async (room: string, times: number) =>
      (await send(room, times)).flatMap((verdict) => (verdict.allowed ? [] : [verdict.full]))
    expect(await refusedBy('loud', 50)).toEqual(Array(40).fill('loud'))
    expect(await refusedBy('neighbour', 6)).toEqual(['floor'])
    const check = () =>
      checkLimit({ database, clock: () => now, config }, limit, inHouse('newcomer'))
    expect(await check()).toMatchObject({ allowed: false, full: 'floor' })
  })

  it('stores no addresses', async () => {
    now = new Date('2026-11-21T12:05:00Z')
    await count('203.0.113.7')
    const rows = await database.db.selectFrom('rate_limits').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('203.0.113.7')
    expect(rows.map(({ key }) => key)).toContainEqual(expect.stringMatching(/^test:[\w-]{43}$/))
  })
})

test('a full window is cached for five seconds', () => {
  let now = 0
  const windows = createExhaustedWindows(() => now)
  windows.add('a')
  now = 4999
  expect([windows.has('a'), windows.has('b')]).toEqual([true, false])
  now = 5000
  expect(windows.has('a')).toBe(false)
  windows.add('a')
  expect(windows.has('a')).toBe(true)
})

test('the oldest entry is evicted before there are too many', () => {
  const windows = createExhaustedWindows(() => 0)
  for (let window = 0; window <= 20_000; window += 1) windows.add(String(window))
  expect(windows.has('0')).toBe(false)
  expect(windows.has('1')).toBe(true)
  expect(windows.has('20000')).toBe(true)
})
