import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { liftEndedBans } from '#server/services/bans/admin-bans.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import {
  approvedOrder,
  checkoutBody,
  openOrder,
  readRecords,
  startPayment,
} from '#test/factories/checkout.ts'
import { giveKr, insertShopItem, newSteamId } from '#test/factories/ledger.ts'
import {
  openPack,
  openPackCheckout,
  packBody,
  readPack,
  settlePackPayment,
} from '#test/factories/packs.ts'
import { openListingBrowser } from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn, type PlayerName } from '#test/sign-in.ts'
import { buySkin } from '#test/skin-shop.ts'
import { claimBalance } from '#test/steam.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

const day = 24 * 60 * 60 * 1000
const reason = 'Sold accounts on the server.'
const terms = { reason, from: ['shop', 'team'], stopPerks: true }
const ofTeam = { reason, from: ['team'], stopPerks: false }
const pathOf = (steamId: string) => `/api/admin/bans/${steamId}`
const outcome = ({ status, body }: Answer) => [status, body['code']]

async function signedIn(shop: TestShop, player: PlayerName): Promise<Visitor> {
  const visitor = shop.visitor()
  await signIn(visitor, player)
  return visitor
}

/** The unmatched payment of an order that was not delivered. */
function keptBack({ services }: TestShop) {
  return services.database.db
    .selectFrom('payments')
    .select(['id', 'reference', 'status'])
    .where('unmatched_reason', '=', 'paid_while_banned')
    .where('order_id', 'is', null)
    .execute()
}

describeOnDatabase('a ban', (_open, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The tests run the jobs themselves: a scheduled run would take their packs.
    await shop.stopJobs()
    owner = await adminByCode(shop)
  })
  beforeEach(() => shop.services.database.db.deleteFrom('rate_limits').execute())

  const until = (milliseconds: number) =>
    new Date(shop.services.clock().getTime() + milliseconds).toISOString()
  const addModerator = async () => {
    const body = { discordId: players.mallory, name: 'Anna', role: 'moderator' }
    await owner.post('/api/admin/people', body)
    return signedIn(shop, 'mallory')
  }

  it('refuses orders, packs, skins and presents with its reason, and nothing once it is lifted', async () => {
    const steamId = await giveKr(shop.services.database, 500)
    const item = await insertShopItem(shop.services.database)
    const buy = (buyer = shop.visitor()) => [
      buyer.post('/functions/v1/discord-purchase-notification', checkoutBody({ steamId })),
      buyer.post(
        '/functions/v1/discord-purchase-notification',
        checkoutBody({ steamId, forSomebodyElse: true }),
      ),
      openPackCheckout(buyer, packBody({ steamId })),
      buySkin(buyer, { steamId, item, key: randomUUID() }),
    ]
    const end = until(day)
    expect(await owner.put(pathOf(steamId), { ...terms, until: end })).toMatchObject({
      status: 200,
      body: { ban: { ...terms, until: end }, purchases: { paid: [], open: 0 } },
    })
    for (const answer of await Promise.all(buy())) {
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'banned', ban: { reason, until: end } },
      })
      expect(String(answer.body['error'])).toContain(reason)
    }
    await owner.delete(pathOf(steamId))
    for (const answer of await Promise.all(buy())) expect(answer.status).toBe(200)
    expect(await readAudit(shop, `ban:${steamId}`)).toMatchObject([
      { action: 'ban_saved', before: null, after: { reason, until: end } },
      { action: 'ban_lifted', before: { reason }, after: null },
    ])
  })

  it('counts for the account that has linked the Steam ID, whatever it buys for whom, and for its listings', async () => {
    const [linked, other] = [newSteamId(), newSteamId()]
    const browser = openListingBrowser(shop)
    await signIn(browser.visitor, 'hunter')
    for (const steamId of [linked, other]) await claimBalance(shop, browser.visitor, steamId)
    const listing = await browser.post()
    const id = String(listing.body['id'])
    await owner.put(pathOf(linked), terms)
    const body = checkoutBody({ steamId: newSteamId(), forSomebodyElse: true })
    const order = '/functions/v1/discord-purchase-notification'
    const refused = [403, 'banned']
    expect(outcome(await browser.visitor.post(order, body))).toEqual(refused)
    // By a stranger, for another Steam ID of that account.
    const present = checkoutBody({ steamId: other, forSomebodyElse: true })
    expect(outcome(await shop.visitor().post(order, present))).toEqual(refused)
    const attempts = () => [browser.post(), browser.patch(id, { age: 30 }), browser.renew(id)]
    for (const answer of await Promise.all(attempts())) expect(outcome(answer)).toEqual(refused)
    // Signed out, the secret of the browser still names the account.
    browser.visitor.cookies.clear()
    for (const answer of await Promise.all(attempts())) expect(outcome(answer)).toEqual(refused)
    expect((await browser.delete(id)).status).toBe(204)
    expect((await openListingBrowser(shop).post()).status).toBe(201)
    await owner.put(pathOf(linked), { ...terms, from: ['shop'] })
    expect((await browser.post()).status).toBe(201)
    await owner.delete(pathOf(linked))
  })

  it('keeps back what is paid from a checkout that was open, for the staff to refund or deliver', async () => {
    const steamId = newSteamId()
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer, checkoutBody({ steamId }))
    const paypalOrderId = await startPayment(buyer, orderId)
    const unpaid = await openOrder(buyer, checkoutBody({ steamId }))
    const pack = await openPack(shop, { steamId }, buyer)
    expect((await owner.get(pathOf(steamId))).body).toEqual({
      ban: null,
      purchases: { paid: [], open: 3 },
    })
    await owner.put(pathOf(steamId), terms)
    expect(outcome(await buyer.post(`/api/orders/${unpaid}/paypal-order`, {}))).toEqual([
      403,
      'banned',
    ])
    await shop.sandbox.decide(paypalOrderId, 'pay')
    const captured = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(captured).toMatchObject({ status: 403, body: { code: 'banned', ban: { reason } } })
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
    const confirmed = await settlePackPayment(buyer, pack.sessionId)
    expect(confirmed).toMatchObject({ status: 403, body: { code: 'banned', ban: { reason } } })

    const [payment, ...others] = await keptBack(shop)
    expect([payment?.status, others.length]).toEqual(['completed', 0])
    expect((await readRecords(shop, orderId)).purchases).toEqual([])
    expect((await readPack(shop, pack.orderId)).lines).toEqual([])
    expect((await owner.get('/api/admin/today')).body['todo']).toContainEqual(
      expect.objectContaining({ kind: 'paid_while_banned', count: 2 }),
    )
    const assign = () => owner.post(`/api/admin/inbox/${payment?.id}/assign`, { orderId })
    expect(outcome(await assign())).toEqual([403, 'banned'])

    await owner.delete(pathOf(steamId))
    expect((await assign()).status).toBe(200)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
    await reconcilePacks(shop.services)
    expect((await readPack(shop, pack.orderId)).balance).toBe(1100)
    expect((await owner.get('/api/admin/sales')).body).toMatchObject({ paidWhileBanned: 0 })
    const { purchases } = (await owner.get(pathOf(steamId))).body
    expect(purchases).toMatchObject({
      paid: [
        { kind: 'pack', priceCents: 999, currency: 'USD' },
        {
          kind: 'order',
          priceCents: 2500,
          currency: 'EUR',
          refundUrl: `https://www.sandbox.paypal.com/activity/payment/${payment?.reference}`,
        },
      ],
    })
  })

  it('ends by itself: refusals at that moment, perks with the next run of the job', async () => {
    const steamId = newSteamId()
    const buyer = shop.visitor()
    await owner.put(pathOf(steamId), { ...terms, until: until(60_000) })
    shop.advanceClock(61_000)
    await startPayment(buyer, await openOrder(buyer, checkoutBody({ steamId })))
    expect((await owner.get(pathOf(steamId))).body['ban']).toBeNull()
    await liftEndedBans(shop.services)
    const rows = await shop.services.database.db
      .selectFrom('bans')
      .select('steam_id')
      .where('steam_id', '=', steamId)
      .execute()
    expect(rows).toEqual([])
    const past = await owner.put(pathOf(steamId), { ...terms, until: until(-1) })
    expect(past).toMatchObject({ status: 422, body: { errors: [{ path: 'until' }] } })
  })

  it('from the shop is made, widened, narrowed and lifted only by those who may', async () => {
    const steamId = newSteamId()
    const moderator = await addModerator()
    const needs = { status: 403, body: { code: 'forbidden', needs: 'bans.shop' } }
    expect(await moderator.put(pathOf(steamId), terms)).toMatchObject(needs)
    expect(await moderator.put(pathOf(steamId), { ...ofTeam, stopPerks: true })).toMatchObject(
      needs,
    )
    const made = await moderator.put(pathOf(steamId), ofTeam)
    expect(made).toMatchObject({ status: 200, body: { ban: ofTeam, purchases: null } })
    expect((await moderator.delete(pathOf(steamId))).status).toBe(204)
    await owner.put(pathOf(steamId), terms)
    expect(await moderator.put(pathOf(steamId), ofTeam)).toMatchObject(needs)
    expect(await moderator.delete(pathOf(steamId))).toMatchObject(needs)
  })

  it('of two who change it at once is that of the first, which the second reads', async () => {
    const steamId = newSteamId()
    const first = await owner.put(pathOf(steamId), { ...terms, seen: null })
    const late = await owner.put(pathOf(steamId), { ...ofTeam, seen: null })
    expect(outcome(late)).toEqual([409, 'ban_changed'])
    // The same again is no change.
    expect((await owner.put(pathOf(steamId), { ...terms, seen: null })).body).toEqual(first.body)
    expect(await readAudit(shop, `ban:${steamId}`)).toHaveLength(1)
  })
})

describeOnPostgres('a ban of somebody who is paying', (_open, createDatabase) => {
  it('delivers a payment or keeps it back, never both and never neither', async () => {
    const shop = await openShop(await createDatabase())
    const owner = await adminByCode(shop)
    const buyers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const [steamId, buyer] = [newSteamId(), shop.visitor()]
        return { steamId, buyer, ...(await approvedOrder(shop, buyer, checkoutBody({ steamId }))) }
      }),
    )
    await Promise.all(
      buyers.flatMap(({ steamId, buyer, orderId }) => [
        buyer.post(`/api/orders/${orderId}/capture`, {}),
        owner.put(pathOf(steamId), terms),
      ]),
    )
    const recorded = await Promise.all(buyers.map(({ orderId }) => readRecords(shop, orderId)))
    const delivered = recorded.filter(({ purchases }) => purchases.length === 1)
    expect(delivered.every(({ order }) => order.status === 'paid')).toBe(true)
    expect(delivered.length + (await keptBack(shop)).length).toBe(8)
    for (const { steamId, buyer } of buyers) {
      const late = await buyer.post(
        '/functions/v1/discord-purchase-notification',
        checkoutBody({ steamId }),
      )
      expect(outcome(late)).toEqual([403, 'banned'])
    }
  })
})
