import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { cftoolsCredentials } from '#sandbox/credentials.ts'
import type { ChangeJournal } from '#server/providers/perk-adapter.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import {
  alice,
  bob,
  carol,
  christmas,
  memory,
  newYear,
  row,
  startCftools,
  stopClock,
  target,
} from '#test/cftools.ts'
import { createJournal, failingJournal, stoppingJournal } from '#test/factories/perk-adapters.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'

let cftools: Awaited<ReturnType<typeof startCftools>>
beforeEach(async () => {
  cftools = await startCftools()
})

describe('faults', () => {
  test.each([
    ['duplicate', {}],
    ['answer-lost', {}],
    ['token-expired', {}],
    ['token-expired', { times: 3 }],
    ['500', { path: '/v1/users/' }],
  ])('%s %o ends by itself', async (kind, more) => {
    const delivery = cftools.adapter()
    await cftools.control('cftools/setup', { limits: { register: 100 } })
    await delivery.apply(target([[alice, newYear], bob]))
    await cftools.control('faults', { provider: 'cftools', kind, ...more })
    const desired = target([alice, carol], [alice, bob])
    for (let run = 1; run <= 2; run += 1) await delivery.apply(desired)
    expect(await cftools.queue()).toEqual(expect.arrayContaining([row(alice), row(carol)]))
    expect(await cftools.queue()).toHaveLength(2)
  })

  test.each(
    ['answer-lost', 'token-expired', '500', 'truncated'].flatMap((kind) =>
      [1, 2, 3, 4].map((write) => [kind, write] as const),
    ),
  )('%s at change %i leaves all as desired', async (kind, write) => {
    const delivery = cftools.adapter()
    await delivery.apply(target([[alice, newYear], bob]))
    let writes = 0
    const { fetch: send } = globalThis
    const watching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      if (call[1]?.method !== 'GET') writes += 1
      if (writes === write) {
        watching.mockRestore()
        const path = '/v1/server/*/queuepriority'
        await cftools.control('faults', { provider: 'cftools', kind, path })
      }
      return send(...call)
    })
    onTestFinished(() => watching.mockRestore())
    const desired = target([alice, carol], [alice, bob])
    expect(await delivery.apply(desired)).toMatchObject({
      outcome: 'applied',
      exceptions: [],
    })
    expect(await cftools.queue()).toEqual(expect.arrayContaining([row(alice), row(carol)]))
    expect(await cftools.queue()).toHaveLength(2)
  })

  test.each([
    ['a wrong secret', { secret: 'wrong secret' }, {}, 'key_refused', 'bad-secret'],
    ['no grant', {}, { isGranted: false }, 'not_granted', ''],
    ['no bucket', {}, { hasBucket: false }, 'bucket_missing', 'invalid-bucket'],
    ['another server', { serverId: 'api key' }, {}, 'server_not_found', 'invalid-resource'],
  ])('%s needs the owner', async (_, settings, setup, code, detail) => {
    await cftools.control('cftools/setup', setup)
    const expected = { outcome: 'needs_owner', code, detail: expect.stringContaining(detail) }
    expect(await cftools.adapter(settings).apply(target([alice]))).toMatchObject(expected)
    expect(await cftools.adapter(settings).check()).toMatchObject(expected)
  })

  test.each(['html-error', '500', 'reset', 'truncated'])(
    '%s before anything was done is tried again',
    async (kind) => {
      await cftools.control('faults', { provider: 'cftools', kind })
      const delivery = cftools.adapter()
      const failed = await delivery.apply(target([alice]))
      expect(failed).toMatchObject({ outcome: 'retry', code: 'unreachable' })
      expect(await delivery.apply(target([alice]))).toMatchObject({
        outcome: 'applied',
      })
    },
  )

  test('what is no queue is never taken for an empty one', async () => {
    const { origin } = await startAnsweringServer((request, response) => {
      const isToken = request.url === '/v1/auth/register'
      response.end(isToken ? '{"status":true,"token":"t"}' : '<html>')
    })
    expect(await cftools.adapter({ apiOrigin: origin }).apply(target([], [alice]))).toEqual({
      outcome: 'needs_owner',
      code: 'unexpected_answer',
      detail: expect.stringContaining('not JSON'),
    })
  })

  test('without CFTools it tries again, and its secret is not in what it says', async () => {
    const { origin, stop } = await startAnsweringServer((_, response) => void response.end())
    await stop()
    const fault = await cftools.adapter({ apiOrigin: origin }).apply(target([alice]))
    expect(fault).toMatchObject({ outcome: 'retry', code: 'unreachable' })
    expect(JSON.stringify(fault)).not.toContain(cftoolsCredentials.secret)
  })

  test('nothing is changed when the change cannot be recorded, or after it was stopped', async () => {
    await expect(cftools.adapter().apply(target([alice]), failingJournal)).rejects.toThrow(
      'no database',
    )
    const { journal, stopped } = stoppingJournal()
    expect(await cftools.adapter().apply(target([alice]), journal, stopped)).toMatchObject({
      outcome: 'retry',
      code: 'interrupted',
    })
    expect(await cftools.queue()).toEqual([])
  })
})

describe('the token', () => {
  test('is registered once for calls at the same time, and lasts for a day', async () => {
    stopClock()
    const delivery = cftools.adapter()
    await Promise.all([delivery.read(target([alice])), delivery.read(target([bob]))])
    vi.setSystemTime('2030-01-02T11:50:00Z')
    await delivery.read(target([alice]))
    expect(await cftools.countCalls('POST', '/register')).toBe(1)
    vi.setSystemTime('2030-01-02T12:00:00Z')
    expect(await delivery.read(target([alice]))).toMatchObject({ outcome: 'compared' })
    expect(await cftools.countCalls('POST', '/register')).toBe(2)
  })
})

describe('a check', () => {
  test('names the server, and may be repeated at once', async () => {
    const delivery = cftools.adapter({ limits: {} })
    await cftools.addByStaff(alice, null)
    const ready = {
      outcome: 'ready',
      notes: [
        { code: 'server_found', detail: 'Sandbox server' },
        { code: 'entries_found', detail: '1' },
      ],
    }
    expect([await delivery.check(), await delivery.check()]).toEqual([ready, ready])
    expect(await cftools.countCalls('GET', '/grants')).toBe(1)
  })
})

describe('whatever happens', () => {
  const players = [alice, bob, carol]
  const player = fc.constantFrom(...players)
  const end = fc.constantFrom(christmas, newYear, null)
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      desired: fc.uniqueArray(fc.tuple(player, end), { selector: ([id]) => id }),
    }),
    fc.record({ kind: fc.constant('staff adds' as const), id: player, endsAt: end }),
    fc.record({ kind: fc.constant('staff removes' as const), id: player }),
    fc.record({
      kind: fc.constant('fails' as const),
      fault: fc.constantFrom(
        'answer-lost',
        'duplicate',
        'token-expired',
        'html-error',
        '500',
        'reset',
      ),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant('stops' as const), atCall: fc.integer({ min: 1, max: 8 }) }),
  )

  test('the queue ends as it is paid for, and the entries of others stay', async () => {
    await cftools.control('cftools/setup', { limits: { register: 10_000, lookup: 10_000 } })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        for (const id of players) await cftools.control('cftools/entries/remove', { steamId: id })
        const { ids } = memory()
        const unmanaged = new Map<SteamId64, string | null>()
        const owned = new Set<SteamId64>()
        let desired: Parameters<typeof target>[0] = []

        /** A process of the product, which may stop at one of its calls. */
        const run = async (atCall = Infinity) => {
          const stopping = new AbortController()
          let calls = 0
          const headers = () => {
            calls += 1
            if (calls === atCall) stopping.abort()
            return {}
          }
          const limits = { register: 1000, queue: 1000, lookup: 1000 }
          const delivery = cftools.adapter({ ids, limits }, { ...noInstrumentation, headers })
          const keep: ChangeJournal = {
            ...createJournal(),
            begin: ({ adds }) => Promise.resolve(adds.forEach(({ steamId }) => owned.add(steamId))),
          }
          return delivery.apply(target(desired, owned), keep, stopping.signal)
        }
        const put = (id: SteamId64, endsAt: string | null) => {
          unmanaged.set(id, endsAt)
          return cftools.addByStaff(id, endsAt)
        }
        for (const one of steps) {
          if (one.kind === 'pay') desired = one.desired
          else if (one.kind === 'staff adds') await put(one.id, one.endsAt)
          else if (one.kind === 'staff removes') {
            unmanaged.delete(one.id)
            await cftools.control('cftools/entries/remove', { steamId: one.id })
          } else if (one.kind === 'fails') {
            const { fault: kind, times } = one
            await cftools.control('faults', { provider: 'cftools', kind, times })
          }
          await run(one.kind === 'stops' ? one.atCall : undefined)
        }
        await cftools.control('faults/clear', {})
        expect(await run()).toMatchObject({ outcome: 'applied', exceptions: [] })
        expect(await run()).toMatchObject({ outcome: 'applied', isChanged: false })
        const expected = players.flatMap((id) => {
          const staffs = unmanaged.get(id)
          if (staffs !== undefined) return [{ steamId: id, comment: 'a friend', expiresAt: staffs }]
          const { perks } = target(desired)
          const entry = perks.find(({ steamId }) => steamId === id)
          return entry ? [row(id, entry.endsAt?.toISOString() ?? null)] : []
        })
        const rows = await cftools.queue()
        expect(rows).toHaveLength(expected.length)
        expect(rows).toEqual(expect.arrayContaining(expected))
      }),
      { numRuns: 15 },
    )
  })
})
