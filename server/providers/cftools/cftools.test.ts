import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createJournal } from '#test/factories/perk-adapters.ts'
import {
  alice,
  bob,
  carol,
  christmas,
  crowd,
  memory,
  newYear,
  row,
  startCftools,
  stranger,
  stopClock,
  target,
} from '#test/cftools.ts'

let cftools: Awaited<ReturnType<typeof startCftools>>
beforeEach(async () => {
  cftools = await startCftools()
})

describe('the queue', () => {
  test('gets and loses entries, and is left alone when nothing changes', async () => {
    const delivery = cftools.adapter()
    const journal = createJournal()
    expect(await delivery.apply(target([alice, [bob, null]]), journal)).toEqual({
      outcome: 'applied',
      isChanged: true,
      proof: { entries: 2, unmanaged: 0 },
      exceptions: [],
    })
    expect(await cftools.queue()).toEqual([row(alice), row(bob, null)])
    expect(journal.begun).toMatchObject([{ adds: [{ steamId: alice }, { steamId: bob }] }])

    const owned = [alice, bob]
    expect(await delivery.apply(target([alice, [bob, null]], owned), journal)).toMatchObject({
      outcome: 'applied',
      isChanged: false,
    })
    expect(journal.begun).toHaveLength(1)
    expect(await delivery.apply(target([[bob, null]], owned), journal)).toMatchObject({
      isChanged: true,
      proof: { entries: 1 },
    })
    expect(await cftools.queue()).toEqual([row(bob, null)])
  })

  test('gets another end when more or less is paid for', async () => {
    const delivery = cftools.adapter()
    await delivery.apply(target([alice]))
    for (const endsAt of [newYear, christmas, null]) {
      const desired = target([[alice, endsAt]], [alice])
      expect(await delivery.apply(desired)).toMatchObject({
        isChanged: true,
        exceptions: [],
      })
      expect(await cftools.queue()).toEqual([row(alice, endsAt)])
    }
  })

  test('is compared without being changed', async () => {
    await cftools.addByStaff(carol, null)
    expect(await cftools.adapter().read(target([alice], [bob]))).toEqual({
      outcome: 'compared',
      adds: [alice],
      keeps: [],
      removes: [],
      unmanaged: [expect.stringMatching(/^[0-9a-f]{24}$/)],
    })
    expect(await cftools.queue()).toHaveLength(1)
  })

  test('keeps parts of a second that CFTools may drop', async () => {
    const delivery = cftools.adapter()
    await delivery.apply(target([alice]))
    const desired = target([[alice, '2030-12-25T10:00:00.900Z']], [alice])
    expect(await delivery.apply(desired)).toMatchObject({ isChanged: false })
  })
})

describe('entries of others', () => {
  test.each([
    ['permanent', null, { comment: 'order:1' }],
    ['longer', newYear, {}],
    ['by another program', null, { comment: 'vip bot', isFromApi: true }],
    ['of another shop', newYear, { comment: 'order:7', isFromApi: true }],
  ])('stand for what was paid for: %s', async (_, expiresAt, more) => {
    await cftools.addByStaff(alice, expiresAt, more)
    const before = await cftools.queue()
    expect(await cftools.adapter().apply(target([alice]))).toMatchObject({
      outcome: 'applied',
      isChanged: false,
      proof: { entries: 0, unmanaged: 1 },
      exceptions: [],
    })
    await cftools.adapter().apply(target([], [bob]))
    expect(await cftools.queue()).toEqual(before)
  })

  test('that end earlier are followed by ours', async () => {
    stopClock()
    const delivery = cftools.adapter()
    await cftools.addByStaff(alice, '2030-01-01T13:00:00Z')
    const first = await delivery.apply(target([[alice, null]]))
    expect(first).toMatchObject({ isChanged: false, againAt: new Date('2030-01-01T13:00:00Z') })
    await cftools.control('cftools/entries/remove', { steamId: alice })
    await delivery.apply(target([[alice, null]]))
    expect(await cftools.queue()).toEqual([row(alice, null)])
  })

  test('that have ended stay, and the owner learns that one is in the way', async () => {
    await cftools.addByStaff(alice, '2020-01-01T00:00:00Z')
    expect(await cftools.adapter().apply(target([alice, bob]))).toMatchObject({
      outcome: 'applied',
      exceptions: [{ steamId: alice, event: 'staff_needed', code: 'entry_in_the_way' }],
    })
    expect(await cftools.queue()).toMatchObject([{ steamId: alice, comment: 'a friend' }, row(bob)])
  })

  test('stay when they take the place of ours', async () => {
    const delivery = cftools.adapter()
    await delivery.apply(target([alice]))
    await cftools.addByStaff(alice, christmas)
    expect(await delivery.apply(target([], [alice]))).toMatchObject({ isChanged: false })
    expect(await cftools.queue()).toMatchObject([{ comment: 'a friend' }])
  })
})

describe('players', () => {
  test('who have never joined wait, while the others get what they paid for', async () => {
    stopClock()
    const delivery = cftools.adapter()
    const desired = target([stranger, alice])
    expect(await delivery.apply(desired)).toMatchObject({
      outcome: 'applied',
      exceptions: [{ steamId: stranger, event: 'player_missing', code: 'never_joined' }],
    })
    await cftools.control('cftools/join', { steamIds: [stranger] })
    await delivery.apply(desired)
    expect(await cftools.queue()).toEqual([row(alice)])
    vi.setSystemTime('2030-01-01T12:10:00Z')
    expect(await delivery.apply(desired)).toMatchObject({ exceptions: [] })
    expect(await cftools.queue()).toEqual([row(alice), row(stranger)])
  })

  test('are looked for again after the owner has checked', async () => {
    const delivery = cftools.adapter()
    await delivery.apply(target([stranger]))
    await cftools.control('cftools/join', { steamIds: [stranger] })
    await delivery.check()
    expect(await delivery.apply(target([stranger]))).toMatchObject({ exceptions: [] })
  })

  test('are looked up once, and as many in a minute as CFTools allows', async () => {
    stopClock()
    const { ids, kept } = memory()
    const lookUps = () => cftools.countCalls('GET', '/lookup')
    const delivery = cftools.adapter({ ids, limits: { queue: 100 } })
    const first = await delivery.apply(target(crowd))
    expect(await cftools.queue()).toHaveLength(20)
    expect(first).toMatchObject({
      exceptions: crowd.slice(20).map((steamId) => ({
        steamId,
        event: 'failed',
        code: 'limited',
        retryAt: new Date('2030-01-01T12:01:00Z'),
      })),
    })
    expect(await lookUps()).toBe(20)
    vi.setSystemTime('2030-01-01T12:01:00Z')
    expect(await delivery.apply(target(crowd, crowd))).toMatchObject({ exceptions: [] })
    expect([await lookUps(), kept.size]).toEqual([25, 25])
    await cftools.adapter({ ids }).apply(target(crowd, crowd))
    expect(await lookUps()).toBe(25)
  })

  test('lose their entries also when their ids at CFTools were forgotten', async () => {
    await cftools.adapter().apply(target([alice, bob]))
    expect(await cftools.adapter().apply(target([bob], [alice, bob]))).toMatchObject({
      isChanged: true,
    })
    expect(await cftools.queue()).toEqual([row(bob)])
  })
})

describe('limits', () => {
  test('of our own are kept, so that no player stands between two calls', async () => {
    stopClock()
    const delivery = cftools.adapter({ limits: { queue: 10 } })
    const desired = target(crowd.slice(0, 12))
    expect(await delivery.apply(desired)).toMatchObject({
      outcome: 'applied',
      exceptions: crowd.slice(7, 12).map((steamId) => ({
        steamId,
        event: 'failed',
        code: 'limited',
        retryAt: new Date('2030-01-01T12:01:00Z'),
      })),
    })
    vi.setSystemTime('2030-01-01T12:01:00Z')
    const { owned } = target([], crowd.slice(0, 12))
    expect(await delivery.apply({ ...desired, owned })).toMatchObject({
      exceptions: [],
    })
    expect(await cftools.queue()).toHaveLength(12)
  })

  test('of our own leave calls for whoever lacks what they have paid for', async () => {
    stopClock()
    const delivery = cftools.adapter({ limits: { queue: 11 } })
    const [first, second, third] = crowd.slice(0, 3)
    if (!first || !second || !third) throw new Error('no crowd')
    const soon = '2030-01-01T12:12:00.000Z'
    await delivery.apply(target([first, second, [third, soon], bob]))
    vi.setSystemTime('2030-01-01T12:01:00Z')
    const longer = [first, second].map((id) => [id, newYear] as const)
    const owned = [first, second, third, bob]
    expect(await delivery.apply(target([...longer, [third, soon]], owned))).toMatchObject({
      exceptions: [{ steamId: second, event: 'failed', code: 'limited' }],
    })
    const desired = target([...longer, [third, newYear], alice], owned)
    expect(await delivery.apply(desired)).toMatchObject({ exceptions: [{ steamId: second }] })
    const urgent = [row(third, newYear), row(alice)]
    expect(await cftools.queue()).toEqual(expect.arrayContaining(urgent))
    vi.setSystemTime('2030-01-01T12:02:00Z')
    expect(await delivery.apply(desired)).toMatchObject({ exceptions: [] })
    expect(await cftools.queue()).toEqual(
      expect.arrayContaining([row(first, newYear), row(second, newYear), ...urgent]),
    )
  })

  test('of our own are waited for no longer than needed', async () => {
    stopClock()
    const delivery = cftools.adapter({ limits: { queue: 10 } })
    await delivery.apply(target(crowd.slice(0, 4)))
    vi.setSystemTime('2030-01-01T12:00:40Z')
    const desired = target(crowd.slice(0, 7), crowd.slice(0, 4))
    const retryAt = new Date('2030-01-01T12:01:00Z')
    expect(await delivery.apply(desired)).toMatchObject({
      exceptions: crowd.slice(5, 7).map((steamId) => ({ steamId, retryAt })),
    })
    // Reading what cannot be changed would only put off the change.
    const limited = { outcome: 'retry', code: 'limited', retryAfterSeconds: 20 }
    expect(await delivery.apply(desired)).toMatchObject(limited)
    vi.setSystemTime(retryAt)
    expect(await delivery.apply(desired)).toMatchObject({ exceptions: [] })
  })

  test('are not used up by calls that CFTools refused', async () => {
    stopClock()
    const delivery = cftools.adapter({ limits: {} })
    const path = '/v1/auth/register'
    await cftools.control('faults', { provider: 'cftools', kind: '429', path, times: 3 })
    const limited = { outcome: 'retry', code: 'limited', retryAfterSeconds: 10 }
    for (const seconds of ['00', '10', '20']) {
      vi.setSystemTime(`2030-01-01T12:00:${seconds}Z`)
      expect(await delivery.apply(target([alice]))).toMatchObject(limited)
    }
    vi.setSystemTime('2030-01-01T12:00:30Z')
    expect(await delivery.apply(target([alice]))).toMatchObject({ outcome: 'applied' })
  })

  test('of CFTools are respected', async () => {
    stopClock()
    const delivery = cftools.adapter()
    await cftools.control('faults', { provider: 'cftools', kind: '429', path: '/v1/server/' })
    const limited = { outcome: 'retry', code: 'limited', retryAfterSeconds: 10 }
    expect(await delivery.apply(target([alice]))).toMatchObject(limited)
    expect(await delivery.apply(target([alice]))).toMatchObject(limited)
    expect(await cftools.countCalls('GET', '/queuepriority')).toBe(1)
    vi.setSystemTime('2030-01-01T12:00:10Z')
    expect(await delivery.apply(target([alice]))).toMatchObject({ outcome: 'applied' })
  })
})
