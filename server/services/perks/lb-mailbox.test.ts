import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import type { Database } from '#server/db/database.ts'
import type { LbRoute } from '#server/providers/lb-core/lb-core.ts'
import { createLbMailbox, type LbMailbox } from './lb-mailbox.ts'

const getChat: LbRoute = 'v1/Config/LBGroup/ChatConfig.json/get'
const now = new Date('2026-11-23T12:00:00Z')
const clock = () => now
/** Long enough that they never end a test, short enough that a fault shows. */
const long = { holdMs: 60_000, lookMs: 20, untilAskedMs: 60_000, untilAnsweredMs: 60_000 }
const staying = new AbortController().signal
const first = { id: 1, port: 2302 }
const ok = JSON.stringify({ code: 200, message: 'OK', data: { version: 7 } })
const answered = { outcome: 'answered', code: 200, message: 'OK', data: { version: 7 } }

describeOnDatabase('requests to the game server', (openTestDatabase) => {
  let database: Database
  /** Two processes. */
  let here: LbMailbox
  let elsewhere: LbMailbox
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('lb_requests').execute()
    await database.db.updateTable('lb_polls').set({ last_at: null }).execute()
    here = createLbMailbox({ database, clock }, long)
    elsewhere = createLbMailbox({ database, clock }, long)
  })

  it('wake a poll of the same process at once', async () => {
    const mailbox = createLbMailbox({ database, clock }, { ...long, lookMs: 3_600_000 })
    const poll = mailbox.poll(first, staying)
    await expect.poll(async () => (await readPoll())?.last_at).toEqual(now)
    const request = mailbox.game.request(getChat, {})
    expect(await poll).toBe(`{"route":"${getChat}","data":{}}`)
    await mailbox.answer(first, ok)
    expect(await request).toEqual(answered)
  })

  it('get answers without what the database refuses', async () => {
    const request = here.game.request(getChat, {})
    expect(await elsewhere.poll(first, staying)).toContain(getChat)
    await elsewhere.answer(
      first,
      String.raw`{"code":200,"message":"O\u0000K","data":["\ud800"]}` + '\0',
    )
    expect(await request).toEqual({ ...answered, data: ['\uFFFD'] })
  })

  it('are fetched and answered at another process', async () => {
    const poll = elsewhere.poll(first, staying)
    const request = here.game.request(getChat, {})
    expect(await poll).toContain(getChat)
    await elsewhere.answer(first, ok)
    expect(await request).toEqual(answered)
  })

  it('are each fetched once, the oldest first', async () => {
    const requests = [here.game.request(getChat, { turn: 1 })]
    await expect.poll(countRequests).toBe(1)
    requests.push(here.game.request(getChat, { turn: 2 }))
    await expect.poll(countRequests).toBe(2)
    expect(await elsewhere.poll(first, staying)).toContain('"turn":1')
    const second = { ...first, id: 2 }
    expect(await here.poll(second, staying)).toContain('"turn":2')
    await here.answer(second, '{"code":501,"message":"second"}')
    await here.answer(first, '{"code":404,"message":"first"}')
    expect(await Promise.all(requests)).toMatchObject([
      { code: 404, message: 'first' },
      { code: 501, message: 'second' },
    ])
  })

  it('get their answer although the game counts anew after its restart', async () => {
    const lost = createLbMailbox({ database, clock }, { ...long, untilAnsweredMs: 1 })
    const unanswered = lost.game.request(getChat, {})
    await here.poll(first, staying)
    expect(await unanswered).toEqual({ outcome: 'not_answered' })
    const request = here.game.request(getChat, {})
    await here.poll(first, staying)
    await here.answer(first, ok)
    expect(await request).toEqual(answered)
  })

  it('get an answer with another number than their poll while no other is under way', async () => {
    const request = here.game.request(getChat, { turn: 1 })
    await here.poll({ ...first, id: 7 }, staying)
    await elsewhere.answer({ id: 8, port: 2402 }, '{"code":404,"message":"of another server"}')
    await elsewhere.answer({ id: 8, port: 2302 }, ok)
    expect(await request).toEqual(answered)
  })

  it('share no answer with another number', async () => {
    const requests = [1, 2].map((turn) => here.game.request(getChat, { turn }))
    await here.poll(first, staying)
    await here.poll({ ...first, id: 2 }, staying)
    await here.answer({ ...first, id: 3 }, '{"code":404,"message":"of either"}')
    for (const id of [2, 1]) await here.answer({ ...first, id }, ok)
    expect(await Promise.all(requests)).toEqual([answered, answered])
  })

  it('get no answer to one that was given up', async () => {
    const hasty = createLbMailbox({ database, clock }, { ...long, untilAnsweredMs: 1 })
    const unanswered = hasty.game.request(getChat, {})
    await here.poll(first, staying)
    expect(await unanswered).toEqual({ outcome: 'not_answered' })
    const request = here.game.request(getChat, {})
    await here.poll({ ...first, id: 2 }, staying)
    await here.answer(first, '{"code":404,"message":"too late"}')
    await here.answer({ ...first, id: 2 }, ok)
    expect(await request).toEqual(answered)
  })

  it('get no copy of the answer to another one', async () => {
    for (const { polledAs, answeredAs } of [
      { polledAs: 1, answeredAs: 1 },
      { polledAs: 2, answeredAs: 3 },
    ]) {
      const done = here.game.request(getChat, { turn: polledAs })
      await here.poll({ ...first, id: polledAs }, staying)
      await here.answer({ ...first, id: answeredAs }, '{"code":404,"message":"twice"}')
      expect(await done).toMatchObject({ message: 'twice' })
      const request = here.game.request(getChat, { turn: 8 })
      await here.poll({ ...first, id: 8 }, staying)
      await elsewhere.answer({ ...first, id: answeredAs }, '{"code":404,"message":"twice"}')
      await here.answer({ ...first, id: 8 }, ok)
      expect(await request).toEqual(answered)
    }
  })

  it('get the same answer as one whose poll had its number', async () => {
    for (const id of [7, 8]) {
      const request = here.game.request(getChat, {})
      await here.poll({ ...first, id }, staying)
      await here.answer({ ...first, id: id - 1 }, ok)
      expect(await request).toEqual(answered)
    }
  })

  it('are taken back when the game does not ask', async () => {
    const hasty = createLbMailbox({ database, clock }, { ...long, untilAskedMs: 1 })
    expect(await hasty.game.request(getChat, {})).toEqual({
      outcome: 'not_asked',
      lastPollAt: null,
    })
    expect(await countRequests()).toBe(0)
    const brief = createLbMailbox({ database, clock }, { ...long, holdMs: 1 })
    expect(await brief.poll(first, staying)).toBeNull()
    expect(await hasty.game.request(getChat, {})).toEqual({
      outcome: 'not_asked',
      lastPollAt: now,
    })
  })

  it('stay for the next poll when the game has left', async () => {
    const leaving = new AbortController()
    const left = here.poll(first, leaving.signal)
    leaving.abort()
    expect(await left).toBeNull()
    const request = here.game.request(getChat, {})
    expect(await here.poll(first, staying)).toContain(getChat)
    await here.answer(first, ok)
    expect(await request).toEqual(answered)
  })

  it('of a process that was killed are not done later', async () => {
    const created_at = new Date(now.getTime() - long.untilAskedMs - 1)
    const { db } = database
    await db.insertInto('lb_requests').values({ body: 'old', created_at }).execute()
    const brief = createLbMailbox({ database, clock }, { ...long, holdMs: 1 })
    expect(await brief.poll(first, staying)).toBeNull()
  })

  it.each(['', 'no JSON \0', '{"data":{}}', '{"code":"200"}'])(
    'answered with %j have no code',
    async (text) => {
      const request = here.game.request(getChat, {})
      await here.poll(first, staying)
      // One that nobody waits for changes nothing.
      await here.answer({ ...first, port: 2402 }, ok)
      await here.answer(first, text)
      expect(await request).toMatchObject({ outcome: 'answered', code: null })
    },
  )

  it('and polls end when the process stops', async () => {
    const poll = here.poll(first, staying)
    await expect.poll(async () => (await readPoll())?.last_at).toEqual(now)
    here.stop()
    expect(await poll).toBeNull()
    elsewhere.stop()
    expect(await elsewhere.game.request(getChat, {})).toMatchObject({ outcome: 'not_asked' })
  })

  function readPoll() {
    return database.db.selectFrom('lb_polls').select('last_at').executeTakeFirst()
  }
  async function countRequests(): Promise<number> {
    return (await database.db.selectFrom('lb_requests').select('id').execute()).length
  }
})
