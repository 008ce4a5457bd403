import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { begin, gameServer, openReadyShop } from '#test/factories/perks.ts'
import { atRestarts } from '#server/app/open-providers.ts'

describeOnDatabase('a game that reads its file only when it restarts', (openTestDatabase) => {
  const openRestartingShop = async () => {
    const server = gameServer()
    let clock = () => new Date(begin)
    const restarts = { times: ['04:00', '12:00'], timeZone: 'UTC' }
    const read = () => ({ readsPriorityAtRestart: true, restarts })
    const adapter = atRestarts(server.adapter, read, () => clock())
    const shop = await openReadyShop(await openTestDatabase(), { ...server, adapter })
    clock = shop.services.clock
    return shop
  }
  const hour = 60 * 60

  it('lets a new player wait for the next restart', async () => {
    const shop = await openRestartingShop()
    const steamId = await shop.grant()
    await shop.live(5)
    const restart = new Date('2027-01-20T04:00:00Z')
    const waiting = await shop.delivery(steamId)
    expect(waiting).toMatchObject({ state: 'waiting_restart', next_at: restart })
    const states = ['queued', 'sending', 'applied', 'verified', 'waiting_restart']
    expect(waiting.steps.map(({ state }) => state)).toEqual(states)
    shop.wait(2 * hour)
    await shop.live(1)
    expect(await shop.delivery(steamId)).toEqual(waiting)
    shop.wait(2 * hour)
    await shop.live(1)
    const played = await shop.delivery(steamId)
    expect(played).toMatchObject({ state: 'verified', next_at: new Date('2027-02-20T00:00:00Z') })
    expect(played.steps.map(({ state }) => state)).toEqual([...states, 'verified'])
  })

  it('lets nobody wait who is in it already, and not beyond their end', async () => {
    const shop = await openRestartingShop()
    const steamId = await shop.grant()
    const short = await shop.grant(newSteamId(), { kind: 'time', ms: hour * 1000 })
    await shop.live(5)
    shop.wait(hour)
    await shop.live(30)
    expect(shop.state.actual.has(short)).toBe(false)
    expect(await shop.delivery(short)).toMatchObject({ state: 'verified', is_ours: false })
    shop.wait(4 * hour)
    await shop.live(1)
    await shop.grant(steamId)
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified' })
    await shop.grant(short)
    await shop.live(5)
    expect(await shop.delivery(short)).toMatchObject({ state: 'waiting_restart' })
  })
})
