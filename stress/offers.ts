import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { findDifferencesInParts } from '#test/audit.ts'
import { readBothBooks } from '#test/both-books.ts'
import { cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createRandom, someAddress, type Random } from '#test/random.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { buySkin, creditKr, openSkinShop, type SkinShop } from '#test/skin-shop.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { strikeAtRandom } from './blows.ts'
import { createRetry, type RetryCall } from './calls.ts'
import { behindProxy, databaseSettings, defineStress, onDatabases } from './define-stress.ts'

const limit = 5
const krOfGift = 500

interface Settings {
  readonly rounds: number
  /** Of each of the three: a code, a gift, a skin. */
  readonly buyers: number
  /** In each round. */
  readonly kills: number
  readonly seed: number
}

/**
 * Far more buyers than there are uses want a code, a gift and a limited skin at once, while the server is
 * killed and PayPal's webhooks are lost (R24).
 */
export const offers = defineStress(
  { rounds: 5, buyers: 64, kills: 6, seed: 1 },
  async (setting) => {
    await buildWebIfStale()
    const settings = {
      rounds: setting('rounds'),
      buyers: setting('buyers'),
      kills: setting('kills'),
      seed: setting('seed'),
    }
    return onDatabases((location) => sellOut(location, settings))
  },
)

async function sellOut(location: DatabaseLocation, settings: Settings): Promise<boolean> {
  const { rounds, buyers, kills, seed } = settings
  const product = await startProduct({ ...databaseSettings(location), ...behindProxy })
  const sandbox = createSandboxControl(product.sandboxOrigin)
  try {
    await sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', times: 1_000_000 })
    const random = createRandom(seed)
    const strange: Answer[] = []
    const sold: Sold[] = []
    for (let round = 0; round < rounds; round += 1) {
      const shop = await openRound(product, random)
      const all = ['code', 'gift', 'skin'] as const
      const wants = all.flatMap((what) => {
        // Everybody presses twice at once, on two devices.
        const steamIds = Array.from({ length: buyers / 2 }, newSteamId)
        return [...steamIds, ...steamIds].map((steamId) => buy(shop, what, steamId, strange))
      })
      const [outcomes] = await Promise.all([
        Promise.all(wants),
        strikeAtRandom({ product, postgres: null, random }, kills, 0),
      ])
      sold.push({ shop, outcomes })
    }
    await product.stopServer()
    const orderIds = sold.flatMap(({ outcomes }) =>
      outcomes.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId])),
    )
    const found = await audit(location, product, orderIds)
    const of = (what: Wanted) =>
      sold.filter(({ outcomes }) => outcomes.filter((one) => one.got === what).length !== limit)
        .length
    note(`seed ${seed}: ${rounds} rounds of ${3 * buyers} buyers, ${rounds * kills} kills`)
    for (const { status, body } of strange.slice(0, 5)) note(`${status} ${JSON.stringify(body)}`)
    for (const words of [...found.differences, ...found.unequal, ...found.ledger].slice(0, 5))
      note(words)
    return [
      reportExactly(`codes not used exactly ${limit} times`, of('code')),
      reportExactly(`gifts not given exactly ${limit} times`, of('gift')),
      reportExactly(`skins not sold exactly ${limit} times`, of('skin')),
      reportExactly('uses in the database beyond or below the limit', found.miscounted),
      reportExactly('answers that should not have been given', strange.length),
      reportExactly('differences from PayPal’s own books', found.differences.length),
      reportExactly('movements of money that differ from PayPal’s', found.unequal.length),
      reportExactly('differences in the ledger', found.ledger.length),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
}

type Wanted = 'code' | 'gift' | 'skin'

interface Outcome {
  readonly got: Wanted | null
  readonly orderId?: string
}

interface Sold {
  readonly shop: Round
  readonly outcomes: readonly Outcome[]
}

interface Round {
  readonly product: RunningProduct
  readonly random: Random
  readonly skinShop: SkinShop
  readonly code: string
  readonly gift: string
  readonly retryCall: RetryCall
}

const withCode = z.object({ code: z.string() })

async function openRound(product: RunningProduct, random: Random): Promise<Round> {
  const retryCall = createRetry(() => undefined)
  const { admin, origin } = await openSkinShop(product.origin)
  const add = async (terms: object) => {
    const startsAt = new Date().toISOString()
    const body = { startsAt, code: randomUUID().slice(0, 13), limit, perPlayer: 1, ...terms }
    return withCode.parse((await admin.post('/api/admin/offers', body)).body).code
  }
  const code = await add({ kind: 'percent', value: 20 })
  const gift = await add({ kind: 'kr', value: krOfGift })
  const added = await admin.post('/api/admin/shop-items', { ...(await itemBody()), stock: limit })
  const item = z.object({ id: z.string(), name: z.string(), price: z.number() }).parse(added.body)
  return { product, random, skinShop: { origin, admin, item }, code, gift, retryCall }
}

function buy(round: Round, what: Wanted, steamId: string, strange: Answer[]): Promise<Outcome> {
  if (what === 'code') return payByCode(round, steamId, strange)
  return what === 'gift' ? redeem(round, steamId, strange) : buyLimitedSkin(round, strange)
}

/** Somebody whose page repeats its calls until they are answered. */
async function newBuyer({ product, random, retryCall }: Round) {
  const visitor = createVisitor(product.origin)
  const headers = { 'x-forwarded-for': someAddress(random) }
  // The cookie comes with the first answer.
  await retryCall(() => visitor.get('/api/payment-options', headers))
  return { visitor, headers }
}

async function payByCode(round: Round, steamId: string, strange: Answer[]): Promise<Outcome> {
  const { code, retryCall, product } = round
  const { visitor, headers } = await newBuyer(round)
  const items = [cartItem({ price: 20 })]
  const body = checkoutBody({ items, totalPrice: 20, code, steamId })
  const opened = await retryCall(() =>
    visitor.post('/functions/v1/discord-purchase-notification', body, headers),
  )
  if (opened.status !== 200) return judge(opened, 'code_used_up', strange)
  const { orderId } = z.object({ orderId: z.string() }).parse(opened.body)
  const started = await retryCall(() =>
    visitor.post(`/api/orders/${orderId}/paypal-order`, {}, headers),
  )
  const { paypalOrderId } = z.object({ paypalOrderId: z.string() }).parse(started.body)
  await createSandboxControl(product.sandboxOrigin).decide(paypalOrderId, 'pay')
  const paid = await retryCall(() => visitor.post(`/api/orders/${orderId}/capture`, {}, headers))
  if (paid.body['status'] !== 'paid') strange.push(paid)
  return { got: 'code', orderId }
}

async function redeem(round: Round, steamId: string, strange: Answer[]): Promise<Outcome> {
  const { gift, retryCall } = round
  const { visitor, headers } = await newBuyer(round)
  const body = { code: gift, steamId }
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  const answer = await retryCall(() => visitor.post('/api/codes/redeem', body, keyed))
  return answer.status === 200 ? { got: 'gift' } : judge(answer, 'code_used_up', strange)
}

async function buyLimitedSkin(round: Round, strange: Answer[]): Promise<Outcome> {
  const { skinShop, retryCall } = round
  const { item, admin } = skinShop
  const { visitor } = await newBuyer(round)
  const steamId = newSteamId()
  await retryCall(() => creditKr(admin, { steamId, amount: item.price, key: steamId }))
  const purchase = { steamId, item, key: randomUUID() }
  const answer = await retryCall(() => buySkin(visitor, purchase))
  return answer.status === 200 ? { got: 'skin' } : judge(answer, 'sold_out', strange)
}

function judge(answer: Answer, expected: string, strange: Answer[]): Outcome {
  if (answer.body['code'] !== expected) strange.push(answer)
  return { got: null }
}

async function audit(
  location: DatabaseLocation,
  product: RunningProduct,
  orderIds: readonly string[],
) {
  const database = await openDatabase(location, () => undefined)
  try {
    const { rows } = await sql<{ offers: number }>`
      select count(*) as offers from offers where exists (
        select from (
          select offer_id, steam_id from orders where status not in ('expired', 'superseded')
          union all select offer_id, steam_id from offer_redemptions
        ) uses
        where offer_id = offers.id group by steam_id having count(*) > per_player
      ) or use_limit <> (
        (select count(*) from orders
          where offer_id = offers.id and status not in ('expired', 'superseded'))
        + (select count(*) from offer_redemptions where offer_id = offers.id)
      )`.execute(database.db)
    const sandbox = createSandboxControl(product.sandboxOrigin)
    const shop = { origin: product.origin, services: { database }, sandbox }
    return {
      miscounted: rows[0]?.offers ?? 0,
      differences: await findDifferencesInParts(shop, orderIds),
      unequal: await findUnequal(shop),
      ledger: (await verifyLedger(database)).differences,
    }
  } finally {
    await database.close()
  }
}

/** What only one of both books has, or has otherwise, to the cent and the second. */
async function findUnequal(shop: Parameters<typeof readBothBooks>[0]): Promise<string[]> {
  const { ours, theirs } = await readBothBooks(shop)
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((reference) => {
    const [our, their] = [ours, theirs].map((book) => JSON.stringify(book.get(reference)))
    return our === their ? [] : [`ours ${our}, theirs ${their}`]
  })
}
