import { beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { insertMessage, insertPaymentMessage } from '#test/factories/message.ts'
import type { Database } from '#server/db/database.ts'
import { resendMessages } from './resend-messages.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)

describeOnDatabase('messages that nobody sent', (openTestDatabase) => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase()
  })

  async function resent(inQueue: readonly string[] = []): Promise<string[]> {
    const ids: string[] = []
    await resendMessages(
      { database, clock: () => now },
      {
        isQueued: (id) => Promise.resolve(inQueue.includes(id)),
        queue: async (id) => {
          ids.push(id)
        },
      },
    )
    return ids
  }

  it('are queued again, however old, when they tell of money', async () => {
    const paid = await insertMessage(database, { createdAt: hoursAgo(24 * 60), attempts: 3 })
    const unmatched = await insertPaymentMessage(database, 'no_order_waits')
    expect((await resent()).toSorted()).toEqual([paid.id, unmatched.id].toSorted())
  })

  it('are left alone while they wait in the queue, and once they are sent', async () => {
    const waiting = await insertMessage(database)
    const sent = await insertMessage(database)
    await database.db
      .updateTable('messages')
      .set({ sent_at: now })
      .where('id', '=', sent.id)
      .execute()
    expect(await resent([waiting.id])).toEqual([])
  })

  it('of a checkout that was only begun are news for a day', async () => {
    const young = { kind: 'checkout_started', createdAt: hoursAgo(23) } as const
    const { id } = await insertMessage(database, young)
    await insertMessage(database, { ...young, createdAt: hoursAgo(25) })
    expect(await resent()).toEqual([id])
  })

  it('go in small numbers: money first, then what was tried least', async () => {
    const started = await insertMessage(database, { kind: 'checkout_started', createdAt: now })
    const poisoned: string[] = []
    for (let index = 0; index < 20; index += 1) {
      poisoned.push((await insertMessage(database, { attempts: 100 })).id)
    }
    const fresh = await insertMessage(database, { attempts: 1 })
    const ids = await resent()
    expect(ids).toHaveLength(20)
    expect(ids[0]).toBe(fresh.id)
    expect(ids).not.toContain(started.id)
    expect(poisoned).toEqual(expect.arrayContaining(ids.slice(1)))
  })
})
