import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { liftEndedBans } from '#server/services/bans/admin-bans.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import { adminByCode, countTodo, readAudit } from '#test/factories/admin.ts'
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
import { orderWithLostCapture } from '#test/factories/paid-order.ts'
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
    .select(['id', 'reference', 'status', 'kept_for'])
    .where('unmatched_reason', '=', 'paid_while_banned')
    .where('order_id', 'is', null)
    .execute()
}

async function loseWebhooks({ sandbox }: TestShop, ...eventTypes: string[]): Promise<void> {
  for (const eventType of eventTypes) {
    await sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
  }
}

/** An order whose money PayPal has taken, before we know that. */
async function capturedOrder(shop: TestShop, body: unknown) {
  await loseWebhooks(shop, 'CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED')
  return orderWithLostCapture(shop, body)
}

/** PayPal's own records of the money that it has taken for an order. */
async function takenFor({ sandbox }: TestShop, orderId: string) {
  return (await sandbox.readPayments()).filter(({ customId }) => customId === orderId)
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
    // The answer to a key is kept, but not that of a ban.
    const key = randomUUID()
    const buy = (buyer = shop.visitor()) => [
      buyer.post('/functions/v1/discord-purchase-notification', checkoutBody({ steamId })),
      buyer.post(
        '/functions/v1/discord-purchase-notification',
        checkoutBody({ steamId, forSomebodyElse: true }),
      ),
      openPackCheckout(buyer, packBody({ steamId })),
      buySkin(buyer, { steamId, item, key }),
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
      expect(String(answer.body['error'])).toContain(`${reason} (until ${end.slice(0, 10)}`)
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
    const own = await browser.visitor.post(order, body)
    expect(own).toMatchObject({ status: 403, body: { code: 'banned', ban: { reason } } })
    // Strangers read neither why nor until when, also for another Steam ID of that account.
    for (const steamId of [linked, other]) {
      const present = checkoutBody({ steamId, forSomebodyElse: true })
      const { status, body: problem } = await shop.visitor().post(order, present)
      expect([status, problem['code']]).toEqual(refused)
      expect(problem['ban']).toEqual({ reason: null, until: null })
      expect(JSON.stringify(problem)).not.toContain(reason)
    }
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

  it('takes no money at PayPal, and keeps back what is paid all the same until it is lifted', async () => {
    const steamId = newSteamId()
    const { buyer, orderId } = await capturedOrder(shop, checkoutBody({ steamId }))
    const open = await openOrder(buyer, checkoutBody({ steamId }))
    const openAtPayPal = await startPayment(buyer, open)
    const unpaid = await openOrder(buyer, checkoutBody({ steamId }))
    const key = randomUUID()
    const packAgain = () => openPackCheckout(buyer, packBody({ steamId }), key)
    expect((await packAgain()).status).toBe(200)
    const pack = await openPack(shop, { steamId }, buyer)
    expect((await owner.get(pathOf(steamId))).body).toEqual({
      ban: null,
      purchases: { paid: [], open: 5 },
    })
    await owner.put(pathOf(steamId), terms)
    const refused = { status: 403, body: { code: 'banned', ban: { reason } } }
    const start = (id: string) => buyer.post(`/api/orders/${id}/paypal-order`, {})
    expect(await start(unpaid)).toMatchObject(refused)
    expect(await packAgain()).toMatchObject(refused)
    await shop.sandbox.decide(openAtPayPal, 'pay')
    expect(await buyer.post(`/api/orders/${open}/capture`, {})).toMatchObject(refused)
    expect(await takenFor(shop, open)).toEqual([])
    expect(await buyer.post(`/api/orders/${orderId}/capture`, {})).toMatchObject(refused)
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
    expect(await settlePackPayment(buyer, pack.sessionId)).toMatchObject(refused)

    const [payment, ...others] = await keptBack(shop)
    expect(payment).toMatchObject({ status: 'completed', kept_for: orderId })
    expect(others).toEqual([])
    expect((await readRecords(shop, orderId)).purchases).toEqual([])
    expect((await readPack(shop, pack.orderId)).lines).toEqual([])
    expect(await countTodo(owner, 'paid_while_banned')).toBe(2)
    expect((await buyer.get(`/api/orders/${orderId}`)).body).toMatchObject({
      status: 'processing',
      heldFor: 'ban',
    })
    const refundUrl = `https://www.sandbox.paypal.com/activity/payment/${payment?.reference}`
    const paid = expect.arrayContaining([
      expect.objectContaining({ kind: 'pack', priceCents: 999, currency: 'USD' }),
      expect.objectContaining({ kind: 'order', priceCents: 2500, currency: 'EUR', refundUrl }),
    ])
    expect((await owner.get(pathOf(steamId))).body).toMatchObject({ purchases: { paid, open: 3 } })
    const assign = () => owner.post(`/api/admin/inbox/${payment?.id}/assign`, { orderId })
    expect(outcome(await assign())).toEqual([403, 'banned'])

    // Long after it could have been paid.
    shop.advanceClock(day / 4)
    await reconcileOrders(shop.services)
    await owner.delete(pathOf(steamId))
    expect(outcome(await start(orderId))).toEqual([409, 'order_not_payable'])
    await liftEndedBans(shop.services)
    await reconcileOrders(shop.services)
    await reconcilePacks(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
    expect((await readPack(shop, pack.orderId)).balance).toBe(1100)
    expect((await assign()).status).toBe(200)
    expect(await countTodo(owner, 'paid_while_banned')).toBe(0)
    expect((await owner.get(pathOf(steamId))).body).toMatchObject({ purchases: { paid, open: 0 } })
    expect(await takenFor(shop, open)).toEqual([])
  })

  it.each([
    ['refunded at PayPal', 'refunded'],
    ['dealt with in another way', 'expired'],
  ] as const)(
    'keeps back a held payment that completes meanwhile, until it is %s',
    async (how, end) => {
      const steamId = newSteamId()
      const buyer = shop.visitor()
      const orderId = await openOrder(buyer, checkoutBody({ steamId }))
      await shop.sandbox.decide(await startPayment(buyer, orderId), 'hold')
      await buyer.post(`/api/orders/${orderId}/capture`, {})
      const [held] = (await readRecords(shop, orderId)).payments
      const reference = held?.reference ?? ''
      await owner.put(pathOf(steamId), terms)
      await shop.sandbox.review(reference, 'complete')
      await expect.poll(() => keptBack(shop)).toMatchObject([{ reference, kept_for: orderId }])
      const view = async () => (await buyer.get(`/api/orders/${orderId}`)).body
      expect(await view()).toMatchObject({ status: 'processing', heldFor: 'ban' })
      if (end === 'refunded') await shop.sandbox.refund(reference)
      else await owner.post(`/api/admin/inbox/${held?.id}/resolve`, { note: how })
      await expect.poll(view).toMatchObject({ status: end, heldFor: null })
      await owner.delete(pathOf(steamId))
      await liftEndedBans(shop.services)
      await reconcileOrders(shop.services)
      const { order, purchases } = await readRecords(shop, orderId)
      expect([order.status, purchases]).toEqual([end, []])
    },
  )

  it('ends by itself: refusals at that moment, perks with the next run of the job', async () => {
    const [stuck, steamId] = [newSteamId(), newSteamId()]
    const buyer = shop.visitor()
    for (const one of [stuck, steamId]) {
      await owner.put(pathOf(one), { ...terms, until: until(60_000) })
    }
    // One that cannot be ended stops no other.
    await sql`
      create function refuse_stuck() returns trigger language plpgsql as $$ begin
        if old.steam_id = ${sql.lit(stuck)} then raise exception 'stuck'; end if;
        return old;
      end $$`.execute(shop.services.database.db)
    await sql`
      create trigger refuse_stuck before delete on bans
        for each row execute function refuse_stuck()`.execute(shop.services.database.db)
    shop.advanceClock(61_000)
    await startPayment(buyer, await openOrder(buyer, checkoutBody({ steamId })))
    expect((await owner.get(pathOf(steamId))).body['ban']).toBeNull()
    await liftEndedBans(shop.services)
    await sql`drop function refuse_stuck cascade`.execute(shop.services.database.db)
    expect((await readAudit(shop, `ban:${steamId}`)).at(-1)).toMatchObject({
      actor: 'shop',
      action: 'ban_lifted',
      after: null,
    })
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
    const lift = (seen: string) =>
      owner.delete(`${pathOf(steamId)}?seen=${encodeURIComponent(seen)}`)
    expect(outcome(await lift(new Date(0).toISOString()))).toEqual([409, 'ban_changed'])
    // The same again is no change.
    expect((await owner.put(pathOf(steamId), { ...terms, seen: null })).body).toEqual(first.body)
    expect(await readAudit(shop, `ban:${steamId}`)).toHaveLength(1)
  })
})

describeOnPostgres('a ban of somebody who is paying', (_open, createDatabase) => {
  it('takes and delivers a payment, keeps it back or does not take it, and nothing between', async () => {
    const shop = await openShop(await createDatabase())
    await shop.stopJobs()
    const owner = await adminByCode(shop)
    const approved = async () => {
      const [steamId, buyer] = [newSteamId(), shop.visitor()]
      await loseWebhooks(shop, 'CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED')
      return { steamId, buyer, ...(await approvedOrder(shop, buyer, checkoutBody({ steamId }))) }
    }
    const capture = ({ buyer, orderId }: Awaited<ReturnType<typeof approved>>) =>
      buyer.post(`/api/orders/${orderId}/capture`, {})
    const early = await approved()
    await capture(early)
    const lateSteamId = newSteamId()
    const late = {
      ...(await capturedOrder(shop, checkoutBody({ steamId: lateSteamId }))),
      steamId: lateSteamId,
    }
    await owner.put(pathOf(lateSteamId), terms)
    const orders = [early, late]
    for (let count = 0; count < 6; count += 1) orders.push(await approved())
    await Promise.all(
      orders.flatMap((order) => [capture(order), owner.put(pathOf(order.steamId), terms)]),
    )
    const kept = await keptBack(shop)
    const ends = await Promise.all(
      orders.map(async ({ orderId }) => {
        const { order, purchases } = await readRecords(shop, orderId)
        const isKept = kept.some(({ kept_for: keptFor }) => keptFor === orderId)
        const taken = await takenFor(shop, orderId)
        return [order.status, purchases.length, isKept, taken.length]
      }),
    )
    const delivered = ['paid', 1, false, 1]
    const keptOne = ['processing', 0, true, 1]
    expect(ends.slice(0, 2)).toEqual([delivered, keptOne])
    for (const end of ends)
      expect([delivered, keptOne, ['pending', 0, false, 0]]).toContainEqual(end)
    for (const { steamId, buyer } of orders) {
      const again = await buyer.post(
        '/functions/v1/discord-purchase-notification',
        checkoutBody({ steamId }),
      )
      expect(outcome(again)).toEqual([403, 'banned'])
    }
  })
})
