import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import type { PostgresServer } from '#test/postgres.ts'
import {
  buildOldShops,
  compareContents,
  type OldShop,
  readContents,
} from './killed-migrations/old-shops.ts'
import {
  startServer,
  untilInDatabase,
  type StartingServer,
} from './killed-migrations/starting-server.ts'
import { defineStress, onDatabases } from './define-stress.ts'
import { createRandom, type Random } from '#test/random.ts'

interface Settings {
  /** kill -9 of a starting server. */
  readonly kills: number
  /** kill -9 of Postgres during a start, where there is one. */
  readonly crashes: number
  /** Two servers that start together, one of which is killed. */
  readonly pairs: number
  readonly seed: number
}

interface Figures {
  readonly strikes: number
  /** Shops that were interrupted, up to three times each. */
  readonly turns: number
  /** Those with migrations left after the last interruption. */
  readonly unfinished: number
  /** Servers that did not start in the end, in words. */
  readonly stuck: readonly string[]
  /** Losses and faults of shops in the end, in words. */
  readonly faults: readonly string[]
}

/** Kills the server while it migrates shops of every age, and Postgres under it (R19). */
export const killedMigrations = defineStress(
  { kills: 100, crashes: 20, pairs: 20, rows: 5000, seed: Date.now() % 1_000_000 },
  async (setting) => {
    await buildWebIfStale()
    return onDatabases(async (location, postgres) => {
      const shops = await buildOldShops(postgres?.url ?? null, setting('rows'))
      try {
        const figures = await killWhileMigrating(shops, postgres, {
          kills: setting('kills'),
          crashes: location.kind === 'postgres' ? setting('crashes') : 0,
          pairs: location.kind === 'postgres' ? setting('pairs') : 0,
          seed: setting('seed'),
        })
        note(
          `seed ${setting('seed')}: shops of ${shops.length} ages with ${setting('rows')} orders and more in each; ${figures.strikes} kills and crashes, after which ${figures.unfinished} of ${figures.turns} shops had migrations left`,
        )
        for (const words of [...figures.stuck, ...figures.faults].slice(0, 10)) note(words)
        return [
          reportExactly('servers that did not start afterwards', figures.stuck.length),
          reportExactly('faults of schema, data or ledger in the end', figures.faults.length),
        ].every(Boolean)
      } finally {
        for (const { remove } of shops) await remove()
      }
    })
  },
)

async function killWhileMigrating(
  shops: readonly OldShop[],
  postgres: PostgresServer | null,
  { kills, crashes, pairs, seed }: Settings,
): Promise<Figures> {
  const random = createRandom(seed)
  const counts = {
    unfinished: 0,
    turns: 0,
    strikes: 0,
    stuck: [] as string[],
    faults: [] as string[],
  }
  const startMilliseconds = await measureStart(shops)
  const strikes = random.shuffle([
    ...Array.from({ length: kills }, () => killAlone),
    ...Array.from({ length: crashes }, () => crashUnder),
    ...Array.from({ length: pairs }, () => killOneOfTwo),
  ])
  for (const shop of endless(shops)) {
    const blows = strikes.splice(0, 1 + random.below(3))
    if (blows.length === 0) return counts
    counts.turns += 1
    const { location, remove } = await shop.copy()
    const story = `${shop.age}, turn ${counts.turns}`
    for (const strike of blows) {
      await strike({ location, postgres, random, startMilliseconds })
      counts.strikes += 1
    }
    const { fault, hasMigrated } = await startForGood(location)
    if (hasMigrated) counts.unfinished += 1
    if (fault === null) {
      const found = compareContents(await readContents(location), shop.expected)
      counts.faults.push(...found.map((words) => `${story}: ${words}`))
    } else counts.stuck.push(`${story}: ${fault}`)
    await remove()
  }
  return counts
}

interface Setup {
  readonly location: DatabaseLocation
  readonly postgres: PostgresServer | null
  readonly random: Random
  /** How long an undisturbed start takes once it has its database. */
  readonly startMilliseconds: number
}

/** Most interruptions come after the server has opened its database; some before. */
async function untilItsMoment(server: StartingServer, setup: Setup): Promise<void> {
  const { location, random, startMilliseconds } = setup
  if (random.below(10) > 0) await untilInDatabase(location, server)
  await sleep(random.below(startMilliseconds))
}

async function killAlone(setup: Setup): Promise<void> {
  const server = await startServer(setup.location)
  await untilItsMoment(server, setup)
  await server.program.kill()
}

async function crashUnder(setup: Setup): Promise<void> {
  const server = await startServer(setup.location)
  await untilItsMoment(server, setup)
  await setup.postgres?.crash()
  await setup.postgres?.start()
  await server.program.kill()
}

async function killOneOfTwo(setup: Setup): Promise<void> {
  const [server, other] = await Promise.all([
    startServer(setup.location),
    startServer(setup.location),
  ])
  await untilItsMoment(server, setup)
  await server.program.kill()
  // The other one continues by itself, whichever of them migrated.
  await other.ready
  await other.program.stop()
}

/** `fault` says why the server did not become ready; `hasMigrated` that migrations were left. */
async function startForGood(
  location: DatabaseLocation,
): Promise<{ readonly fault: string | null; readonly hasMigrated: boolean }> {
  const server = await startServer(location)
  const fault = await server.ready.then(
    () => null,
    (error: Error) => error.message,
  )
  // By then it has written its whole log.
  await server.program.stop()
  return { fault, hasMigrated: server.readLog().includes('"database migrated"') }
}

/** Milliseconds of an undisturbed start on the oldest of these shops, once it has its database. */
async function measureStart(shops: readonly OldShop[]): Promise<number> {
  const [oldest] = shops
  if (!oldest) throw new Error('no shops')
  const { location, remove } = await oldest.copy()
  const server = await startServer(location)
  await untilInDatabase(location, server)
  const startedAt = performance.now()
  await server.ready
  const milliseconds = performance.now() - startedAt
  await server.program.stop()
  await remove()
  return Math.ceil(milliseconds)
}

function* endless<Item>(items: readonly Item[]): Generator<Item> {
  while (items.length > 0) yield* items
}
