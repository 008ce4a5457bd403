import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { type RunningProduct, startProduct } from '#test/product.ts'
import { createRandom, type Random } from '#test/random.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createRetry, type Unclear } from './calls.ts'
import { behindProxy, databaseSettings, defineStress, onPostgres } from './define-stress.ts'
import { auditLedger, reportVerdict } from './kr/audit.ts'
import { countChangedAnswers, setUpTraffic } from './kr/traffic.ts'
import { calls, faultKinds } from './provider-faults.ts'
import {
  compareDonations,
  findLeftRows,
  type Growth,
  readGrowth,
  startReadings,
  waitForJobs,
} from './soak/audit.ts'
import { type SoakSetup, startCrowd } from './soak/crowd.ts'

const minute = 60_000
/** How long delayed webhooks may take in the end. */
const aftermathMilliseconds = 30_000
const limits = { grownMb: 40, grownFiles: 20, connections: 25, slowerLoop: 2 }

/**
 * Everything at once, for a long time, with disturbances (Soak): first the kills; after a third of the
 * time it measures.
 */
export const soak = defineStress(
  { minutes: 120, seed: Date.now() % 1_000_000 },
  async (setting) => {
    await buildWebIfStale()
    return onPostgres((server) => soakOn(server, setting('minutes') * minute, setting('seed')))
  },
)

async function soakOn(
  postgres: PostgresServer,
  milliseconds: number,
  seed: number,
): Promise<boolean> {
  const random = createRandom(seed)
  const location = { kind: 'postgres', url: postgres.url } as const
  const product = await startProduct({ ...databaseSettings(location), ...behindProxy })
  const disturbances = createDisturbances(product, postgres, random)
  const complaints = createComplaints(disturbances)
  try {
    const traffic = await setUpTraffic(product, random, createRetry(complaints.record))
    const setup: SoakSetup = { ...traffic, settled: [] }
    const crowd = startCrowd(setup)
    await disturbances.killFor(milliseconds / 6)
    // A fresh server grows for a while: its caches fill, and its code is compiled.
    await disturbances.disturbFor(milliseconds / 6)
    const readings = startReadings(product, postgres.url)
    await disturbances.disturbFor((milliseconds * 2) / 3)
    const growth = readGrowth(await readings.stop())
    await crowd.stop()
    await sleep(aftermathMilliseconds)
    const openJobs = await waitForJobs(location)
    const changed = await countChangedAnswers(setup)
    const books = await createSandboxControl(product.sandboxOrigin).readPayments()
    await product.killServer()
    const donations = await compareDonations(location, setup.settled, books)
    const verdict = await auditLedger(location, setup.movements)
    const leftRows = await findLeftRows(location)
    note(
      `seed ${seed}: ${milliseconds / minute} minutes, ${disturbances.counts.kills} kills, ${disturbances.counts.crashes} ends of Postgres, ${disturbances.counts.faults} faults of providers, ${setup.settled.length} donations, ${complaints.comeAgain()} answers of "not now"`,
    )
    const wrong = [...setup.strange, ...complaints.wrong, ...donations.differences, ...leftRows]
    for (const words of wrong.slice(0, 10)) note(words)
    return [
      reportExactly('wrong answers', setup.strange.length + complaints.wrong.length),
      reportExactly('answers that changed when repeated', changed),
      reportExactly('donations that were settled and not delivered', donations.lost),
      reportExactly('differences from PayPal’s own books', donations.differences.length),
      reportVerdict(verdict),
      reportExactly('messages to the staff that nobody sent', openJobs),
      reportExactly('tables that the nightly job leaves to grow', leftRows.length),
      ...reportGrowth(growth),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
}

/** Classifies missing answers: while the server runs, only a clear 503 is right. */
function createComplaints(disturbances: Disturbances) {
  const wrong: string[] = []
  let comeAgain = 0
  return {
    wrong,
    comeAgain: () => comeAgain,
    record: (unclear: Unclear): void => {
      if (unclear instanceof Error) {
        if (!disturbances.isServerAway()) wrong.push(`${unclear.message} ${String(unclear.cause)}`)
        return
      }
      comeAgain += 1
      const { status, headers, body } = unclear
      const isClear =
        [502, 503].includes(status) && headers.get('content-type') === 'application/problem+json'
      if (!isClear) wrong.push(`${status} ${JSON.stringify(body)}`)
    },
  }
}

function reportGrowth({ first, last }: Growth): boolean[] {
  note(
    `without kills, medians of the first and the last quarter: ${first.residentMb.toFixed(0)} and ${last.residentMb.toFixed(0)} MB, ${first.openFiles} and ${last.openFiles} open files, ${first.databaseConnections} and ${last.databaseConnections} database connections, ${first.eventLoopMilliseconds.toFixed(0)} and ${last.eventLoopMilliseconds.toFixed(0)} ms of event loop`,
  )
  return [
    reportAtMost('memory grew by', last.residentMb - first.residentMb, limits.grownMb, 'MB'),
    reportAtMost('open files grew by', last.openFiles - first.openFiles, limits.grownFiles),
    reportAtMost('database connections', last.databaseConnections, limits.connections),
    reportAtMost(
      'event loop’s p99 in times of before',
      last.eventLoopMilliseconds / first.eventLoopMilliseconds,
      limits.slowerLoop,
    ),
  ]
}

interface Disturbances {
  /** Kills and crashes for so long, so that what follows begins with a killed server. */
  readonly killFor: (milliseconds: number) => Promise<void>
  /** Provider faults, and restarts of Postgres, which a server has to survive. */
  readonly disturbFor: (milliseconds: number) => Promise<void>
  /** Whether the server is down because we ended it, or was a moment ago. */
  readonly isServerAway: () => boolean
  readonly counts: Readonly<Record<'kills' | 'crashes' | 'faults', number>>
}

const shortestPauseMilliseconds = 5000
const pauseSpreadMilliseconds = 15_000
const awayAfterRestartMilliseconds = 3000

function createDisturbances(
  product: RunningProduct,
  postgres: PostgresServer,
  random: Random,
): Disturbances {
  const counts = { kills: 0, crashes: 0, faults: 0 }
  const sandbox = createSandboxControl(product.sandboxOrigin)
  let awayUntil = 0

  async function killServer(): Promise<void> {
    counts.kills += 1
    awayUntil = Infinity
    await product.killServer()
    await product.startServer()
    awayUntil = performance.now() + awayAfterRestartMilliseconds
  }
  async function crashPostgres(): Promise<void> {
    counts.crashes += 1
    await (random.below(2) === 0 ? postgres.crash() : postgres.stop())
    await sleep(random.below(2000))
    await postgres.start()
  }
  async function failProvider(): Promise<void> {
    counts.faults += 1
    const call = random.pick(calls.filter(({ provider }) => provider !== 'a2s'))
    const kind = random.pick(faultKinds)
    await sandbox.fail({ ...call, kind, times: 1 + random.below(3), delayMs: 2000 })
  }
  const repeat =
    (blows: readonly (() => Promise<void>)[]) =>
    async (milliseconds: number): Promise<void> => {
      const endsAt = performance.now() + milliseconds
      for (;;) {
        const pause = shortestPauseMilliseconds + random.below(pauseSpreadMilliseconds)
        const left = endsAt - performance.now()
        await sleep(Math.max(0, Math.min(pause, left)))
        if (left <= pause) return
        await random.pick(blows)()
      }
    }
  return {
    killFor: repeat([killServer, killServer, crashPostgres, failProvider]),
    disturbFor: repeat([failProvider, failProvider, failProvider, crashPostgres]),
    isServerAway: () => performance.now() < awayUntil,
    counts,
  }
}
