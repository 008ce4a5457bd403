import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { median, note, reportAtMost, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { startProduct } from '#test/product.ts'
import { createRandom, type Random, someAddress } from '#test/random.ts'
import type { Answer } from '#test/visitor.ts'
import { type Call, createRetry } from './calls.ts'
import { behindProxy, databaseSettings, defineStress, onPostgres } from './define-stress.ts'
import { auditLedger, reportVerdict } from './kr/audit.ts'
import { setUpTraffic, startTraffic, type Traffic, type TrafficSetup } from './kr/traffic.ts'

const crowd = { buyers: 8, admins: 1, payers: 1 }
/** Pages that people open meanwhile; the first two need no database. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/krypto-balance/76561198000000001']
const problemShape = z.record(z.string(), z.unknown())
const longestRecoveryMilliseconds = 5000
/** How long everything is watched once the database is back: longer than the recovery may take. */
const watchedMilliseconds = 6000

/** The database is restarted under the product, idle and at work (R8). */
export const restarts = defineStress({ restarts: 20, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  return onPostgres((server) => restartDatabase(server, setting('restarts'), setting('seed')))
})

async function restartDatabase(
  postgres: PostgresServer,
  times: number,
  seed: number,
): Promise<boolean> {
  const random = createRandom(seed)
  const location = { kind: 'postgres', url: postgres.url } as const
  const product = await startProduct({ ...databaseSettings(location), ...behindProxy })
  const watch = watchAnswers()
  const retryCall = createRetry(() => undefined)
  const { origin } = product
  try {
    const setup = await setUpTraffic(product, random, (call) => retryCall(watch.watched(call)))
    const recoveries: number[] = []
    for (let restart = 0; restart < times; restart += 1) {
      recoveries.push(
        await endAndStart(postgres, {
          isCrash: restart % 2 === 1,
          isIdle: restart % 4 < 2,
          random,
          watch,
          open: () => openDoors(setup, watch),
        }),
      )
    }
    // Nothing restarts the server, so it must still be the first one.
    const isAlive = (await fetch(`${origin}/healthz`)).ok
    note(`seed ${seed}: ${times} restarts, half of them crashes, half of them under load`)
    note(`back to normal after the database was back: median ${median(recoveries).toFixed(0)} ms`)
    return [
      reportAtMost(
        'slowest back to normal',
        Math.max(...recoveries),
        longestRecoveryMilliseconds,
        'ms',
      ),
      reportExactly('servers that died', isAlive ? 0 : 1),
      ...reportAnswers(watch.readFigures()),
      reportExactly('answers that should not have been given', setup.strange.length),
      reportVerdict(await auditLedger(location, setup.movements)),
    ].every(Boolean)
  } finally {
    await product.stop()
  }
}

interface Restart {
  /** Without an orderly shutdown. */
  readonly isCrash: boolean
  /** No requests while the database is unreachable. */
  readonly isIdle: boolean
  readonly random: Random
  readonly watch: AnswerWatch
  readonly open: () => Traffic
}

/** Returns how many milliseconds after the database's return the last failure was. */
async function endAndStart(
  postgres: PostgresServer,
  { isCrash, isIdle, random, watch, open }: Restart,
): Promise<number> {
  const before = isIdle ? null : open()
  await sleep(300 + random.below(500))
  await (isCrash ? postgres.crash() : postgres.stop())
  await sleep(200 + random.below(1800))
  await postgres.start()
  const backAt = performance.now()
  const traffic = before ?? open()
  await sleep(watchedMilliseconds)
  const recovery = Math.max(0, watch.lastFailure() - backAt)
  await traffic.stop()
  return recovery
}

/** People buy, pay, credit and look at pages. */
function openDoors(setup: TrafficSetup, { watched }: AnswerWatch): Traffic {
  const traffic = startTraffic(setup, crowd)
  const closing = new AbortController()
  const readers = pages.map(async (page) => {
    const look = watched(() =>
      readPage(`${setup.skinShop.origin}${page}`, someAddress(setup.random)),
    )
    while (!closing.signal.aborted) {
      // The watch has recorded the fault.
      await look().catch(() => undefined)
      await sleep(10)
    }
  })
  return {
    stop: async () => {
      closing.abort()
      await Promise.all([traffic.stop(), ...readers])
    },
  }
}

async function readPage(url: string, address: string): Promise<Answer> {
  const response = await fetch(url, { headers: { 'x-forwarded-for': address } })
  const { status, headers } = response
  const text = await response.text()
  // Only errors have a body to check.
  return { status, headers, body: status < 500 ? {} : problemShape.parse(JSON.parse(text)) }
}

function reportAnswers(figures: AnswerFigures): boolean[] {
  const { requests, notNow, faults, hanging, broken, slowestMilliseconds } = figures
  note(
    `${requests} requests, ${notNow} of them with a time to come again, the slowest answer after ${slowestMilliseconds.toFixed(0)} ms`,
  )
  for (const words of [...faults, ...broken].slice(0, 10)) note(words)
  return [
    reportExactly('other answers of 5xx', faults.length),
    reportExactly('requests that hung', hanging),
    reportExactly('connections that broke', broken.length),
  ]
}

/** Records every answer of every attempt, retries included. */
interface AnswerWatch {
  /** The same call, recorded; it fails when it takes longer than a page waits. */
  readonly watched: (call: Call) => Call
  /** When the last 503 or missing answer came, by `performance.now()`. */
  readonly lastFailure: () => number
  readonly readFigures: () => AnswerFigures
}

interface AnswerFigures {
  readonly requests: number
  /** 503 with Retry-After, as a problem body. */
  readonly notNow: number
  /** Any other 5xx, or a 503 without Retry-After; each in words. */
  readonly faults: readonly string[]
  readonly hanging: number
  /** Broken connections, as if there were no server; each in words. */
  readonly broken: readonly string[]
  readonly slowestMilliseconds: number
}

/** How long our pages wait for an answer; see `web/app/api-client.ts`. */
const timeoutMilliseconds = 15_000

function watchAnswers(): AnswerWatch {
  const faults: string[] = []
  const broken: string[] = []
  const counts = { requests: 0, notNow: 0, hanging: 0, slowestMilliseconds: 0 }
  let lastFailure = 0

  function judge(result: Answer | Error): void {
    if (result instanceof HangingError) counts.hanging += 1
    else if (result instanceof Error) broken.push(`${result.message} ${String(result.cause)}`)
    else if (isNotNow(result)) counts.notNow += 1
    else if (result.status >= 500) faults.push(`${result.status} ${JSON.stringify(result.body)}`)
    else return
    lastFailure = performance.now()
  }
  return {
    watched: (call) => async () => {
      counts.requests += 1
      const startedAt = performance.now()
      const result = await withinPatience(call()).catch((error: Error) => error)
      const took = performance.now() - startedAt
      counts.slowestMilliseconds = Math.max(counts.slowestMilliseconds, took)
      judge(result)
      if (result instanceof Error) throw result
      return result
    },
    lastFailure: () => lastFailure,
    readFigures: () => ({ ...counts, faults, broken }),
  }
}

class HangingError extends Error {}

function withinPatience(answer: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => reject(new HangingError('no answer')), timeoutMilliseconds)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

function isNotNow({ status, headers, body }: Answer): boolean {
  return (
    status === 503 &&
    /^\d+$/.test(headers.get('retry-after') ?? '') &&
    headers.get('content-type') === 'application/problem+json' &&
    body['code'] === 'database_unavailable'
  )
}
