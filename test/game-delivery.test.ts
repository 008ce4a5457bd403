import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { listPerks } from '#contract/perks.ts'
import { cftoolsCredentials, discordCredentials } from '#sandbox/credentials.ts'
import { createLbMailbox } from '#server/services/perks/lb-mailbox.ts'
import { describeOnDatabase } from './database.ts'
import { adminByCode } from './factories/admin.ts'
import { checkoutBody, nameTagBody } from './factories/checkout.ts'
import { newSteamId } from './factories/ledger.ts'
import { paidOrder } from './factories/paid-order.ts'
import { openShop, type TestShop } from './shop.ts'
import { players, signIn } from './sign-in.ts'
import { claimBalance } from './steam.ts'
import type { Visitor } from './visitor.ts'

describeOnDatabase('a shop without keys delivers to the sandbox’s game', (_, create) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await create(), { PRIORITY_FILE_FORMAT: 'semicolon' })
    await shop.sandbox.changeGame({ asks: true })
  })
  const readGame = () => shop.sandbox.readGame()
  const readDelivery = async (visitor: Visitor) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${shop.origin}/api/perks`, { headers: { cookie } })
    const [perk] = z.parse(listPerks.answer, await answer.json())
    return perk?.delivery
  }
  /** Lets a minute pass, in which everything that waits is tried again. */
  const later = async (check: () => Promise<unknown>) => {
    shop.advanceClock(60_000)
    await vi.waitFor(check)
  }

  // First, because answers of Steam are refused once the shop's clock is far ahead.
  it('a role in Discord to whoever links their account, until the money goes back', async () => {
    const { priorityFile } = await readGame()
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { reference } = await paidOrder(shop, visitor, { ...checkoutBody(), steamId })
    await later(async () => expect((await readDelivery(visitor))?.state).toBe('verified'))
    await signIn(visitor, 'plain')
    await claimBalance(shop, visitor, steamId)
    const member = { discordId: players.plain, roles: [discordCredentials.roleId] }
    await vi.waitFor(async () => expect((await readGame()).roles).toEqual([member]))
    await shop.sandbox.refund(reference)
    await later(async () => expect(await readGame()).toMatchObject({ roles: [], priorityFile }))
  })

  it('a paid priority, and takes it away when the money goes back', async () => {
    const { priorityFile: before } = await readGame()
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { reference } = await paidOrder(shop, visitor, { ...checkoutBody(), steamId })
    await later(async () => expect((await readDelivery(visitor))?.state).toBe('verified'))
    expect((await readGame()).priorityFile).toBe(`${before}${steamId}`)
    expect((await readDelivery(visitor))?.steps.map(({ state }) => state)).toEqual([
      'queued',
      'sending',
      'applied',
      'verified',
    ])
    await shop.sandbox.refund(reference)
    await later(async () => expect((await readGame()).priorityFile).toBe(before))
    expect(await readDelivery(visitor)).toBeUndefined()
  })

  it('what its full disk did not take, once that is mended', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    await shop.sandbox.fail({ provider: 'priority-file', kind: 'disk-full', times: 1000 })
    await paidOrder(shop, visitor, { ...checkoutBody(), steamId })
    await later(async () =>
      expect(await readDelivery(visitor)).toMatchObject({
        state: 'needs_owner',
        reason: 'disk_full',
      }),
    )
    const readTexts = async () => JSON.stringify(await shop.sandbox.readLog('discord'))
    await vi.waitFor(async () => expect(await readTexts()).toContain('Libérer de la place'))
    expect((await readGame()).priorityFile).not.toContain(steamId)
    await shop.sandbox.clearFaults()
    await later(async () => expect((await readDelivery(visitor))?.state).toBe('verified'))
    expect((await readGame()).priorityFile).toContain(steamId)
  })

  it('a paid colour of a name, until the money goes back', async () => {
    const before = await readGame()
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const color = { r: 255, g: 7, b: 0 }
    const body = { ...nameTagBody({ color }), steamId }
    const { reference } = await paidOrder(shop, visitor, body)
    await later(async () => expect((await readDelivery(visitor))?.state).toBe('verified'))
    expect((await readGame()).prefixGroups).toEqual([
      ...before.prefixGroups,
      expect.objectContaining({ colorR: 255, colorG: 7, members: [steamId] }),
    ])
    await shop.sandbox.refund(reference)
    await later(async () => expect((await readGame()).prefixGroups).toEqual(before.prefixGroups))
  })

  it('nothing to a game that is silent, and what it did without an answer is seen later', async () => {
    const set = (untilAskedMs: number, data: unknown) => {
      const times = { holdMs: 0, lookMs: 20, untilAskedMs, untilAnsweredMs: 0 }
      const { game } = createLbMailbox(shop.services, times)
      return game.request('v1/Config/LBGroup/ChatConfig.json/set', data)
    }
    // More than one, because the shop itself may look what is there.
    await shop.sandbox.fail({ provider: 'lb-core', kind: 'answer-lost', times: 10 })
    expect(await set(60_000, { version: 7, prefixGroups: [] })).toEqual({ outcome: 'not_answered' })
    expect((await readGame()).prefixGroups).toEqual([])
    await shop.sandbox.changeGame({ asks: false })
    expect(await set(0, {})).toMatchObject({ outcome: 'not_asked', lastPollAt: expect.any(Date) })
  })
})

describeOnDatabase('a shop whose priority queue the game’s machine fetches', (_, create) => {
  it('answers nobody’s id before the owner agrees, and what is paid for afterwards', async () => {
    const token = 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G'
    const shop = await openShop(await create(), { PRIORITY_PULL_TOKEN: token })
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    await paidOrder(shop, visitor, { ...checkoutBody(), steamId })
    const path = `${shop.origin}/api/game/priority.txt`
    const fetchIds = async () =>
      (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).text()
    expect(JSON.parse(await fetchIds())).toMatchObject({ code: 'adapter_not_enabled' })
    const admin = await adminByCode(shop)
    await vi.waitFor(async () => {
      const { status } = await admin.post('/api/admin/adapters/priority-file/enable', {})
      expect(status).toBe(200)
    })
    await vi.waitFor(async () => expect(await fetchIds()).toBe(`${steamId}\n`))
    shop.advanceClock(60_000)
    await vi.waitFor(async () => {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(`${shop.origin}/api/perks`, { headers: { cookie } })
      expect(await answer.json()).toMatchObject([{ steamId, delivery: { state: 'verified' } }])
    })
  })
})

describeOnDatabase('a shop with CFTools', (_, create) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await create(), {
      CFTOOLS_APPLICATION_ID: cftoolsCredentials.applicationId,
      CFTOOLS_SECRET: cftoolsCredentials.secret,
      CFTOOLS_SERVER_ID: cftoolsCredentials.serverId,
    })
  })

  it('puts who has paid into its queue once they have joined, until the money goes back', async () => {
    const steamId = newSteamId()
    const { database } = shop.services
    const later = async (minutes: number, check: () => Promise<unknown>) => {
      shop.advanceClock(minutes * 60_000)
      await vi.waitFor(check)
    }
    const readState = async () =>
      database.db
        .selectFrom('perk_deliveries')
        .select(['adapter', 'state', 'reason_code'])
        .executeTakeFirst()
    const { orderId, reference } = await paidOrder(shop, shop.visitor(), {
      ...checkoutBody(),
      steamId,
    })
    const waiting = { state: 'waiting_first_join', reason_code: 'never_joined' }
    await later(1, async () =>
      expect(await readState()).toEqual({ adapter: 'cftools', ...waiting }),
    )
    await shop.sandbox.joinGame([steamId])
    await later(60, async () => expect(await readState()).toMatchObject({ state: 'verified' }))
    const comment = `order:${orderId}`
    expect((await shop.sandbox.readGame()).queue).toEqual([
      { steamId, comment, expiresAt: expect.any(String) },
    ])
    await shop.sandbox.refund(reference)
    await later(1, async () => expect((await shop.sandbox.readGame()).queue).toEqual([]))
  })

  it('imports who was in its queue before', async () => {
    const [admin, steamId] = [await adminByCode(shop), newSteamId()]
    await shop.sandbox.joinGame([steamId])
    await shop.sandbox.addToQueue(steamId)
    const body = { source: 'cftools', dryRun: true }
    expect(await admin.post('/api/admin/perk-imports', body)).toMatchObject({
      status: 200,
      body: { id: null, accepted: 0, refused: [{ line: 1, reason: 'no_end' }] },
    })
    const given = { source: 'cftools', until: '2099-12-31T00:00:00Z' }
    expect(await admin.post('/api/admin/perk-imports', given)).toMatchObject({
      status: 200,
      body: { id: expect.any(String), accepted: 1, refused: [] },
    })
    expect(await admin.get(`/api/admin/perks?steamId=${steamId}`)).toMatchObject({
      body: { grants: [{ source: 'import', reason: 'a friend' }] },
    })
    expect((await shop.sandbox.readGame()).queue).toMatchObject([{ steamId, expiresAt: null }])
  })
})
