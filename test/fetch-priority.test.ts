import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { steamIdOf } from '#test/factories/perk-adapters.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { gameRoutes } from '#server/http/routes/game.ts'
import { createErrorHandler } from '#server/http/middleware/errors.ts'
import { closeServer, listen } from '#server/http/server.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { findFreePort } from '#test/free-port.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const script = path.resolve(import.meta.dirname, '../deploy/priority/fetch-priority.sh')
const token = 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G'

const [alice, bob, carol, staff] = [steamIdOf(1), steamIdOf(2), steamIdOf(3), steamIdOf(9)]

/** A game's machine with the script, and a shop that sends these ids. */
async function openMachine(before: string | null, format: 'semicolon' | 'lines' = 'semicolon') {
  let ids: readonly SteamId64[] | null = []
  const statuses: number[] = []
  const port = await findFreePort()
  const app = new Hono<HttpEnvironment>()
  app.use(async (context, next) => {
    await next()
    statuses.push(context.res.status)
  })
  app.route(
    '/',
    gameRoutes({ priorityPullToken: token }, () =>
      ids
        ? Promise.resolve(ids)
        : Promise.reject(new ServiceError('adapter_not_enabled', { retryAfterSeconds: 60 })),
    ),
  )
  app.onError(createErrorHandler(pino({ level: 'silent' })))
  const server = await listen(app, {
    host: '127.0.0.1',
    port,
    trustedProxies: [],
    production: false,
  })
  onTestFinished(() => closeServer(server, 0))
  const folder = makeTemporaryFolder('priority-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'priority.txt')
  if (before !== null) writeFileSync(file, before, 'latin1')
  const run = (sent = token, origin = `http://127.0.0.1:${port}`) =>
    promisify(execFile)('sh', [script, origin, file, format], {
      env: { ...process.env, PRIORITY_PULL_TOKEN: sent },
    })
  return {
    folder,
    file,
    statuses,
    run,
    read: () => readFileSync(file, 'latin1'),
    switchOff: () => void (ids = null),
    deliver: async (...wanted: readonly SteamId64[]) => {
      ids = wanted
      await run()
      return readFileSync(file, 'latin1')
    },
  }
}

describe('the script for the game’s machine', () => {
  test.each([
    ['no file', null, 'semicolon', `${alice};${bob}`],
    ['an empty file', '', 'lines', `${alice}\n${bob}`],
    ['one line', staff, 'semicolon', `${staff};${alice};${bob}`],
    ['a separator at the end', `${staff};`, 'semicolon', `${staff};${alice};${bob}`],
    ['lines', `${staff}\n`, 'lines', `${staff}\n${alice}\n${bob}`],
    [
      'a comment at the end',
      `${staff} // ${carol}`,
      'semicolon',
      `${staff} // ${carol}\n${alice};${bob}`,
    ],
    ['another comment', `${staff} # ${alice}`, 'semicolon', `${staff} # ${alice}\n${alice};${bob}`],
    [
      'lines of Windows and other bytes',
      `\u00EF// \u00E9\r\n${staff}\r\n`,
      'lines',
      `\u00EF// \u00E9\r\n${staff}\r\n${alice}\n${bob}`,
    ],
  ] as const)('adds ours behind %s, and takes them out again', async (_, before, format, after) => {
    const { deliver } = await openMachine(before, format)
    expect(await deliver(alice, bob)).toBe(after)
    expect(await deliver(alice, bob)).toBe(after)
    const none = await deliver()
    expect(none.startsWith(before ?? '')).toBe(true)
    expect(
      none
        .slice(before?.length ?? 0)
        .trim()
        .replace(/^;$/, ''),
    ).toBe('')
  })

  test('writes to the file behind a link', async () => {
    const { deliver, folder, file } = await openMachine(null)
    const real = path.join(folder, 'real.txt')
    writeFileSync(real, staff)
    symlinkSync('real.txt', file)
    await deliver(alice)
    expect(readFileSync(real, 'latin1')).toBe(`${staff};${alice}`)
  })

  test('removes no id of others, even if we sent it too', async () => {
    const { deliver } = await openMachine(`${carol};${staff}`)
    expect(await deliver(alice, carol)).toBe(`${carol};${staff};${alice}`)
    expect(await deliver(bob)).toBe(`${carol};${staff};${bob}`)
  })

  test('puts back what somebody deleted, without fetching it again', async () => {
    const { deliver, file, run, read, statuses } = await openMachine(null)
    await deliver(alice)
    writeFileSync(file, staff)
    await run()
    expect(read()).toBe(`${staff};${alice}`)
    expect(statuses).toEqual([200, 304])
    expect(await deliver()).toBe(`${staff};`)
  })

  test('leaves an unchanged file alone, and keeps its rights', async () => {
    const { deliver, file, folder } = await openMachine(staff)
    const { mode } = statSync(file)
    await deliver(alice)
    expect(statSync(file).mode).toBe(mode)
    const { ino } = statSync(file)
    await deliver(alice)
    expect(statSync(file).ino).toBe(ino)
    expect(readdirSync(folder).toSorted()).toEqual(
      ['', '.shop', '.shop.answer', '.shop.etag'].map((end) => `priority.txt${end}`),
    )
  })

  test('changes nothing without an answer of the shop', async () => {
    const { deliver, read, run } = await openMachine(staff)
    const before = await deliver(alice)
    await expect(run('of somebody else')).rejects.toThrow('status 401')
    await expect(run(token, 'http://127.0.0.1:1')).rejects.toThrow()
    expect(read()).toBe(before)
  })

  test('keeps the file while the owner has not switched the delivery on', async () => {
    const { deliver, folder, read, run, statuses, switchOff } = await openMachine(staff)
    const before = await deliver(alice)
    const files = readdirSync(folder)
    switchOff()
    await expect(run()).rejects.toThrow('status 503')
    expect([read(), readdirSync(folder)]).toEqual([before, files])
    expect(statuses).toEqual([200, 503])
    expect(await deliver(bob)).toBe(`${staff};${bob}`)
  })
})
