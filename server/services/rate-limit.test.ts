import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../test/database.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { checkLimit, countRequest } from './rate-limit.ts'

const limit = { requests: 10, windowSeconds: 60 }

describeOnBothDatabases('a limit', (_, createTestDatabase) => {
  let database: Database
  let now: Date
  beforeAll(async () => {
    database = await openDatabase(await createTestDatabase(), () => {})
    return () => database.close()
  })
  const count = (key: string) => countRequest({ database, clock: () => now }, key, limit)

  it('lets exactly as many through as it says, also when all come at once', async () => {
    now = new Date('2026-11-21T12:00:30Z')
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => count('crowd')))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
    const refused = verdicts.filter(({ allowed }) => !allowed)
    expect(refused).toEqual(
      Array.from({ length: 40 }, () => ({ allowed: false, retryAfterSeconds: 30 })),
    )
  })

  it('begins anew with the next window', async () => {
    now = new Date('2026-11-21T12:00:59.999Z')
    for (let request = 0; request < 10; request += 1) await count('patient')
    expect(await count('patient')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    now = new Date('2026-11-21T12:01:00Z')
    expect(await count('patient')).toEqual({ allowed: true })
  })

  it('counts each key for itself', async () => {
    now = new Date('2026-11-21T12:02:00Z')
    for (let request = 0; request < 11; request += 1) await count('loud')
    expect(await count('quiet')).toEqual({ allowed: true })
  })

  it('can be looked at without being used up', async () => {
    now = new Date('2026-11-21T12:03:30Z')
    const check = () => checkLimit({ database, clock: () => now }, 'looked at', limit)
    for (let request = 0; request < 10; request += 1) {
      expect(await check()).toEqual({ allowed: true })
      await count('looked at')
    }
    expect(await check()).toEqual({ allowed: false, retryAfterSeconds: 30 })
  })
})
