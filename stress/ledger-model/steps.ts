import { packs } from '#test/factories/site.ts'
import { receiveEvent } from '#server/services/payments/engine.ts'
import { packPayable, reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { syncPack } from '#server/services/payments/pack-payments.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { buySkin } from '#server/services/skins/skin-shop.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { openPackCheckout } from '#server/services/checkout/open-pack-checkout.ts'
import { creditKr } from '#server/services/kryptonite/admin-ledger.ts'
import {
  apply,
  buy,
  firstOutcome,
  worth,
  type Account,
  type Item,
  type PackOrder,
} from './model.ts'
import type { Random } from '#test/random.ts'
import type { StripeEvent, World } from './world.ts'

/** The product and its model. */
export interface Pair {
  readonly world: World
  readonly random: Random
  readonly accounts: readonly Account[]
  readonly items: readonly Item[]
  readonly users: readonly string[]
  readonly orders: PackOrder[]
  readonly orderIds: Map<PackOrder, string>
  readonly usedKeys: string[]
  readonly appliedEvents: Set<string>
}

export function purchaseStep(pair: Pair): () => Promise<void> {
  const { world, random, accounts, items, users, usedKeys } = pair
  const repeat = usedKeys.length > 0 && happens(random, 15)
  const key = repeat ? random.pick(usedKeys.slice(-50)) : newKey(random)
  if (!repeat) usedKeys.push(key)
  const account = random.pick(accounts)
  const item = random.pick(items)
  const price = happens(random, 5) ? item.price + 1 : item.price
  const userId = happens(random, 30) ? random.pick(users) : null
  const request = {
    steamId: steamId64(account),
    itemName: item.name,
    itemPrice: price,
    itemId: item.id,
  }
  const expected = buy({ account, item, price, userId, key })
  const balanceAfter = account.kr
  return async () => {
    const answer = await outcomeOf(
      buySkin(
        world.services,
        world.counter,
        { hash: 'of some browser', userId, idempotencyKey: key },
        request,
      ),
    )
    const outcome = expected === 'repeated' ? firstOutcome(key) : expected
    expectSame(outcome, typeof answer === 'string' ? answer : 'bought', 'purchase')
    if (expected === 'bought' && typeof answer !== 'string') {
      expectSame(balanceAfter, answer.balance, 'balance that a purchase answers')
    }
  }
}

export function creditStep({ world, random, accounts }: Pair): () => Promise<void> {
  const account = random.pick(accounts)
  const amount = 1 + random.below(500)
  const key = newKey(random)
  account.kr += amount
  const expected = account.kr
  const request = { steamId: steamId64(account), discordUsername: 'sokol', amount }
  const times = happens(random, 20) ? 2 : 1
  return async () => {
    const admin = { role: 'owner', by: 'code', actor: 'code:model' } as const
    for (let time = 0; time < times; time += 1) {
      const { balance } = await creditKr(world.services, admin, request, key)
      expectSame(expected, balance, 'balance that a credit answers')
    }
  }
}

export async function openPackStep(pair: Pair): Promise<void> {
  const { world, random, accounts } = pair
  const account = random.pick(accounts)
  const pack = random.pick(packs)
  const request = {
    priceId: pack.priceId,
    steamId: steamId64(account),
    discordUsername: 'sokol',
    forSomebodyElse: false,
  }
  const { url } = await openPackCheckout(world.services, request, {
    buyer: { hash: 'of some browser', userId: null },
    language: 'fr',
    idempotencyKey: newKey(random),
    networks: null,
  })
  const row = await world.services.database.db
    .selectFrom('krypto_orders')
    .select(['id', 'session_id'])
    .where('session_url', '=', url)
    .executeTakeFirstOrThrow()
  const order: PackOrder = {
    sessionId: row.session_id ?? '',
    account,
    credits: pack.amount + pack.bonus,
    priceCents: pack.priceCents,
    stage: 'open',
    refundedCents: 0,
    disputes: [],
    appliedKr: 0,
  }
  pair.orders.push(order)
  pair.orderIds.set(order, row.id)
}

/** Something happens at Stripe only; the product receives it in another step, or never. */
export async function stripeStep({ world, random, orders }: Pair): Promise<void> {
  if (orders.length === 0) return
  const { stripe } = world.sandbox
  const order = random.pick(orders)
  const { sessionId } = order
  if (order.stage === 'open') {
    const outcome = random.pick(['pay', 'pay', 'pay', 'pay-later', 'decline', 'expire'] as const)
    await stripe.decide(sessionId, outcome)
    order.stage = stageAfter[outcome]
  } else if (order.stage === 'waiting') {
    const outcome = random.pick(['succeed', 'fail'] as const)
    await stripe.endDelayed(sessionId, outcome)
    order.stage = outcome === 'succeed' ? 'paid' : 'over'
  } else if (order.stage === 'paid') {
    await refundStep(world, random, order)
  }
}

const stageAfter = {
  pay: 'paid',
  'pay-later': 'waiting',
  decline: 'open',
  expire: 'over',
} as const

async function refundStep(
  { sandbox: { stripe } }: World,
  random: Random,
  order: PackOrder,
): Promise<void> {
  const open = order.disputes.find(({ state }) => state === 'open')
  if (open) {
    open.state = random.pick(['won', 'lost'] as const)
    await stripe.dispute(order.sessionId, open.state)
    return
  }
  const gone = order.disputes.reduce(
    (sum, { cents, state }) => sum + (state === 'won' ? 0 : cents),
    0,
  )
  const left = order.priceCents - order.refundedCents - gone
  if (left <= 0) return
  const cents = happens(random, 30) ? left : 1 + random.below(left)
  if (happens(random, 50)) {
    await stripe.refund(order.sessionId, cents)
    order.refundedCents += cents
  } else {
    await stripe.dispute(order.sessionId, 'open', cents)
    order.disputes.push({ cents, state: 'open' })
  }
}

/** Any event that Stripe has ever sent, again or for the first time. */
export async function webhookStep(pair: Pair): Promise<void> {
  const { world, random, appliedEvents } = pair
  if (world.events.length === 0) return
  const event = random.pick(world.events)
  const order = await findOrder(pair, event)
  if (!(await receiveEvent(world.services, packPayable, event))) throw new Error('a webhook failed')
  if (order && !appliedEvents.has(event.id)) apply(order)
  appliedEvents.add(event.id)
}

/** Disputes name only their payment; Stripe's records have its order. */
async function findOrder(
  { world, orders }: Pair,
  { subject }: StripeEvent,
): Promise<PackOrder | undefined> {
  if (!subject) return undefined
  const books = await world.sandbox.stripe.readPayments()
  const sessionId =
    subject.kind === 'session'
      ? subject.sessionId
      : books.find(({ paymentIntentId }) => paymentIntentId === subject.paymentIntent)?.sessionId
  return orders.find((order) => order.sessionId === sessionId)
}

/** The success page, or a run of the job. */
export async function settleStep({ world, random, orders, orderIds }: Pair): Promise<void> {
  if (orders.length === 0) return
  const order = random.pick(orders)
  await syncPack(world.services, orderIds.get(order) ?? '')
  apply(order)
}

/** The owner changes a price, or a player proves that a balance is theirs. */
export async function ownerStep({ world, random, items, accounts, users }: Pair): Promise<void> {
  const { db } = world.services.database
  if (happens(random, 70)) {
    const item = random.pick(items)
    item.price = 1 + random.below(400)
    await db
      .updateTable('shop_items')
      .set({ price: item.price })
      .where('id', '=', item.id)
      .execute()
    return
  }
  const account = random.pick(accounts)
  const userId = random.pick(users)
  account.claimedBy = userId
  await db
    .insertInto('steam_claims')
    .values({ steam_id: account.steamId, user_id: userId })
    .onConflict((conflict) => conflict.column('steam_id').doUpdateSet({ user_id: userId }))
    .execute()
}

/** Time passes, and the job checks what is due: each order then matches Stripe, or waits. */
export async function clockStep({ world, random, orders, orderIds }: Pair): Promise<void> {
  world.advanceClock(random.below(3 * 60 * 60 * 1000))
  await reconcilePacks(world.services)
  const rows = await world.services.database.db
    .selectFrom('krypto_orders')
    .select(['id', 'status', 'paid_at', 'amount', 'bonus', 'kr_taken_back'])
    .execute()
  const movedById = new Map(
    rows.map((row) => [
      row.id,
      row.paid_at === null ? 0 : row.amount + row.bonus - row.kr_taken_back,
    ]),
  )
  const expired = new Set(rows.filter(({ status }) => status === 'expired').map(({ id }) => id))
  for (const order of orders) {
    // The job ends the checkout of an order that nobody paid in time.
    if (order.stage === 'open' && expired.has(orderIds.get(order) ?? '')) order.stage = 'over'
    const moved = movedById.get(orderIds.get(order) ?? '')
    if (moved === order.appliedKr) continue
    expectSame(worth(order), moved, 'Kr of a pack after the job')
    apply(order)
  }
}

function happens(random: Random, percent: number): boolean {
  return random.below(100) < percent
}

function newKey(random: Random): string {
  return `${random.below(2 ** 32)}-${random.below(2 ** 32)}`
}

async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

export function expectSame(expected: unknown, found: unknown, what: string): void {
  if (expected === found) return
  throw new Error(`${what}: the model says ${String(expected)}, the product ${String(found)}`)
}

function steamId64({ steamId }: Account) {
  const parsed = parseSteamId(steamId)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.steamId64
}
