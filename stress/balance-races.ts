import { randomUUID } from 'node:crypto'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { auditLedger, type Movement, reportVerdict, watchLedger } from './kr/audit.ts'
import { buySkin, creditKr, nextSteamId, openSkinShop, type SkinShop } from '#test/skin-shop.ts'
import { defineStress, onDatabases, startProcesses } from './define-stress.ts'
import { createRandom, type Random } from '#test/random.ts'
import { note, reportExactly } from '#bench/report.ts'

const buyersAtOnce = 64

interface Settings {
  readonly attempts: number
  /** Reads of the whole ledger meanwhile, where another connection can read it. */
  readonly reads: number
  readonly processes: number
  readonly seed: number
}

/** 64 simultaneous buyers on a balance for k skins, while a reader adds up all lines (R1, R2). */
export const balanceRaces = defineStress(
  { attempts: 100_000, embedded: 10_000, reads: 10_000, processes: 2, seed: 1 },
  async (setting) => {
    await buildWebIfStale()
    return onDatabases((location) =>
      race(location, {
        attempts: setting(location.kind === 'postgres' ? 'attempts' : 'embedded'),
        reads: setting('reads'),
        processes: setting('processes'),
        seed: setting('seed'),
      }),
    )
  },
)

async function race(
  location: DatabaseLocation,
  { attempts, reads, processes, seed }: Settings,
): Promise<boolean> {
  const random = createRandom(seed)
  const product = await startProcesses(location, processes)
  const movements: Movement[] = []
  const counts = { rounds: 0, bought: 0, wrong: 0, unclear: 0 }
  const startedAt = performance.now()
  const skinShop = await openSkinShop(product.origin)
  const watch = await watchLedger(location)
  try {
    const isDone = (): boolean =>
      counts.rounds * buyersAtOnce >= attempts && (watch === null || watch.reads() >= reads)
    while (!isDone()) {
      const round = await runRound(skinShop, random)
      movements.push(...round.movements)
      counts.rounds += 1
      counts.bought += round.bought
      counts.wrong += round.isExact ? 0 : 1
      counts.unclear += round.unclear
    }
  } finally {
    await watch?.stop()
    await product.stop()
  }
  const seconds = (performance.now() - startedAt) / 1000
  note(
    `seed ${seed}: ${counts.rounds} rounds, ${counts.rounds * buyersAtOnce} attempts (goal ${attempts}), ${counts.bought} bought, in ${seconds.toFixed(0)} s`,
  )
  const figures = [
    reportExactly('rounds that sold not exactly what the balance covers', counts.wrong),
    reportExactly('answers that are neither bought nor insufficient_balance', counts.unclear),
  ]
  if (watch) {
    note(`${watch.reads()} reads of the whole ledger meanwhile (goal ${reads})`)
    figures.push(reportExactly('balances that were not the sum, or below zero', watch.violations()))
  }
  figures.push(reportVerdict(await auditLedger(location, movements)))
  return figures.every(Boolean)
}

async function runRound({ origin, admin, item }: SkinShop, random: Random) {
  const steamId = nextSteamId()
  const covered = random.below(buyersAtOnce + 1)
  const rest = random.below(item.price)
  const amount = covered * item.price + rest
  const movements: Movement[] = []
  if (amount > 0) {
    const answer = await creditKr(admin, { steamId, amount, key: randomUUID() })
    if (answer.status !== 200) throw new Error(`not credited: ${answer.status}`)
    movements.push({ steamId, type: 'admin_add', amount })
  }
  const answers = await Promise.all(
    Array.from({ length: buyersAtOnce }, () =>
      buySkin(createVisitor(origin), { steamId, item, key: randomUUID() }),
    ),
  )
  const left = answers.filter(({ status }) => status === 200).map(({ body }) => body['balance'])
  movements.push(
    ...left.map(() => ({ steamId, type: 'skin_purchase', amount: -item.price }) as const),
  )
  // Each purchase answers the remaining balance; two equal answers would have spent the same Kr.
  const due = Array.from({ length: covered }, (_, index) => rest + index * item.price)
  const isExact =
    left.length === covered &&
    due.every((balance) => left.includes(balance)) &&
    new Set(left).size === covered
  const unclear = answers.filter((answer) => answer.status !== 200 && !isClearRefusal(answer, rest))
  return { movements, bought: left.length, isExact, unclear: unclear.length }
}

function isClearRefusal({ status, body }: Answer, rest: number): boolean {
  return status === 402 && body['code'] === 'insufficient_balance' && body['balance'] === rest
}
