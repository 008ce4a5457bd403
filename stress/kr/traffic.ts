import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { packs } from '#test/factories/site.ts'
import type { Pack } from '#domain/packs.ts'
import { inParallel, type RetryCall } from '#stress/calls.ts'
import { type Random, someAddress } from '#test/random.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import {
  buySkin,
  creditKr,
  nextSteamId,
  openSkinShop,
  type SkinPurchase,
  type SkinShop,
  wordsOf,
} from '#test/skin-shop.ts'
import { type Answer, createVisitor, type Visitor } from '#test/visitor.ts'
import type { Movement } from './audit.ts'

/** People who move Kr, each as fast as they are answered. */
interface Crowd {
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
interface TrafficRecord {
  readonly movements: Movement[]
  /** Purchases with their answers, to be repeated later. */
  readonly answered: { readonly purchase: SkinPurchase; readonly words: string }[]
  /** Clear answers that were wrong. */
  readonly strange: string[]
}

export interface TrafficSetup extends TrafficRecord {
  readonly skinShop: SkinShop
  readonly sandboxOrigin: string
  readonly steamIds: readonly string[]
  readonly random: Random
  readonly retryCall: RetryCall
}

const players = 20
const krEach = 5000
const waitMilliseconds = 500

/** A skin shop with players who have some Kr each, so that they can buy and run out. */
export async function setUpTraffic(
  { origin, sandboxOrigin }: { readonly origin: string; readonly sandboxOrigin: string },
  random: Random,
  retryCall: RetryCall,
): Promise<TrafficSetup> {
  const skinShop = await openSkinShop(origin)
  const steamIds = Array.from({ length: players }, nextSteamId)
  const movements: Movement[] = []
  for (const steamId of steamIds) {
    const credit = { steamId, amount: krEach, key: randomUUID() }
    await retryCall(() => creditKr(skinShop.admin, credit))
    movements.push({ steamId, type: 'admin_add', amount: krEach })
  }
  return {
    skinShop,
    sandboxOrigin,
    steamIds,
    random,
    retryCall,
    movements,
    answered: [],
    strange: [],
  }
}

export function startTraffic(setup: TrafficSetup, crowd: Crowd): Traffic {
  const closing = new AbortController()
  const repeat = (count: number, once: (setup: TrafficSetup) => Promise<void>) =>
    Array.from({ length: count }, async () => {
      while (!closing.signal.aborted) await once(setup)
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

async function buyOnce(setup: TrafficSetup): Promise<void> {
  const { skinShop, random, steamIds, retryCall, movements, answered, strange } = setup
  const { item } = skinShop
  const purchase = { steamId: random.pick(steamIds), item, key: randomUUID() }
  const buyer = createVisitor(skinShop.origin)
  const answer = await retryCall(() => buySkin(buyer, purchase))
  answered.push({ purchase, words: wordsOf(answer) })
  if (answer.status === 200) {
    movements.push({ steamId: purchase.steamId, type: 'skin_purchase', amount: -item.price })
  } else if (answer.status !== 402) {
    strange.push(wordsOf(answer))
  }
}

async function creditOnce(setup: TrafficSetup): Promise<void> {
  const { skinShop, random, steamIds, retryCall, movements, strange } = setup
  const credit = {
    steamId: random.pick(steamIds),
    amount: 1 + random.below(1000),
    key: randomUUID(),
  }
  const answer = await retryCall(() => creditKr(skinShop.admin, credit))
  if (answer.status === 200) {
    movements.push({ steamId: credit.steamId, type: 'admin_add', amount: credit.amount })
  } else {
    strange.push(wordsOf(answer))
  }
}

async function payOnce(setup: TrafficSetup): Promise<void> {
  const { skinShop, sandboxOrigin, random, retryCall, movements, strange } = setup
  const buyer = createVisitor(skinShop.origin)
  const pack = random.pick(packs)
  const steamId = nextSteamId()
  const address = someAddress(random)
  const purchase = { steamId, pack, key: randomUUID(), address }
  const opened = await retryCall(() => openPack(buyer, purchase))
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
  skinShop,
  answered,
  retryCall,
}: TrafficSetup): Promise<number> {
  const buyer = createVisitor(skinShop.origin)
  let changed = 0
  await inParallel(answered, 16, async ({ purchase, words }) => {
    const again = await retryCall(() => buySkin(buyer, purchase))
    if (wordsOf(again) !== words) changed += 1
  })
  return changed
}

interface PackWish {
  readonly steamId: string
  readonly pack: Pack
  readonly key: string
  /** The buyer's address; the product trusts this machine as a proxy. */
  readonly address: string
}

export function openPack(buyer: Visitor, purchase: PackWish): Promise<Answer> {
  const { pack, steamId, key, address } = purchase
  const body = { priceId: pack.priceId, steamId, discordUsername: 'sokol' }
  return buyer.post('/functions/v1/create-krypto-checkout', body, {
    'idempotency-key': key,
    'x-forwarded-for': address,
  })
}

/** The call of the success page. */
function confirmPack(buyer: Visitor, sessionId: string, address: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': address }
  return buyer.post('/functions/v1/process-krypto-stripe-payment', { sessionId }, headers)
}

/** The session of the page that `openPack` answers. */
export function sessionOf({ body }: Answer): string {
  const { url } = z.object({ url: z.url() }).parse(body)
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
