import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { note, reportAtMost, reportExactly, under } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { findFreePort } from '#test/free-port.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createRandom, type Random } from '#test/random.ts'
import { createSandboxControl, type SandboxControl } from '#test/sandbox-control.ts'
import {
  behindProxy,
  databaseSettings,
  defineStress,
  onDatabases,
  onPostgres,
} from './define-stress.ts'
import {
  deliveryWorlds,
  holdingKey,
  playerSteamIds,
  type DeliveryCase,
  type DeliveryFault,
  type DeliveryWorld,
} from './deliveries/adapters.ts'
import {
  linkAccounts,
  planSteps,
  welcomePlayers,
  type Players,
  type Step,
} from './deliveries/players.ts'
import { watchHoldings, type HoldingsWatch } from './deliveries/watch-holdings.ts'
import { inParallel } from './calls.ts'
import { planBlows } from './blows.ts'

interface Settings {
  readonly purchases: number
  /** kill -9 of the server and, where there is one, of Postgres, in turn. */
  readonly kills: number
  /** How many faults of each adapter at most. */
  readonly faults: number
  readonly seed: number
}

const buyersAtOnce = 8
/** Only against endless waiting. */
const longestWaitMs = 300_000
/** CFTools allows few calls in a minute: more hours for everybody take a while there. */
const longestSettlingMs = 900_000
/** From the end of a fault until what is paid for is in the game. */
const longestGapSeconds = 60

/**
 * Players buy, get their money back, dispute, choose colours and move to other accounts, while the
 * server, its database and the other side of each adapter fail in every way. In the end the actual state
 * has to be what they hold, and what others had there untouched. Options: `--world=2` plays only the
 * second of them, `--embedded=0` leaves the embedded database out.
 */
export const deliveries = defineStress(
  { purchases: 500, kills: 30, faults: 100, seed: 1, embedded: 1, world: 0 },
  async (setting) => {
    await buildWebIfStale()
    let isMet = true
    const world = setting('world')
    for (const kind of world === 0 ? deliveryWorlds : deliveryWorlds.slice(world - 1, world)) {
      const settings = {
        purchases: Math.ceil(setting('purchases') * kind.parts.purchases),
        kills: Math.ceil(setting('kills') * kind.parts.kills),
        faults: setting('faults'),
        seed: setting('seed'),
      }
      const isMetHere = await under(kind.name, () =>
        setting('embedded') === 0
          ? onPostgres((server) =>
              deliver(kind, settings, { kind: 'postgres', url: server.url }, server),
            )
          : onDatabases((location, postgres) => deliver(kind, settings, location, postgres)),
      )
      isMet &&= isMetHere
    }
    return isMet
  },
)

/** All faults of a round happen at once, each at another adapter. */
interface Round {
  readonly faults: readonly DeliveryFault[]
  readonly steps: readonly Step[]
  readonly blows: readonly (() => Promise<unknown>)[]
}

interface World {
  readonly product: RunningProduct
  readonly sandbox: SandboxControl
  readonly players: Players
  readonly watch: HoldingsWatch
  readonly random: Random
}

async function deliver(
  world: DeliveryWorld,
  settings: Settings,
  location: DatabaseLocation,
  postgres: PostgresServer | null,
): Promise<boolean> {
  const { settings: settingsFor, prepare, isLinked = () => false, cases } = world
  const sandboxPort = await findFreePort()
  const product = await startProduct({
    ...databaseSettings(location),
    ...behindProxy,
    ...settingsFor(`http://127.0.0.1:${sandboxPort}`),
    SANDBOX_PORT: String(sandboxPort),
  })
  const sandbox = createSandboxControl(product.sandboxOrigin)
  try {
    const random = createRandom(settings.seed)
    await prepare(sandbox)
    await link(product, location, playerSteamIds.filter(isLinked))
    const before = await sandbox.readGame()
    const players = await welcomePlayers(product, random, isLinked)
    const watch = watchHoldings(sandbox, cases, players.held)
    const running = { product, sandbox, players, watch, random }
    const blows = planBlows({ product, postgres, random }, settings.kills)
    const rounds = planRounds(cases, settings.faults, planSteps(random, settings.purchases), blows)
    const unmet: string[] = []
    const differences: string[] = []
    for (const [turn, round] of rounds.entries()) {
      unmet.push(...(await playRound(running, round)))
      if (turn % 3 === 1 && turn < rounds.length - 1) await players.compensate()
      differences.push(...(await watch.untilEqual(longestWaitMs)))
    }
    await watch.stop()
    await untilSettled(players)
    const after = await sandbox.readGame()
    const log = await sandbox.readLog('priority-file')
    const additions = log.filter((entry) => entry['fault'] === 'foreign-write').length
    const changed = cases.filter((one) => !one.isForeignKept(before, after, additions))
    await product.stopServer()
    const audit = await auditDatabase(location, players)
    const { milliseconds, of } = watch.longestGap()
    const names = rounds.flatMap(({ faults }) => faults.map(({ name }) => name))
    note(
      `seed ${settings.seed}: ${settings.purchases} purchases, ${settings.kills} kills, ${postgres ? Math.floor(settings.kills / 2) : 0} of them of Postgres`,
    )
    note([...players.counts].map(([what, count]) => `${what} ${count}`).join(', '))
    note(`${names.length} faults: ${names.join(', ')}; longest gap: ${of}`)
    const wrong = [...differences, ...audit.differences]
    for (const words of [...players.strange, ...wrong, ...unmet].slice(0, 10)) note(words)
    return [
      reportExactly('answers that should not have been given', players.strange.length),
      reportExactly('faults that no delivery has met', unmet.length),
      reportExactly('differences between the actual state and what is held', wrong.length),
      reportExactly('adapters that changed what others had there', changed.length),
      reportExactly('orders that brought not exactly one grant', audit.wrongGrants),
      reportExactly('deliveries that are not verified', audit.unverified),
      reportAtMost(
        'longest gap of what is paid for after a fault',
        milliseconds / 1000,
        longestGapSeconds,
        's',
      ),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
}

/** Without the server: the embedded database has room for one process. */
async function link(
  product: RunningProduct,
  location: DatabaseLocation,
  steamIds: readonly string[],
): Promise<void> {
  if (steamIds.length === 0) return
  await product.stopServer()
  const database = await openDatabase(location, () => undefined)
  try {
    await linkAccounts(database, steamIds)
  } finally {
    await database.close()
  }
  await product.startServer()
}

/** The first round is without a fault. */
function planRounds(
  cases: readonly DeliveryCase[],
  mostFaults: number,
  steps: readonly Step[],
  blows: Round['blows'],
): Round[] {
  const faults = cases.map((one) => one.faults.slice(0, mostFaults))
  const rounds = 1 + Math.max(...faults.map(({ length }) => length))
  const shareOf = <Item>(items: readonly Item[], turn: number): Item[] =>
    items.filter((_, index) => index % rounds === turn)
  return Array.from({ length: rounds }, (_, turn) => ({
    faults: turn === 0 ? [] : faults.flatMap((own) => own[turn - 1] ?? []),
    steps: shareOf(steps, turn),
    blows: shareOf(blows, turn),
  }))
}

/** Returns the faults that nothing has met, by name. */
async function playRound(world: World, { faults, steps, blows }: Round): Promise<string[]> {
  const { players, sandbox, watch, random } = world
  if (faults.length + blows.length > 0) watch.disturb()
  for (const { begin } of faults) await begin(sandbox)
  const given = await readFaults(sandbox)
  const buying = inParallel(steps, buyersAtOnce, players.take)
  // Awaited below; until then a rejection must not end the process.
  buying.catch(() => undefined)
  const strike = async (some: Round['blows']): Promise<void> => {
    for (const blow of some) {
      await sleep(500 + random.below(3000))
      await blow()
    }
  }
  await strike(blows.slice(1))
  await buying
  const unmet = await untilMet(sandbox, given)
  // One that meets the deliveries as they fail.
  await strike(blows.slice(0, 1))
  await sandbox.clearFaults()
  for (const { mend } of faults) await mend?.(sandbox, players.admin)
  watch.calm()
  return unmet
}

/** Waits until what changes nothing in the game, such as more hours, is noted at the adapters. */
async function untilSettled({ admin }: Players): Promise<void> {
  const end = performance.now() + longestSettlingMs
  while (performance.now() < end) {
    const { body } = await admin.get('/api/admin/perks?state=unfinished')
    // Another answer while the database comes back.
    if (grantList.safeParse(body).data?.grants.length === 0) return
    await sleep(1000)
  }
}

const grantList = z.object({ grants: z.array(z.unknown()) })
const faultList = z.array(z.object({ provider: z.string(), kind: z.string(), times: z.number() }))

async function readFaults(sandbox: SandboxControl): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${sandbox.origin}/_sandbox/faults`)
  const faults = faultList.parse(await response.json())
  return new Map(faults.map(({ provider, kind, times }) => [`${provider} ${kind}`, times]))
}

/** Waits until each fault has happened to somebody. Returns those that have not. */
async function untilMet(
  sandbox: SandboxControl,
  given: ReadonlyMap<string, number>,
): Promise<string[]> {
  const end = performance.now() + longestWaitMs
  for (;;) {
    const left = await readFaults(sandbox)
    const unmet = [...given].flatMap(([name, times]) => (left.get(name) === times ? [name] : []))
    if (unmet.length === 0 || performance.now() > end) return unmet
    await sleep(500)
  }
}

/** Compares what the players were answered with the ledger, once the server has stopped. */
async function auditDatabase(location: DatabaseLocation, { held, orderIds }: Players) {
  const { db, close } = await openDatabase(location, () => undefined)
  try {
    const coverage = await db
      .selectFrom('perk_coverage')
      .select(['steam_id', 'perk'])
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', new Date())]))
      .execute()
    const covered = new Set(coverage.map(({ steam_id, perk }) => holdingKey(steam_id, perk)))
    const grants = await db
      .selectFrom('perk_entries')
      .select('order_id')
      .where('kind', '=', 'granted')
      .where('source', '=', 'order')
      .execute()
    const granted = Map.groupBy(grants, ({ order_id }) => order_id)
    const unverified = await db
      .selectFrom('perk_deliveries')
      .select('adapter')
      .where('state', '<>', 'verified')
      .execute()
    return {
      differences: [
        ...[...held.keys()].flatMap((key) => (covered.has(key) ? [] : [`${key} is not covered`])),
        ...[...covered].flatMap((key) => (held.has(key) ? [] : [`${key} is covered`])),
      ],
      wrongGrants:
        orderIds.filter((id) => granted.get(id)?.length !== 1).length +
        Math.abs(grants.length - orderIds.length),
      unverified: unverified.length,
    }
  } finally {
    await close()
  }
}
