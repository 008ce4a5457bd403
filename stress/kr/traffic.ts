import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { packs } from '#site/packs.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { inParallel } from '#stress/in-parallel.ts'
import { someAddress, type Random } from '#test/random.ts'
import type { Movement } from './audit.ts'
import type { Insist } from './insist.ts'
import {
  buySkin,
  creditKr,
  nextSteamId,
  openMarket,
  wordsOf,
  type Market,
  type SkinWish,
} from '#test/market.ts'
import { confirmPack, openPack, sessionOf } from './pack-calls.ts'

/** People who move Kr, each as fast as he is answered. */
export interface Crowd {
  readonly buyers: number
  /** Who credit Kr. */
  readonly admins: number
  /** Who pay packs; half of them close the success page and rely on the webhook. */
  readonly payers: number
}

export interface Traffic {
  /** Ends when everybody has his last answer. Rejects when somebody never got one. */
  readonly stop: () => Promise<void>
}

/** What came of all traffic so far. */
export interface TrafficRecord {
  readonly movements: Movement[]
  /** Purchases with the answers that they got, to be asked again. */
  readonly answered: { readonly wish: SkinWish; readonly words: string }[]
  /** Clear answers that should not have been given. */
  readonly strange: string[]
}

export interface TrafficGround extends TrafficRecord {
  readonly market: Market
  readonly sandboxOrigin: string
  readonly steamIds: readonly string[]
  readonly random: Random
  readonly insist: Insist
}

const players = 20
const krEach = 5000
const waitMilliseconds = 500

/** A skin shop with players who have some Kr each, so that they can buy and run out. */
export async function openTrafficGround(
  { origin, sandboxOrigin }: { readonly origin: string; readonly sandboxOrigin: string },
  random: Random,
  insist: Insist,
): Promise<TrafficGround> {
  const market = await openMarket(origin)
  const steamIds = Array.from({ length: players }, nextSteamId)
  const movements: Movement[] = []
  for (const steamId of steamIds) {
    const credit = { steamId, amount: krEach, key: randomUUID() }
    await insist(() => creditKr(market.admin, credit))
    movements.push({ steamId, type: 'admin_add', amount: krEach })
  }
  return { market, sandboxOrigin, steamIds, random, insist, movements, answered: [], strange: [] }
}

export function startTraffic(ground: TrafficGround, crowd: Crowd): Traffic {
  const closing = new AbortController()
  const repeat = (count: number, once: (ground: TrafficGround) => Promise<void>) =>
    Array.from({ length: count }, async () => {
      while (!closing.signal.aborted) await once(ground)
    })
  const all = Promise.all([
    ...repeat(crowd.buyers, buyOnce),
    ...repeat(crowd.admins, creditOnce),
    ...repeat(crowd.payers, payOnce),
  ])
  // Heard when it stops; until then it must not end the process.
  all.catch(() => undefined)
  return {
    stop: async () => {
      closing.abort()
      await all
    },
  }
}

async function buyOnce(ground: TrafficGround): Promise<void> {
  const { market, random, steamIds, insist, movements, answered, strange } = ground
  const { item } = market
  const wish = { steamId: random.pick(steamIds), item, key: randomUUID() }
  const buyer = createVisitor(market.origin)
  const answer = await insist(() => buySkin(buyer, wish))
  answered.push({ wish, words: wordsOf(answer) })
  if (answer.status === 200) {
    movements.push({ steamId: wish.steamId, type: 'skin_purchase', amount: -item.price })
  } else if (answer.status !== 402) {
    strange.push(wordsOf(answer))
  }
}

async function creditOnce(ground: TrafficGround): Promise<void> {
  const { market, random, steamIds, insist, movements, strange } = ground
  const credit = {
    steamId: random.pick(steamIds),
    amount: 1 + random.below(1000),
    key: randomUUID(),
  }
  const answer = await insist(() => creditKr(market.admin, credit))
  if (answer.status === 200) {
    movements.push({ steamId: credit.steamId, type: 'admin_add', amount: credit.amount })
  } else {
    strange.push(wordsOf(answer))
  }
}

async function payOnce(ground: TrafficGround): Promise<void> {
  const { market, sandboxOrigin, random, insist, movements, strange } = ground
  const buyer = createVisitor(market.origin)
  const pack = random.pick(packs)
  const steamId = nextSteamId()
  const address = someAddress(random)
  const wish = { steamId, pack, key: randomUUID(), address }
  const opened = await insist(() => openPack(buyer, wish))
  if (opened.status !== 200) {
    strange.push(wordsOf(opened))
    return
  }
  const sessionId = sessionOf(opened)
  await createSandboxControl(sandboxOrigin).stripe.decide(sessionId, 'pay')
  movements.push({ steamId, type: 'pack_purchase', amount: pack.amount })
  if (pack.bonus > 0) movements.push({ steamId, type: 'pack_bonus', amount: pack.bonus })
  const total = pack.amount + pack.bonus
  if (random.below(2) === 0) {
    const confirmed = await insist(() => confirmPack(buyer, sessionId, address))
    if (confirmed.body['totalKrypto'] !== total) strange.push(wordsOf(confirmed))
    return
  }
  const read = (): Promise<Answer> =>
    buyer.get(`/api/krypto-balance/${steamId}`, { 'x-forwarded-for': address })
  while ((await insist(read)).body['balance'] !== total) await sleep(waitMilliseconds)
}

/** How many purchases are answered otherwise when they are asked for again. */
export async function countChangedAnswers({
  market,
  answered,
  insist,
}: TrafficGround): Promise<number> {
  const buyer = createVisitor(market.origin)
  let changed = 0
  await inParallel(answered, 16, async ({ wish, words }) => {
    const again = await insist(() => buySkin(buyer, wish))
    if (wordsOf(again) !== words) changed += 1
  })
  return changed
}
