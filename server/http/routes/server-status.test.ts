import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { poll } from '#server/services/server-status/polling.ts'

const path = '/api/server-status'
const halfAMinute = 30_000
/** Longer than any 429 can delay the next poll. */
const anHour = 60 * 60 * 1000
const event = z.looseObject({ players: z.number() })

describeOnDatabase('the status of the game server', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { GAME_SERVER_SOURCE: 'battlemetrics' })
  })

  /** Polls as the product does, without waiting for the next time. */
  const askAfter = async (milliseconds: number): Promise<void> => {
    const { gameServer } = shop.services
    if (gameServer === null) throw new Error('no game server is polled')
    shop.advanceClock(milliseconds)
    await poll(shop.services, gameServer, new AbortController().signal)
  }
  const read = async (): Promise<unknown> => (await fetch(`${shop.origin}${path}`)).json()

  it('is BattleMetrics’ answer, from the start on', async () => {
    await expect.poll(read).toMatchObject({
      name: expect.stringMatching(/\w/),
      address: '203.0.113.42:2302',
      map: 'Deer Isle',
      players: 42,
      maxPlayers: 60,
      status: 'online',
      observedAt: expect.any(String),
      stale: false,
      gameTime: expect.stringMatching(/^\d\d:\d\d$/),
      isDaylight: true,
      nextRestartAt: expect.any(String),
    })
    expect(await shop.sandbox.readLog('battlemetrics')).toHaveLength(1)
  })

  it('is for everybody, and cheap when nothing has changed', async () => {
    const response = await fetch(`${shop.origin}${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(`${shop.origin}${path}`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const posted = await fetch(`${shop.origin}${path}`, {
      method: 'POST',
      headers: { origin: shop.origin },
    })
    expect(posted.status).toBe(405)
  })

  it('has a history', async () => {
    const response = await fetch(`${shop.origin}${path}/history`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      stretchSeconds: 600,
      maxPlayers: 60,
      samples: [{ at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d0:00\.000Z$/), players: 42 }],
    })
  })

  it('reaches open pages when it changes, without a call for each page', async () => {
    const page = await openEventStream(shop.origin)
    await shop.sandbox.changeServer({ players: 43 })
    const questions = (await shop.sandbox.readLog('battlemetrics')).length
    await Promise.all(Array.from({ length: 50 }, read))
    expect(await shop.sandbox.readLog('battlemetrics')).toHaveLength(questions)
    await askAfter(halfAMinute)
    let told = await page.next()
    // The event of the start may still have been under way when the page opened.
    while (event.parse(told.data).players !== 43) told = await page.next()
    expect(told).toMatchObject({ name: 'server-status', data: { players: 43, status: 'online' } })
    expect(await read()).toEqual(told.data)
  })

  it.each(['500', '429', 'reset', 'truncated'])(
    'keeps the last reading when BattleMetrics has the fault %s',
    async (kind) => {
      await askAfter(anHour)
      await expect.poll(read).toMatchObject({ stale: false })
      await shop.sandbox.fail({ provider: 'battlemetrics', kind, times: 1 })
      await askAfter(halfAMinute)
      await expect.poll(read).toMatchObject({ players: 43, status: 'online', stale: true })
    },
  )
})
