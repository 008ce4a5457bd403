import { pino } from 'pino'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ServerStatus } from '#contract/server-status.ts'
import type { GameServerReading } from '#domain/server-status.ts'
import { describeOnDatabase } from '#test/database.ts'
import { unchangedSite } from '#test/factories/site.ts'
import type { Database } from '#server/db/database.ts'
import type { GameServer, Reading } from '#server/providers/game-server.ts'
import { poll, startPolling } from './polling.ts'
import { listOutages, readHistory, readStatus } from './server-status.ts'

const begin = new Date('2026-11-21T23:50:00Z')
const running = new AbortController().signal

const server: GameServerReading = {
  name: 'KRYPTONIQUE | Deer Isle',
  address: '203.0.113.7:2302',
  players: 12,
  maxPlayers: 60,
  status: 'online',
  gameTime: '14:20',
}
const told = (changes: Partial<GameServerReading> = {}): Reading => ({
  outcome: 'ok',
  server: { ...server, ...changes },
})
const failed: Reading = { outcome: 'failed', detail: 'no answer' }
const refused: Reading = {
  outcome: 'refused',
  fault: 'key_refused',
  detail: 'BattleMetrics refuses BATTLEMETRICS_TOKEN',
}

/** A source with the test's answers, processes that poll it, and a clock. */
function scene(database: Database) {
  let milliseconds = begin.getTime()
  let answer = told()
  let requests = 0
  const gameServer: GameServer = {
    fingerprint: 'the settings',
    read: () => {
      requests += 1
      return Promise.resolve(answer)
    },
  }
  const clock = () => new Date(milliseconds)
  const services = { database, clock, gameServer, site: unchangedSite }
  return {
    services,
    requests: () => requests,
    /** Lets time pass and every process poll. */
    after: async (seconds: number, next: Reading = answer): Promise<ServerStatus> => {
      answer = next
      milliseconds += seconds * 1000
      await Promise.all([1, 2].map(() => poll(services, gameServer, running)))
      return readStatus(services)
    },
    wait: (seconds: number) => void (milliseconds += seconds * 1000),
    status: () => readStatus(services),
  }
}

async function readEvents({ db }: Database): Promise<unknown[]> {
  const events = await db.selectFrom('events').selectAll().orderBy('id').execute()
  return events.filter(({ name }) => name === 'server-status').map(({ data }) => data)
}

describeOnDatabase('the status of the game server', (openTestDatabase) => {
  it('is unknown until the first answer, with 0 of 10 players', async () => {
    const { status, after } = scene(await openTestDatabase())
    const unknown = {
      name: 'KRYPTONIQUE | Deer Isle',
      address: null,
      map: 'Deer Isle',
      players: 0,
      maxPlayers: 10,
      status: 'unknown',
      observedAt: null,
      stale: false,
      gameTime: null,
      isDaylight: null,
      nextRestartAt: '2026-11-22T03:00:00.000Z',
    }
    expect(await status()).toEqual(unknown)
    expect(await after(0, failed)).toEqual(unknown)
    expect(await after(0, refused)).toEqual(unknown)
  })

  it('is the latest answer, with its age', async () => {
    const { after, wait, status } = scene(await openTestDatabase())
    expect(await after(0)).toEqual({
      name: 'KRYPTONIQUE | Deer Isle',
      address: '203.0.113.7:2302',
      map: 'Deer Isle',
      players: 12,
      maxPlayers: 60,
      status: 'online',
      observedAt: begin.toISOString(),
      stale: false,
      gameTime: '14:20',
      isDaylight: true,
      nextRestartAt: '2026-11-22T03:00:00.000Z',
    })
    const old = { players: 12, status: 'online', observedAt: begin.toISOString(), stale: true }
    expect(await after(30, failed)).toMatchObject({ ...old, gameTime: null, isDaylight: null })
    expect(await after(4 * 3600)).toMatchObject({
      ...old,
      nextRestartAt: '2026-11-22T07:00:00.000Z',
    })
    expect(await after(30, told({ players: 13 }))).toMatchObject({ players: 13, stale: false })
    // As if no process polled any more.
    wait(90)
    expect(await status()).toMatchObject({ stale: false })
    wait(1)
    expect(await status()).toMatchObject({ stale: true, players: 13 })
  })

  it('of a server that is down is offline, without a time of day', async () => {
    const { after } = scene(await openTestDatabase())
    const reading = told({ status: 'offline', players: 0 })
    expect(await after(0, reading)).toMatchObject({
      status: 'offline',
      players: 0,
      stale: false,
      gameTime: null,
    })
  })

  it('is requested by one of all processes, every half a minute', async () => {
    const { after, requests } = scene(await openTestDatabase())
    await after(0)
    expect(requests()).toBe(1)
    await after(29)
    expect(requests()).toBe(1)
    await after(1)
    expect(requests()).toBe(2)
    await after(600, failed)
    await after(30)
    expect(requests()).toBe(4)
  })

  it('is requested once an hour after a refusal, and at once with other settings', async () => {
    const { after, requests, services } = scene(await openTestDatabase())
    await after(0, refused)
    for (let minute = 1; minute < 60; minute += 1) await after(60)
    expect(requests()).toBe(1)
    await after(60)
    expect(requests()).toBe(2)
    await poll(services, { ...services.gameServer, fingerprint: 'a new token' }, running)
    expect(requests()).toBe(3)
  })

  it('ignores a late answer to settings that have been replaced', async () => {
    const { services, requests, status, after } = scene(await openTestDatabase())
    const requested = Promise.withResolvers<void>()
    const late = Promise.withResolvers<Reading>()
    const read = (): Promise<Reading> => {
      requested.resolve()
      return late.promise
    }
    const polling = poll(services, { fingerprint: 'an old token', read }, running)
    await requested.promise
    await after(0)
    late.resolve(refused)
    await polling
    expect(await status()).toMatchObject({ status: 'online', stale: false })
    await after(30)
    expect(requests()).toBe(2)
  })

  it.each([
    [120, 119],
    [5, 29],
    [999_999_999, 3599],
  ])('is requested no sooner than the source allows: after %i s', async (seconds, rest) => {
    const { after, requests } = scene(await openTestDatabase())
    await after(0, { outcome: 'limited', detail: '429', retryAfterSeconds: seconds })
    await after(rest)
    expect(requests()).toBe(1)
    await after(1, told())
    expect(requests()).toBe(2)
  })

  it('is requested again when the clock was far ahead', async () => {
    const { after, requests } = scene(await openTestDatabase())
    await after(1_000_000)
    await after(-1_000_000)
    expect(requests()).toBe(2)
  })

  it('leaves a history of 24 hours, with gaps where there was no answer', async () => {
    const database = await openTestDatabase()
    const { after, wait, services } = scene(database)
    expect(await readHistory(services)).toEqual({
      stretchSeconds: 600,
      maxPlayers: 10,
      samples: [],
    })
    await after(0, told({ players: 1 }))
    await after(1199, told({ players: 20 }))
    await after(30, told({ players: 30, maxPlayers: 50 }))
    await after(30, told({ players: 25, maxPlayers: 50 }))
    await after(1200, failed)
    await after(1200, told({ status: 'offline', players: 0 }))
    const samples = [
      { at: '2026-11-21T23:50:00.000Z', players: 1 },
      { at: '2026-11-22T00:00:00.000Z', players: 20 },
      { at: '2026-11-22T00:10:00.000Z', players: 30 },
      { at: '2026-11-22T00:50:00.000Z', players: 0 },
    ]
    expect(await readHistory(services)).toEqual({ stretchSeconds: 600, maxPlayers: 60, samples })
    wait(24 * 3600 - 3659)
    expect(await readHistory(services)).toEqual({
      stretchSeconds: 600,
      maxPlayers: 60,
      samples: samples.slice(1),
    })
  })
})

describeOnDatabase('polling', (openTestDatabase) => {
  it('does nothing without a source', async () => {
    const { services, status } = scene(await openTestDatabase())
    await startPolling({ ...services, log: pino({ level: 'silent' }), gameServer: null }).stop()
    expect(await status()).toMatchObject({ status: 'unknown', players: 0, stale: false })
  })

  it('starts at once, logs a failure once in each process, and can be stopped', async () => {
    const { services } = scene(await openTestDatabase())
    const lines: unknown[] = []
    const write = (line: string): void => void lines.push(logLine.parse(JSON.parse(line)))
    const log = pino({ level: 'info' }, { write })
    let requests = 0
    const gameServer: GameServer = {
      fingerprint: 'wrong settings',
      read: () => {
        requests += 1
        return Promise.resolve(refused)
      },
    }
    const first = startPolling({ ...services, log, gameServer })
    await expect.poll(() => lines).toHaveLength(1)
    const second = startPolling({ ...services, log, gameServer })
    await expect.poll(() => lines).toHaveLength(2)
    // The refused setting is an error once for all processes: a fault of the connection.
    const said = { level: 40, reason: 'BattleMetrics refuses BATTLEMETRICS_TOKEN' }
    expect([lines, requests]).toEqual([[said, said], 1])
    await Promise.all([first.stop(), second.stop()])
  })

  it('stops during a request, and ignores its answer', async () => {
    const { services } = scene(await openTestDatabase())
    const requested = Promise.withResolvers<void>()
    const gameServer: GameServer = {
      fingerprint: 'slow',
      read: (stopped) => {
        const answer = Promise.withResolvers<Reading>()
        stopped.addEventListener('abort', () => answer.resolve(told()))
        requested.resolve()
        return answer.promise
      },
    }
    const polling = startPolling({ ...services, log: pino({ level: 'silent' }), gameServer })
    await requested.promise
    await polling.stop()
    expect(await readStatus(services)).toMatchObject({ status: 'unknown' })
  })
})

describeOnDatabase('a new status of the game server', (openTestDatabase) => {
  it('is sent to open pages when it changes, and only the newest event is stored', async () => {
    const database = await openTestDatabase()
    const { after } = scene(database)
    const first = await after(0)
    expect(await readEvents(database)).toEqual([first])
    await after(30, told({ gameTime: '14:22' }))
    expect(await readEvents(database)).toEqual([first])
    for (const reading of [told({ players: 13 }), failed, told({ players: 13 })]) {
      const status = await after(30, reading)
      expect(await readEvents(database)).toEqual([status])
    }
    const night = await after(30, told({ players: 13, gameTime: '21:00' }))
    expect(await readEvents(database)).toEqual([night])
  })
})

const logLine = z.object({ level: z.number(), reason: z.string() })

describeOnDatabase('outages', (openTestDatabase) => {
  it('are the times in which our own readings say that the server is offline', async () => {
    const { after, wait, services } = scene(await openTestDatabase())
    const offline = told({ status: 'offline', players: 0 })
    const live = async (minutes: number, reading: Reading) => {
      for (let count = 0; count < 2 * minutes; count += 1) await after(30, reading)
    }
    await live(1, told())
    await live(9, offline)
    await live(1, told())
    await live(5, offline)
    // The source does not answer for a moment, which is no end of the outage.
    await live(1, failed)
    await live(10, offline)
    await live(1, told())
    // As if no process polled any more: nothing is known of that time.
    wait(60 * 60)
    await live(1, told())
    await live(6, offline)
    wait(60 * 60)
    await live(6, offline)
    expect(await listOutages(services)).toEqual([
      { from: '2026-11-22T00:01:30.000Z', to: '2026-11-22T00:17:00.000Z', hours: 0.26 },
    ])
    wait(31 * 24 * 60 * 60)
    expect(await listOutages(services)).toEqual([])
  })
})
