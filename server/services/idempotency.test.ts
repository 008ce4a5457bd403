import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import type { Database } from '#server/db/database.ts'
import { answerOnce, hashRequest, refuseReusedKey } from './idempotency.ts'
import { ServiceError } from './service-error.ts'

const answerShape = z.object({ number: z.number() })

describeOnDatabase('a request with a key', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  const send = (key: string | null, request: unknown, work: () => Promise<{ number: number }>) =>
    database.transaction((trx) =>
      answerOnce(
        trx,
        { scope: 'test', key, requestHash: hashRequest(request), now: new Date() },
        answerShape,
        work,
      ),
    )
  /** Work that returns 1, 2, 3 …, to show how often it ran. */
  const counting = () => {
    let number = 0
    return async () => ({ number: ++number })
  }

  it('returns the first answer again', async () => {
    const [key, work] = [randomUUID(), counting()]
    expect(await send(key, { a: 1 }, work)).toEqual({ number: 1 })
    expect(await send(key, { a: 1 }, work)).toEqual({ number: 1 })
  })

  it('runs once when many come at once', async () => {
    const [key, work] = [randomUUID(), counting()]
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(key, {}, work)))
    expect(answers).toEqual(Array.from({ length: 40 }, () => ({ number: 1 })))
  })

  it('is refused with another body', async () => {
    const [key, work] = [randomUUID(), counting()]
    await send(key, { a: 1 }, work)
    await expect(send(key, { a: 2 }, work)).rejects.toThrow('idempotency_key_reused')
  })

  it('that was refused can be repeated', async () => {
    const [key, work] = [randomUUID(), counting()]
    const refusing = send(key, {}, () => Promise.reject(new ServiceError('item_not_sold')))
    await expect(refusing).rejects.toThrow('item_not_sold')
    expect(await send(key, {}, work)).toEqual({ number: 1 })
  })

  it('without a key runs every time', async () => {
    const work = counting()
    await send(null, {}, work)
    expect(await send(null, {}, work)).toEqual({ number: 2 })
  })

  it('for idempotent work is refused only with another body', async () => {
    const check = (key: string | null, request: unknown) =>
      refuseReusedKey(
        { database, clock: () => new Date() },
        { scope: 'other', key, requestHash: hashRequest(request) },
      )
    const key = randomUUID()
    await Promise.all(Array.from({ length: 10 }, () => check(key, 1)))
    await expect(check(key, 2)).rejects.toThrow('idempotency_key_reused')
    await check(null, 1)
    await check(null, 2)
  })

  it('is the first one if the job for old records deletes the key meanwhile', async () => {
    const key = randomUUID()
    const deleteOnce = vi.fn(async () => {
      await database.db.deleteFrom('idempotency_keys').where('key', '=', key).execute()
    })
    const check = (request: unknown, db = database.db) =>
      refuseReusedKey(
        { database: { ...database, db }, clock: () => new Date() },
        { scope: 'other', key, requestHash: hashRequest(request) },
      )
    await check(1)
    const afterInsert = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (deleteOnce.mock.calls.length === 0) await deleteOnce()
        return result
      },
    })
    await check(2, afterInsert)
    await check(2)
    await expect(check(1)).rejects.toThrow('idempotency_key_reused')
  })
})
