import { toHexColor, type RgbColor } from '#domain/color.ts'
import { clanColorPerk, colorPerk } from '#domain/products.ts'
import type { Database } from '#server/db/database.ts'
import { accessCode } from '#test/factories/admin.ts'
import { cartItem, checkoutBody, openOrder, startPayment } from '#test/factories/checkout.ts'
import { someAddress, type Random } from '#test/random.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Answer, type Visitor } from '#test/visitor.ts'
import { wordsOf } from '#test/skin-shop.ts'
import { createRetry, retry } from '#stress/calls.ts'
import { discordIdOf, holdingKey, playerSteamId } from './adapters.ts'
import type { Holdings } from './watch-holdings.ts'

/** What a player buys, and what becomes of it. Planned ahead, so that a seed repeats it. */
export interface Step {
  readonly player: number
  readonly offer: (typeof offers)[number]
  readonly color: RgbColor
  readonly sequel: (typeof sequels)[number]
}

const offers = [
  { perk: 'priority_queue', name: 'Priority Queue', price: 10, duration: 1 },
  { perk: 'priority_queue', name: 'Priority Queue', price: 25, duration: 3 },
  { perk: colorPerk, name: 'Name Color Tag', price: 20, duration: 1 },
  { perk: clanColorPerk, name: 'Clan Color Tag', price: 15, duration: 1 },
] as const

/** Each as often as it stands here. */
const sequels = [
  ...Array.from({ length: 10 }, () => 'keep' as const),
  'refund',
  'refund',
  'dispute',
  'win a dispute',
  'lose a dispute',
  'change the colour',
  'change the colour',
  'transfer',
] as const

interface Order {
  readonly id: string
  readonly paypalOrderId: string
  readonly perk: string
  /** Whether it counts now: neither refunded nor disputed. */
  isLive: boolean
  isDisputed: boolean
}

interface Player {
  readonly visitor: Visitor
  steamId: string
  orders: Order[]
  color: string
  /** They may choose one only once a day. */
  hasChosen: boolean
}

export interface Players {
  /** Buys and does what follows. A player takes one step after the other. */
  readonly take: (step: Step) => Promise<void>
  /** Gives everybody some hours. */
  readonly compensate: () => Promise<void>
  readonly admin: Visitor
  /** What each holds, as soon as they have been answered so; without what is just changing. */
  readonly held: Holdings
  readonly orderIds: readonly string[]
  /** How often each sequel happened. */
  readonly counts: ReadonlyMap<string, number>
  /** Answers that should not have been given, in words. */
  readonly strange: readonly string[]
}

/** Half as many players as purchases, so that days add up. */
export function planSteps(random: Random, purchases: number): Step[] {
  const players = Math.ceil(purchases / 2)
  return Array.from({ length: purchases }, (_, turn) => ({
    player: turn % players,
    offer: random.pick(offers),
    // Few, so that players share the groups of LB Core.
    color: { r: 10 * random.below(4), g: 200, b: 0 },
    sequel: random.pick(sequels),
  }))
}

export async function welcomePlayers(
  { origin, sandboxOrigin }: { readonly origin: string; readonly sandboxOrigin: string },
  random: Random,
  isLinked: (steamId: string) => boolean,
): Promise<Players> {
  const sandbox = createSandboxControl(sandboxOrigin)
  const admin = visitorFrom(origin, someAddress(random))
  await admin.post('/api/admin/session', { code: accessCode })
  const retryCall = createRetry(() => undefined)
  const players = new Map<number, Promise<Player>>()
  const held: Holdings = new Map()
  const orderIds: string[] = []
  const counts = new Map<string, number>()
  const strange: string[] = []
  let steamIds = 0

  const nextSteamId = (): string => playerSteamId((steamIds += 1))
  const demand = (answer: Answer, ...statuses: readonly number[]): void => {
    if (!statuses.includes(answer.status)) strange.push(wordsOf(answer))
  }

  async function welcome(): Promise<Player> {
    const visitor = visitorFrom(origin, someAddress(random))
    // The cookie comes with the first answer; without it each try would come from a new buyer.
    await retryCall(() => visitor.get('/api/orders/none'))
    return { visitor, steamId: nextSteamId(), orders: [], color: '', hasChosen: false }
  }

  const withdraw = ({ steamId }: Player, perk: string): void => {
    held.delete(holdingKey(steamId, perk))
  }
  function publish({ steamId, orders, color }: Player): void {
    for (const { perk } of orders.filter(({ isLive }) => isLive)) {
      held.set(holdingKey(steamId, perk), perk === colorPerk ? color : '')
    }
  }

  async function buy(player: Player, { offer, color }: Step): Promise<Order> {
    const { visitor, steamId } = player
    const { perk, name, price, duration } = offer
    const tag = perk === 'priority_queue' ? {} : { color }
    const items = [cartItem({ name, type: name, price, duration, ...tag })]
    const body = checkoutBody({ steamId, items, totalPrice: price.toFixed(2) })
    const id = await retry(() => openOrder(visitor, body))
    const paypalOrderId = await retry(() => startPayment(visitor, id))
    // PayPal's webhook may pay it, and so change the colour, before the buyer's page does.
    if (perk === colorPerk) withdraw(player, perk)
    await sandbox.decide(paypalOrderId, 'pay')
    const order = { id, paypalOrderId, perk, isLive: true, isDisputed: false }
    await retry(async () => {
      const { body: answer } = await visitor.post(`/api/orders/${id}/capture`, {})
      if (answer['status'] !== 'paid') throw new Error(`not paid: ${JSON.stringify(answer)}`)
    })
    if (perk === colorPerk) player.color = toHexColor(color)
    player.orders.push(order)
    orderIds.push(id)
    publish(player)
    return order
  }

  /** The buyer's page shows what became of the money once it has become of the perk as well. */
  async function untilOrderIs({ visitor }: Player, { id }: Order, status: string): Promise<void> {
    await retry(async () => {
      const { body } = await visitor.get(`/api/orders/${id}`)
      if (body['status'] !== status) throw new Error(`${String(body['status'])}, not ${status}`)
    })
  }

  async function loseMoney(player: Player, order: Order, lose: () => Promise<unknown>) {
    withdraw(player, order.perk)
    order.isLive = false
    await lose()
    await untilOrderIs(player, order, 'refunded')
    publish(player)
  }

  async function dispute(player: Player, order: Order): Promise<void> {
    withdraw(player, order.perk)
    order.isLive = false
    order.isDisputed = true
    await sandbox.dispute(order.paypalOrderId, 'open')
    await untilOrderIs(player, order, 'disputed')
    publish(player)
  }

  async function changeColor(player: Player): Promise<void> {
    const isHeld = player.orders.some(({ perk, isLive }) => perk === colorPerk && isLive)
    // Nobody here is signed in, as whoever has linked their Steam ID has to be.
    if (!isHeld || player.hasChosen || isLinked(player.steamId)) return
    player.hasChosen = true
    withdraw(player, colorPerk)
    const color = { r: 5, g: 5, b: 10 * (player.orders.length % 5) }
    const path = `/api/perks/${player.steamId}/${colorPerk}/color`
    demand(await retryCall(() => player.visitor.post(path, color)), 200)
    player.color = toHexColor(color)
    publish(player)
  }

  async function transfer(player: Player): Promise<void> {
    const { steamId: from, orders } = player
    if (orders.some(({ isDisputed }) => isDisputed) || !orders.some(({ isLive }) => isLive)) return
    for (const { perk } of orders) withdraw(player, perk)
    const body = { from, to: nextSteamId(), reason: 'another account' }
    const answer = await retryCall(() => admin.post('/api/admin/perk-transfers', body))
    // Nothing left: done before, by a call whose answer was lost.
    if (answer.body['code'] !== 'perk_not_found') demand(answer, 200)
    player.steamId = body.to
    publish(player)
  }

  const follow: Readonly<
    Record<Step['sequel'], (player: Player, order: Order) => Promise<void> | void>
  > = {
    keep: () => undefined,
    refund: (player, order) => loseMoney(player, order, () => sandbox.refund(order.paypalOrderId)),
    dispute,
    'win a dispute': async (player, order) => {
      await dispute(player, order)
      await sandbox.dispute(order.paypalOrderId, 'won')
      await untilOrderIs(player, order, 'paid')
      order.isLive = true
      order.isDisputed = false
      publish(player)
    },
    'lose a dispute': async (player, order) => {
      await dispute(player, order)
      await loseMoney(player, order, () => sandbox.dispute(order.paypalOrderId, 'lost'))
      order.isDisputed = false
    },
    'change the colour': changeColor,
    transfer,
  }

  return {
    take: async (step) => {
      const known = players.get(step.player) ?? welcome()
      const taken = known.then(async (player) => {
        const order = await buy(player, step)
        counts.set(step.sequel, (counts.get(step.sequel) ?? 0) + 1)
        await follow[step.sequel](player, order)
        return player
      })
      players.set(step.player, taken)
      await taken
    },
    compensate: async () => {
      const body = { perks: offers.map(({ perk }) => perk), hours: 14.5, reason: 'was offline' }
      demand(await retryCall(() => admin.post('/api/admin/perk-compensations', body)), 200)
    },
    admin,
    held,
    orderIds,
    counts,
    strange,
  }
}

/** As if they had signed in with Discord and with Steam. */
export async function linkAccounts(
  { db }: Pick<Database, 'db'>,
  steamIds: readonly string[],
): Promise<void> {
  const users = steamIds.map((steamId) => ({
    id: `user-${steamId}`,
    name: steamId,
    email: `${steamId}@discord.invalid`,
    email_verified: false,
  }))
  const accounts = steamIds.map((steamId) => ({
    id: `account-${steamId}`,
    account_id: discordIdOf(steamId),
    provider_id: 'discord',
    user_id: `user-${steamId}`,
    updated_at: new Date(),
  }))
  const claims = steamIds.map((steamId) => ({ steam_id: steamId, user_id: `user-${steamId}` }))
  await db.insertInto('users').values(users).execute()
  await db.insertInto('accounts').values(accounts).execute()
  await db.insertInto('steam_claims').values(claims).execute()
}

/** People buy from many networks; the product believes this machine as its proxy. */
function visitorFrom(origin: string, address: string): Visitor {
  const visitor = createVisitor(origin)
  const from = { 'x-forwarded-for': address }
  return {
    ...visitor,
    get: (path, headers) => visitor.get(path, { ...from, ...headers }),
    post: (path, body, headers) => visitor.post(path, body, { ...from, ...headers }),
  }
}
