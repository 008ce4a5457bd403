import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { packs } from '#contract/packs.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { inParallel } from '#stress/in-parallel.ts'
import { someAddress, type Random } from '#test/random.ts'
import type { Movement } from './audit.ts'
import type { RetryCall } from './retry.ts'
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

/** People who move Kr, each as fast as they are answered. */
export interface Crowd {
  readonly buyers: number
  /** Those who credit Kr. */
  readonly admins: number
  /** Those who pay for packs; half of them close the success page and rely on the webhook. */
  readonly payers: number
}

export interface Traffic {
  /** Resolves when everybody has their last answer. Rejects when somebody never got one. */
  readonly stop: () => Promise<void>
}

/** The outcome of all traffic so far. */
export interface TrafficRecord {
  readonly movements: Movement[]
  /** Purchases with their answers, to be repeated later. */
  readonly answered: { readonly wish: SkinWish; readonly words: string }[]
  /** Clear answers that were wrong. */
  readonly strange: string[]
}

export interface TrafficGround extends TrafficRecord {
  readonly market: Market
  readonly sandboxOrigin: string
  readonly steamIds: readonly string[]
  readonly random: Random
  readonly retryCall: RetryCall
}

const players = 20
const krEach = 5000
const waitMilliseconds = 500

/** A skin shop with players who have some Kr each, so that they can buy and run out. */
export async function openTrafficGround(
  { origin, sandboxOrigin }: { readonly origin: string; readonly sandboxOrigin: string },
  random: Random,
  retryCall: RetryCall,
): Promise<TrafficGround> {
  const market = await openMarket(origin)
  const steamIds = Array.from({ length: players }, nextSteamId)
  const movements: Movement[] = []
  for (const steamId of steamIds) {
    const credit = { steamId, amount: krEach, key: randomUUID() }
    await retryCall(() => creditKr(market.admin, credit))
    movements.push({ steamId, type: 'admin_add', amount: krEach })
  }
  return {
    market,
    sandboxOrigin,
    steamIds,
    random,
    retryCall,
    movements,
    answered: [],
    strange: [],
  }
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
  // `stop` reports a rejection; until then it must not end the process.
  all.catch(() => undefined)
  return {
    stop: async () => {
      closing.abort()
      await all
    },
  }
}

async function buyOnce(ground: TrafficGround): Promise<void> {
  const { market, random, steamIds, retryCall, movements, answered, strange } = ground
  const { item } = market
  const wish = { steamId: random.pick(steamIds), item, key: randomUUID() }
  const buyer = createVisitor(market.origin)
  const answer = await retryCall(() => buySkin(buyer, wish))
  answered.push({ wish, words: wordsOf(answer) })
  if (answer.status === 200) {
    movements.push({ steamId: wish.steamId, type: 'skin_purchase', amount: -item.price })
  } else if (answer.status !== 402) {
    strange.push(wordsOf(answer))
  }
}

async function creditOnce(ground: TrafficGround): Promise<void> {
  const { market, random, steamIds, retryCall, movements, strange } = ground
  const credit = {
    steamId: random.pick(steamIds),
    amount: 1 + random.below(1000),
    key: randomUUID(),
  }
  const answer = await retryCall(() => creditKr(market.admin, credit))
  if (answer.status === 200) {
    movements.push({ steamId: credit.steamId, type: 'admin_add', amount: credit.amount })
  } else {
    strange.push(wordsOf(answer))
  }
}

async function payOnce(ground: TrafficGround): Promise<void> {
  const { market, sandboxOrigin, random, retryCall, movements, strange } = ground
  const buyer = createVisitor(market.origin)
  const pack = random.pick(packs)
  const steamId = nextSteamId()
  const address = someAddress(random)
  const wish = { steamId, pack, key: randomUUID(), address }
  const opened = await retryCall(() => openPack(buyer, wish))
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
    const confirmed = await retryCall(() => confirmPack(buyer, sessionId, address))
    if (confirmed.body['totalKrypto'] !== total) strange.push(wordsOf(confirmed))
    return
  }
  const read = (): Promise<Answer> =>
    buyer.get(`/api/krypto-balance/${steamId}`, { 'x-forwarded-for': address })
  while ((await retryCall(read)).body['balance'] !== total) await sleep(waitMilliseconds)
}

/** How many purchases get a different answer when repeated. */
export async function countChangedAnswers({
  market,
  answered,
  retryCall,
}: TrafficGround): Promise<number> {
  const buyer = createVisitor(market.origin)
  let changed = 0
  await inParallel(answered, 16, async ({ wish, words }) => {
    const again = await retryCall(() => buySkin(buyer, wish))
    if (wordsOf(again) !== words) changed += 1
  })
  return changed
}
