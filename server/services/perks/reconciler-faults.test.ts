import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { begin, openReadyShop, perk } from '#test/factories/perks.ts'
import { adapterFault, type DeliveryException } from '#server/providers/perk-adapter.ts'

describeOnDatabase('the reconciler, when something fails', (openTestDatabase) => {
  it('tries again what passes by itself, after five seconds at first and then every thirty', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('unreachable', 'no answer')
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({
      state: 'retrying',
      reason_code: 'unreachable',
      next_at: new Date(begin + 10_000),
    })
    await shop.live(120)
    expect(shop.state.runs).toBe(7)
    expect(await shop.messages()).toEqual([])
    shop.state.fault = null
    await shop.live(30)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', reason_code: null })
    expect(await shop.adapterRow()).toMatchObject({ state: 'ready', failing_since: null })
  })

  it('needs the staff when the result cannot be stored, and recovers', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    const detail = 'no PostgreSQL stores \0'
    const desired = { perk, event: 'failed', code: 'unreachable', detail } as const
    shop.state.before = () => {
      const perks = shop.state.lastDesired?.perks ?? []
      shop.state.exceptions = perks.map((one) => ({ ...desired, steamId: one.steamId }))
    }
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ reason_code: 'not_recorded' })
    expect(await shop.adapterRow()).toMatchObject({ state: 'needs_owner' })
    expect(await shop.messages()).toEqual(['perk_adapter_failed'])
    shop.state.before = () => void (shop.state.exceptions = [])
    await shop.live(60)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', reason_code: null })
  })

  it('notifies the staff once of what has not passed by itself for a quarter of an hour', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('unreachable', 'no answer')
    await shop.live(14 * 60, 10)
    expect(await shop.messages()).toEqual([])
    await shop.live(120)
    expect(await shop.adapterRow()).toMatchObject({ state: 'needs_owner' })
    expect(await shop.delivery(steamId)).toMatchObject({
      state: 'needs_owner',
      reason_code: 'unreachable',
    })
    await shop.live(600, 10)
    expect(await shop.messages()).toEqual(['perk_adapter_failed'])
    shop.state.fault = null
    await shop.live(30)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', reason_code: null })
  })

  it('notifies the staff once of what needs them, and again only after it was well', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('disk_full', 'no space left')
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'needs_owner' })
    await shop.live(600)
    expect(shop.state.runs).toBe(11)
    expect(await shop.messages()).toEqual(['perk_adapter_failed'])
    shop.state.fault = null
    await shop.live(60)
    expect(shop.state.actual.has(steamId)).toBe(true)
    shop.state.fault = adapterFault('password_refused', 'Login incorrect')
    await shop.live(15 * 60, 10)
    expect(await shop.messages()).toEqual(['perk_adapter_failed', 'perk_adapter_failed'])
    shop.state.runs = 0
    await shop.live(14 * 60, 10)
    expect(shop.state.runs).toBe(0)
  })

  it('delivers within a minute what the staff has mended just after a try', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('disk_full', 'no space left')
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'needs_owner' })
    shop.state.fault = null
    await shop.live(57)
    expect(shop.state.actual.has(steamId)).toBe(true)
  })

  it('delivers the others when one cannot be delivered', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const [missing, there] = [await shop.grant(newSteamId()), await shop.grant()]
    const desired = { steamId: missing, perk, code: 'never_joined', detail: 'unknown player' }
    const exception = (event: DeliveryException['event']) => {
      const [found] = shop.state.lastDesired?.perks.filter((one) => one.steamId === missing) ?? []
      shop.state.exceptions = found ? [{ ...desired, steamId: found.steamId, event }] : []
    }
    shop.state.before = () => exception('player_missing')
    await shop.live(5)
    expect(await shop.delivery(missing)).toMatchObject({
      state: 'waiting_first_join',
      reason_code: 'never_joined',
      next_at: new Date(begin + 5000 + 60 * 60_000),
    })
    expect(await shop.delivery(there)).toMatchObject({ state: 'verified' })
    shop.state.before = () => exception('staff_needed')
    await shop.live(60 * 60, 10)
    expect(await shop.messages()).toEqual(['perk_delivery_failed'])
    shop.state.before = () => void (shop.state.exceptions = [])
    await shop.live(120)
    expect(await shop.delivery(missing)).toMatchObject({ state: 'verified', reason_code: null })
    expect(shop.state.actual.has(missing)).toBe(true)
  })

  it('waits as long as the other side wants, and comes back when something of others ends', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('limited', 'too many calls', 120)
    await shop.live(124)
    expect(shop.state.runs).toBe(1)
    shop.state.fault = null
    shop.state.before = () => {
      const [desired] = shop.state.lastDesired?.perks ?? []
      const retryAt = new Date(begin + 400_000)
      const limited = { event: 'failed', code: 'limited', detail: '', retryAt } as const
      shop.state.exceptions = desired ? [{ ...desired, ...limited }] : []
      shop.state.againAt = new Date(begin + 500_000)
    }
    await shop.live(275)
    expect(shop.state.runs).toBe(2)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'retrying' })
    shop.state.before = () => void (shop.state.exceptions = [])
    await shop.live(1)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified' })
    shop.state.againAt = null
    await shop.live(99)
    expect(shop.state.runs).toBe(3)
    await shop.live(1)
    expect(shop.state.runs).toBe(4)
  })
})
