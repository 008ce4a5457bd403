import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { adminByCode } from '#test/factories/admin.ts'
import { approvedOrder, openOrder, startPayment } from '#test/factories/checkout.ts'
import { newSteamId, openPack, settlePackPayment, type OpenedPack } from '#test/factories/packs.ts'
import { itemBody, readShopItems } from '#test/factories/shop-items.ts'
import { openListingBrowser, readListingPage } from '#test/factories/team-listings.ts'
import { signIn } from '#test/sign-in.ts'
import type { TestShop } from '#test/shop.ts'
import { buySkin, creditKr, type Item } from '#test/skin-shop.ts'
import type { Visitor } from '#test/visitor.ts'

/** A shop with data of every kind, all of it made over HTTP. */
export interface FilledShop {
  readonly admin: Visitor
  /** Signed in through Discord, and the maker of the orders. */
  readonly player: Visitor
  readonly item: Item
  readonly settled: { readonly orderId: string }
  /** Open at PayPal, not paid. */
  readonly waiting: { readonly orderId: string; readonly paypalOrderId: string }
  /** Open at Stripe, not paid. */
  readonly waitingPack: OpenedPack
  /** Kr of `buyerSteamId`. */
  readonly startBalance: number
  readonly buyerSteamId: string
  /** A balance that nobody moves any more: a pack and a credit, less a skin. */
  readonly calmSteamId: string
}

export async function fillShop(shop: TestShop): Promise<FilledShop> {
  const admin = await adminByCode(shop)
  const player = shop.visitor()
  await signIn(player, 'hunter')
  const added = await admin.post('/api/admin/shop-items', await itemBody())
  const item = { id: String(added.body['id']), name: 'Toxic Mosin', price: 250 }
  const settled = await approvedOrder(shop, player)
  await player.post(`/api/orders/${settled.orderId}/capture`, {})
  const waitingOrder = await openOrder(player)
  const waiting = {
    orderId: waitingOrder,
    paypalOrderId: await startPayment(player, waitingOrder),
  }
  const calmSteamId = newSteamId()
  const pack = await openPack(shop, { steamId: calmSteamId })
  await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
  await settlePackPayment(player, pack.sessionId)
  await creditKr(admin, { steamId: calmSteamId, amount: 500, key: randomUUID() })
  await buySkin(player, { steamId: calmSteamId, item, key: randomUUID() })
  const waitingPack = await openPack(shop)
  const buyerSteamId = newSteamId()
  const startBalance = 500_000
  await creditKr(admin, { steamId: buyerSteamId, amount: startBalance, key: randomUUID() })
  expect((await openListingBrowser(shop).post()).status).toBe(201)
  // The staff must not be notified again of anything from before the backup.
  await expect.poll(() => countUnsent(shop)).toBe(0)
  return {
    admin,
    player,
    item,
    settled,
    waiting,
    waitingPack,
    startBalance,
    buyerSteamId,
    calmSteamId,
  }
}

async function countUnsent({ services }: TestShop): Promise<number> {
  const { unsent } = await services.database.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('unsent'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unsent
}

/** Buys one skin after the other until it is stopped; resolves after the first. */
export async function startBuying(shop: TestShop, { buyerSteamId, item, player }: FilledShop) {
  let bought = 0
  const closing = new AbortController()
  const buyOne = async (): Promise<void> => {
    const answer = await buySkin(player, { steamId: buyerSteamId, item, key: randomUUID() })
    expect(answer).toMatchObject({ status: 200 })
    bought += 1
  }
  await buyOne()
  const buying = (async () => {
    while (!closing.signal.aborted) await buyOne()
  })()
  return {
    count: () => bought,
    stop: async () => {
      closing.abort()
      await buying
    },
    readBalance: async () =>
      Number((await shop.visitor().get(`/api/krypto-balance/${buyerSteamId}`)).body['balance']),
  }
}

/** Data that stays unchanged while others buy, as its signed-in makers see it. */
export async function readShelf(
  shop: TestShop,
  { admin, player, settled, calmSteamId }: FilledShop,
) {
  const session = await player.get('/api/session')
  const order = await player.get(`/api/orders/${settled.orderId}`)
  const balance = await shop.visitor().get(`/api/krypto-balance/${calmSteamId}`)
  const [shownItem] = await readShopItems(shop)
  const picture = await fetch(`${shop.origin}${shownItem?.image_url}`)
  const audit = await admin.get('/api/admin/audit-log')
  expect([session.status, order.status, picture.status, audit.status]).toEqual([200, 200, 200, 200])
  return {
    session: session.body,
    order: order.body,
    balance: balance.body,
    shownItem,
    picture: Buffer.from(await picture.arrayBuffer()).toString('base64'),
    listings: (await readListingPage(shop)).listings,
    audit: audit.body,
  }
}
