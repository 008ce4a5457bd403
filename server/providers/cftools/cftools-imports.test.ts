import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startAnsweringServer } from '#test/answering-server.ts'
import {
  alice,
  bob,
  carol,
  christmas,
  crowd,
  memory,
  row,
  startCftools,
  stopClock,
  target,
} from '#test/cftools.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'

const perk = 'priority_queue'
const [soon, longAgo] = ['2030-01-01T13:00:00.000Z', '2020-01-01T00:00:00.000Z']
let cftools: Awaited<ReturnType<typeof startCftools>>
beforeEach(async () => {
  cftools = await startCftools()
})

describe('the list', () => {
  test('has everybody but ours and those who have ended, and asks for each player once', async () => {
    const { ids, kept } = memory()
    const delivery = cftools.adapter({ ids })
    await delivery.apply(target([carol]))
    await cftools.addByStaff(alice, christmas)
    await cftools.addByStaff(bob, null, { comment: ' a\nVIP ', isFromApi: true })
    const [ended = alice] = crowd
    await cftools.addByStaff(ended, longAgo)
    const entryId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    for (const _ of [1, 2]) {
      expect(await delivery.list()).toEqual({
        outcome: 'listed',
        rows: [
          {
            line: 2,
            steamId: alice,
            perk,
            untilMs: Date.parse(christmas),
            note: 'a friend',
            entryId,
          },
          { line: 3, steamId: bob, perk, untilMs: null, note: 'a VIP', entryId },
        ],
        refused: [
          { line: 1, reason: 'already_ours' },
          { line: 4, reason: 'already_over' },
        ],
      })
    }
    expect(await cftools.countCalls('GET', '/player')).toBe(2)
    expect([...kept.keys()]).toEqual([carol, alice, bob])
  })

  test('goes on with a later request where there were too many players for one', async () => {
    stopClock()
    for (const steamId of crowd) await cftools.addByStaff(steamId, christmas)
    const delivery = cftools.adapter({ limits: { player: 20 } })
    for (const _ of [1, 2]) {
      expect(await delivery.list()).toMatchObject({
        rows: crowd.slice(0, 20).map((steamId) => ({ steamId })),
        refused: [21, 22, 23, 24, 25].map((line) => ({ line, reason: 'not_looked_up_yet' })),
      })
    }
    vi.setSystemTime('2030-01-01T12:01:00Z')
    expect(await delivery.list()).toMatchObject({
      rows: crowd.map((steamId) => ({ steamId })),
      refused: [],
    })
  })

  test('has the others when a player cannot be read, and all of them later', async () => {
    stopClock()
    for (const steamId of [alice, bob, carol]) await cftools.addByStaff(steamId, null)
    const delivery = cftools.adapter()
    const fail = (kind: string) =>
      cftools.control('faults', { provider: 'cftools', kind, path: '/v2/server/' })
    await fail('500')
    expect(await delivery.list()).toMatchObject({
      rows: [{ steamId: bob }, { steamId: carol }],
      refused: [{ line: 1, reason: 'not_looked_up_yet' }],
    })
    await fail('429')
    expect(await delivery.list()).toMatchObject({ refused: [{ reason: 'not_looked_up_yet' }] })
    vi.setSystemTime('2030-01-01T12:01:00Z')
    expect(await delivery.list()).toMatchObject({ rows: [{}, {}, {}], refused: [] })
  })

  test('has whoever was found when the time of the request is over', async () => {
    for (const steamId of [alice, bob, carol]) await cftools.addByStaff(steamId, null)
    const stopping = new AbortController()
    let calls = 0
    // After the token, the queue and the first player.
    const headers = () => {
      calls += 1
      if (calls === 4) stopping.abort()
      return {}
    }
    const delivery = cftools.adapter({}, { ...noInstrumentation, headers })
    expect(await delivery.list(stopping.signal)).toMatchObject({
      rows: [{ steamId: alice }],
      refused: [
        { line: 2, reason: 'not_looked_up_yet' },
        { line: 3, reason: 'not_looked_up_yet' },
      ],
    })
    expect(await cftools.countCalls('GET', '/player')).toBe(1)
  })

  test('leaves out players of whom CFTools has no Steam ID', async () => {
    const player = (steam: unknown) => ({ identities: { steam }, status: true })
    const players: Readonly<Record<string, object>> = {
      here: player({ steam64: alice }),
      odd: player({ steam64: 'hidden' }),
      without: player(null),
    }
    const meta = { comment: null, expiration: null, from_api: false }
    const asked: string[] = []
    const { origin } = await startAnsweringServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      const id = searchParams.get('cftools_id') ?? ''
      if (pathname.endsWith('/register')) return response.end('{"status":true,"token":"t"}')
      if (pathname.endsWith('/queuepriority')) {
        const entries = ['gone', ...Object.keys(players)].map((one) => ({
          user: { cftools_id: one },
          meta,
        }))
        return response.end(JSON.stringify({ status: true, entries }))
      }
      asked.push(id)
      response.statusCode = players[id] ? 200 : 404
      return response.end(JSON.stringify(players[id] ?? { status: false, error: 'not-found' }))
    })
    const delivery = cftools.adapter({ apiOrigin: origin })
    for (const _ of [1, 2]) {
      expect(await delivery.list()).toMatchObject({
        rows: [{ line: 2, steamId: alice, note: null, entryId: '' }],
        refused: [1, 3, 4].map((line) => ({ line, reason: 'unknown_player' })),
      })
    }
    expect(asked.toSorted()).toEqual(['gone', 'here', 'odd', 'without'])
  })

  test('needs the owner like every other call', async () => {
    await cftools.control('cftools/setup', { isGranted: false })
    expect(await cftools.adapter().list()).toMatchObject({
      outcome: 'needs_owner',
      code: 'not_granted',
    })
  })
})

describe('an entry that an import has taken over', () => {
  type Delivery = ReturnType<typeof cftools.adapter>
  /** What is owned once everybody in the list has been taken over. */
  async function takeOver(delivery: Delivery) {
    const listing = await delivery.list()
    if (listing?.outcome !== 'listed') throw new Error('there is no list')
    return listing.rows.map(({ steamId, entryId = '' }) => ({
      steamId,
      perk,
      takenOver: entryId,
    }))
  }

  test('stays as it is while it lasts, and is followed by ours', async () => {
    stopClock()
    await cftools.addByStaff(alice, null)
    await cftools.addByStaff(bob, soon)
    const before = await cftools.queue()
    const delivery = cftools.adapter()
    const desired = { ...target([alice, bob]), owned: await takeOver(delivery) }
    expect(await delivery.read(desired)).toMatchObject({ keeps: [alice, bob], unmanaged: [] })
    expect(await delivery.apply(desired)).toEqual({
      outcome: 'applied',
      isChanged: false,
      proof: { entries: 2, unmanaged: 0 },
      exceptions: [],
      againAt: new Date(soon),
    })
    expect(await cftools.queue()).toEqual(before)
    vi.setSystemTime(soon)
    expect(await delivery.apply(desired)).toMatchObject({ isChanged: true, exceptions: [] })
    expect(await cftools.queue()).toEqual([before[0], row(bob)])
    expect(await delivery.apply(desired)).toMatchObject({ isChanged: false })
  })

  test('is removed at the end, also when the ids of players were forgotten', async () => {
    await cftools.addByStaff(alice, null)
    const owned = await takeOver(cftools.adapter())
    await cftools.addByStaff(bob, null)
    const desired = { ...target([]), owned }
    expect(await cftools.adapter().apply(desired)).toMatchObject({ isChanged: true })
    expect(await cftools.queue()).toMatchObject([{ steamId: bob }])
  })

  test('stays when another of the staff takes its place, or the import is undone', async () => {
    await cftools.addByStaff(alice, null)
    await cftools.addByStaff(bob, null)
    const delivery = cftools.adapter()
    const owned = await takeOver(delivery)
    await cftools.addByStaff(alice, christmas)
    const before = await cftools.queue()
    const undone = owned.map((one) => (one.steamId === bob ? { ...one, takenOver: null } : one))
    const desired = { ...target([]), owned: undone }
    expect(await delivery.apply(desired)).toMatchObject({ isChanged: false })
    expect(await cftools.queue()).toEqual(before)
  })
})
