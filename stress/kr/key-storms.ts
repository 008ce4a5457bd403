import { randomUUID } from 'node:crypto'
import { packs } from '#contract/packs.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { someAddress, type Random } from '#test/random.ts'
import type { Movement } from './audit.ts'
import type { RetryCall } from './retry.ts'
import { buySkin, creditKr, nextSteamId, wordsOf, type Market } from '#test/market.ts'
import { openPack, sessionOf } from './pack-calls.ts'

export interface StormGround {
  readonly market: Market
  readonly sandboxOrigin: string
  readonly requests: number
  readonly random: Random
  readonly retryCall: RetryCall
  /** The movements that the ledger must have in the end. */
  readonly movements: Movement[]
}

/** Returns what was wrong with the answers to one key; empty for nothing. */
type Storm = (ground: StormGround) => Promise<readonly string[]>

/** How many send another request with the same key afterwards. */
const strangers = 50

/** Ways in which one key can arrive many times at once, by their expected outcome. */
export const storms: Readonly<Record<string, Storm>> = {
  'a skin that the balance covers once': (ground) => storm(ground, 1, 200),
  'a skin that the balance covers often': (ground) => storm(ground, 100, 200),
  'a skin that the balance does not cover': (ground) => storm(ground, 0, 402),
  'a skin, half of them for somebody else': stormForTwo,
  'a credit': stormOfCredits,
  'a checkout of a pack': stormOfCheckouts,
}

async function storm(ground: StormGround, covered: number, status: number): Promise<string[]> {
  const { market, movements } = ground
  const { item } = market
  const steamId = await newPlayer(ground, covered * item.price)
  const other = await newPlayer(ground, item.price)
  const key = randomUUID()
  const buyer = createVisitor(market.origin)
  const answers = await atOnce(ground, ground.requests, () =>
    buySkin(buyer, { steamId, item, key }),
  )
  if (status === 200) movements.push({ steamId, type: 'skin_purchase', amount: -item.price })
  const reused = await atOnce(ground, strangers, () =>
    buySkin(buyer, { steamId: other, item, key }),
  )
  return [...faultsOf(answers, status), ...faultsOf(reused, 422)]
}

/** One of the two gets the skin, the other an answer that the key is taken. */
async function stormForTwo(ground: StormGround): Promise<string[]> {
  const { market, movements, requests } = ground
  const { item, origin } = market
  const players = [await newPlayer(ground, item.price), await newPlayer(ground, item.price)]
  const key = randomUUID()
  const buyer = createVisitor(origin)
  const answers = await Promise.all(
    players.map((steamId) =>
      atOnce(ground, requests / 2, () => buySkin(buyer, { steamId, item, key })),
    ),
  )
  const winner = answers.findIndex(([first]) => first?.status === 200)
  const [steamId] = players.slice(winner)
  if (winner < 0 || steamId === undefined) return ['nobody got the skin']
  movements.push({ steamId, type: 'skin_purchase', amount: -item.price })
  return answers.flatMap((own, index) => faultsOf(own, index === winner ? 200 : 422))
}

async function stormOfCredits(ground: StormGround): Promise<string[]> {
  const { market, movements, requests, random } = ground
  const steamId = nextSteamId()
  const amount = 1 + random.below(1000)
  const key = randomUUID()
  const answers = await atOnce(ground, requests, () =>
    creditKr(market.admin, { steamId, amount, key }),
  )
  movements.push({ steamId, type: 'admin_add', amount })
  const reused = await atOnce(ground, strangers, () =>
    creditKr(market.admin, { steamId, amount: amount + 1, key }),
  )
  return [...faultsOf(answers, 200), ...faultsOf(reused, 422)]
}

async function stormOfCheckouts(ground: StormGround): Promise<string[]> {
  const { market, sandboxOrigin, requests, random } = ground
  const { stripe } = createSandboxControl(sandboxOrigin)
  const buyer = createVisitor(market.origin)
  const [pack, other] = random.shuffle(packs)
  if (!pack || !other) throw new Error('no packs to choose from')
  const wish = { steamId: nextSteamId(), pack, key: randomUUID() }
  const before = (await stripe.readPayments()).length
  const answers = await atOnce(ground, requests, () =>
    openPack(buyer, { ...wish, address: someAddress(random) }),
  )
  const sessions = (await stripe.readPayments()).slice(before)
  const reused = await atOnce(ground, strangers, () =>
    openPack(buyer, { ...wish, pack: other, address: someAddress(random) }),
  )
  const [first] = answers
  const isRight = sessions.length === 1 && first && sessions[0]?.sessionId === sessionOf(first)
  return [
    ...faultsOf(answers, 200),
    ...faultsOf(reused, 422),
    ...(isRight ? [] : [`${sessions.length} sessions at Stripe`]),
  ]
}

async function newPlayer({ market, movements }: StormGround, amount: number): Promise<string> {
  const steamId = nextSteamId()
  if (amount === 0) return steamId
  await creditKr(market.admin, { steamId, amount, key: randomUUID() })
  movements.push({ steamId, type: 'admin_add', amount })
  return steamId
}

function atOnce(
  { retryCall }: StormGround,
  count: number,
  call: () => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => retryCall(call)))
}

function faultsOf(answers: readonly Answer[], status: number): string[] {
  const words = [...new Set(answers.map(wordsOf))]
  if (words.length === 1 && answers[0]?.status === status) return []
  return [
    `${words.length} different answers instead of one ${status}: ${words.slice(0, 3).join(' ')}`,
  ]
}
