import { randomUUID } from 'node:crypto'
import { note, reportExactly } from '#bench/report.ts'
import { packs } from '#test/factories/site.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { createRandom, type Random, someAddress } from '#test/random.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import {
  buySkin,
  creditKr,
  nextSteamId,
  openSkinShop,
  type SkinShop,
  wordsOf,
} from '#test/skin-shop.ts'
import { type Answer, createVisitor } from '#test/visitor.ts'
import { createRetry, type RetryCall } from './calls.ts'
import { defineStress, onDatabases, startProcesses } from './define-stress.ts'
import { auditLedger, type Movement, reportVerdict } from './kr/audit.ts'
import { openPack, sessionOf } from './kr/traffic.ts'

interface Settings {
  /** Simultaneous requests with one key. */
  readonly requests: number
  readonly rounds: number
  readonly processes: number
  readonly seed: number
}

/** Many simultaneous requests with one Idempotency-Key: done once, equal answers (R4). */
export const oneKey = defineStress(
  { requests: 1000, rounds: 5, processes: 2, seed: 1 },
  async (setting) => {
    await buildWebIfStale()
    return onDatabases((location) =>
      repeatWithOneKey(location, {
        requests: setting('requests'),
        rounds: setting('rounds'),
        processes: setting('processes'),
        seed: setting('seed'),
      }),
    )
  },
)

async function repeatWithOneKey(
  location: DatabaseLocation,
  { requests, rounds, processes, seed }: Settings,
): Promise<boolean> {
  const product = await startProcesses(location, processes)
  const movements: Movement[] = []
  const faults = new Map<string, string[]>()
  let repeated = 0
  const retryCall = createRetry(() => (repeated += 1))
  try {
    const skinShop = await openSkinShop(product.origin)
    const { sandboxOrigin } = product
    const random = createRandom(seed)
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, race] of Object.entries(races)) {
        const found = await race({
          skinShop,
          sandboxOrigin,
          requests,
          random,
          retryCall,
          movements,
        })
        faults.set(name, [...(faults.get(name) ?? []), ...found])
      }
    }
  } finally {
    await product.stop()
  }
  note(
    `seed ${seed}: ${rounds} rounds of ${requests} requests at once; ${repeated} got "not now" and were repeated`,
  )
  const figures = [...faults].map(([name, found]) => {
    for (const words of found.slice(0, 3)) note(words)
    return reportExactly(`one key for ${name}: not one answer, or not done once`, found.length)
  })
  return [...figures, reportVerdict(await auditLedger(location, movements))].every(Boolean)
}

interface RaceSetup {
  readonly skinShop: SkinShop
  readonly sandboxOrigin: string
  readonly requests: number
  readonly random: Random
  readonly retryCall: RetryCall
  /** The movements that the ledger must have in the end. */
  readonly movements: Movement[]
}

/** Returns what was wrong with the answers to one key; empty for nothing. */
type Race = (setup: RaceSetup) => Promise<readonly string[]>

/** How many send another request with the same key afterwards. */
const strangers = 50

/** Ways in which one key can arrive many times at once, by their expected outcome. */
const races: Readonly<Record<string, Race>> = {
  'a skin that the balance covers once': (setup) => raceForSkin(setup, 1, 200),
  'a skin that the balance covers often': (setup) => raceForSkin(setup, 100, 200),
  'a skin that the balance does not cover': (setup) => raceForSkin(setup, 0, 402),
  'a skin, half of them for somebody else': raceOfTwo,
  'a credit': raceForCredits,
  'a checkout of a pack': raceForCheckouts,
}

async function raceForSkin(setup: RaceSetup, covered: number, status: number): Promise<string[]> {
  const { skinShop, movements } = setup
  const { item } = skinShop
  const steamId = await newPlayer(setup, covered * item.price)
  const other = await newPlayer(setup, item.price)
  const key = randomUUID()
  const buyer = createVisitor(skinShop.origin)
  const answers = await atOnce(setup, setup.requests, () => buySkin(buyer, { steamId, item, key }))
  if (status === 200) movements.push({ steamId, type: 'skin_purchase', amount: -item.price })
  const reused = await atOnce(setup, strangers, () => buySkin(buyer, { steamId: other, item, key }))
  return [...faultsOf(answers, status), ...faultsOf(reused, 422)]
}

/** One of the two gets the skin, the other an answer that the key is taken. */
async function raceOfTwo(setup: RaceSetup): Promise<string[]> {
  const { skinShop, movements, requests } = setup
  const { item, origin } = skinShop
  const players = [await newPlayer(setup, item.price), await newPlayer(setup, item.price)]
  const key = randomUUID()
  const buyer = createVisitor(origin)
  const answers = await Promise.all(
    players.map((steamId) =>
      atOnce(setup, requests / 2, () => buySkin(buyer, { steamId, item, key })),
    ),
  )
  const winner = answers.findIndex(([first]) => first?.status === 200)
  const [steamId] = players.slice(winner)
  if (winner < 0 || steamId === undefined) return ['nobody got the skin']
  movements.push({ steamId, type: 'skin_purchase', amount: -item.price })
  return answers.flatMap((own, index) => faultsOf(own, index === winner ? 200 : 422))
}

async function raceForCredits(setup: RaceSetup): Promise<string[]> {
  const { skinShop, movements, requests, random } = setup
  const steamId = nextSteamId()
  const amount = 1 + random.below(1000)
  const key = randomUUID()
  const answers = await atOnce(setup, requests, () =>
    creditKr(skinShop.admin, { steamId, amount, key }),
  )
  movements.push({ steamId, type: 'admin_add', amount })
  const reused = await atOnce(setup, strangers, () =>
    creditKr(skinShop.admin, { steamId, amount: amount + 1, key }),
  )
  return [...faultsOf(answers, 200), ...faultsOf(reused, 422)]
}

async function raceForCheckouts(setup: RaceSetup): Promise<string[]> {
  const { skinShop, sandboxOrigin, requests, random } = setup
  const { stripe } = createSandboxControl(sandboxOrigin)
  const buyer = createVisitor(skinShop.origin)
  const [pack, other] = random.shuffle(packs)
  if (!pack || !other) throw new Error('no packs to choose from')
  const request = { steamId: nextSteamId(), pack, key: randomUUID() }
  const before = (await stripe.readPayments()).length
  const answers = await atOnce(setup, requests, () =>
    openPack(buyer, { ...request, address: someAddress(random) }),
  )
  const sessions = (await stripe.readPayments()).slice(before)
  const reused = await atOnce(setup, strangers, () =>
    openPack(buyer, { ...request, pack: other, address: someAddress(random) }),
  )
  const [first] = answers
  const isRight = sessions.length === 1 && first && sessions[0]?.sessionId === sessionOf(first)
  return [
    ...faultsOf(answers, 200),
    ...faultsOf(reused, 422),
    ...(isRight ? [] : [`${sessions.length} sessions at Stripe`]),
  ]
}

async function newPlayer({ skinShop, movements }: RaceSetup, amount: number): Promise<string> {
  const steamId = nextSteamId()
  if (amount === 0) return steamId
  await creditKr(skinShop.admin, { steamId, amount, key: randomUUID() })
  movements.push({ steamId, type: 'admin_add', amount })
  return steamId
}

function atOnce(
  { retryCall }: RaceSetup,
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
