import { setTimeout as sleep } from 'node:timers/promises'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { auditLedger, reportVerdict, type Verdict } from './kr/audit.ts'
import { createRetry } from './calls.ts'
import { behindProxy, databaseSettings, defineStress, onDatabases } from './define-stress.ts'
import { countChangedAnswers, setUpTraffic, startTraffic } from './kr/traffic.ts'
import { createRandom, type Random } from '#test/random.ts'
import { median, note, reportExactly } from '#bench/report.ts'

interface KillSettings {
  /** kill -9 of the server. */
  readonly kills: number
  /** kill -9 of Postgres, where there is one. */
  readonly crashes: number
  readonly seed: number
}

interface KillFigures extends Verdict {
  /** Missing answers and 503s; each call was repeated. */
  readonly unclear: number
  readonly strange: readonly string[]
  /** Purchases that got a different answer when repeated in the end. */
  readonly changed: number
  /** From each kill or crash until the product answered. */
  readonly readyMilliseconds: readonly number[]
}

const crowd = { buyers: 8, admins: 2, payers: 4 }

/** Kills the server and crashes Postgres while Kr move in every way, and counts (R3). */
export const krKills = defineStress({ kills: 100, crashes: 20, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  return onDatabases(async (location, postgres) => {
    const settings = { kills: setting('kills'), crashes: setting('crashes'), seed: setting('seed') }
    const figures = await killWhileKrMove(location, postgres, settings)
    const { readyMilliseconds, unclear, strange, changed } = figures
    note(
      `seed ${settings.seed}: ${settings.kills} kills, ${postgres ? settings.crashes : 0} crashes of Postgres`,
    )
    note(
      `ready again by itself each time: median ${median(readyMilliseconds).toFixed(0)} ms, worst ${Math.max(...readyMilliseconds).toFixed(0)} ms`,
    )
    note(`${unclear} requests got no answer or "not now", and were repeated`)
    for (const words of strange.slice(0, 10)) note(words)
    return [
      reportExactly('answers that should not have been given', strange.length),
      reportExactly('answers that changed when repeated', changed),
      reportVerdict(figures),
    ].every(Boolean)
  })
})

async function killWhileKrMove(
  location: DatabaseLocation,
  postgres: PostgresServer | null,
  { kills, crashes, seed }: KillSettings,
): Promise<KillFigures> {
  const random = createRandom(seed)
  const product = await startProduct({ ...databaseSettings(location), ...behindProxy })
  let unclear = 0
  const readyMilliseconds: number[] = []
  try {
    const retryCall = createRetry(() => (unclear += 1))
    const setup = await setUpTraffic(product, random, retryCall)
    const traffic = startTraffic(setup, crowd)
    const crash = postgres && (() => crashDatabase(postgres, product, random))
    const blows = random.shuffle([
      ...Array.from({ length: kills }, () => () => killServer(product)),
      ...(crash ? Array.from({ length: crashes }, () => crash) : []),
    ])
    for (const strike of blows) {
      await sleep(20 + random.below(380))
      readyMilliseconds.push(await strike())
    }
    await traffic.stop()
    const changed = await countChangedAnswers(setup)
    await product.killServer()
    const verdict = await auditLedger(location, setup.movements)
    return { ...verdict, unclear, strange: setup.strange, changed, readyMilliseconds }
  } finally {
    await product.stop()
  }
}

/** Returns how long it took until the server was ready again. */
export async function killServer(product: RunningProduct): Promise<number> {
  await product.killServer()
  const startedAt = performance.now()
  await product.startServer()
  return performance.now() - startedAt
}

/** Returns how long it took, once Postgres was back, until the server was ready again by itself. */
export async function crashDatabase(
  postgres: PostgresServer,
  { origin }: RunningProduct,
  random: Random,
): Promise<number> {
  await postgres.crash()
  await sleep(random.below(500))
  await postgres.start()
  const startedAt = performance.now()
  while (!(await isReady(origin))) await sleep(20)
  return performance.now() - startedAt
}

async function isReady(origin: string): Promise<boolean> {
  // Nothing restarts it here: it has to survive.
  const answer = await fetch(`${origin}/readyz`).catch((cause: unknown) => {
    throw new Error('the server died of its database', { cause })
  })
  await answer.arrayBuffer()
  return answer.ok
}
