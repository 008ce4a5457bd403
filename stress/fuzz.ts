import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { note, reportExactly } from '#bench/report.ts'
import { problemStatus } from '#contract/problem.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { Database, DatabaseLocation } from '#server/db/database.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { cleanUp } from '#test/cleanups.ts'
import { builtPages, pageEndpoints } from '#test/endpoints/built-pages.ts'
import { newNetwork, parseJson } from '#test/endpoints/call-endpoint.ts'
import { type Call, type Example, nameOf, routeOf } from '#test/endpoints/endpoint.ts'
import { endpoints } from '#test/endpoints/endpoints.ts'
import { type RawAnswer, type RawRequest, sendRaw } from '#test/endpoints/send-raw.ts'
import { resetLimits, setUp, type Setup } from '#test/endpoints/setup.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { createRandom, type Random } from '#test/random.ts'
import { defineStress, onDatabases } from './define-stress.ts'
import { type FuzzRequest, fuzzRequestsOf } from './fuzz/requests.ts'

const shownFaults = 20
const targets = [...endpoints, ...pageEndpoints]

/** Then a new shop: all that earlier requests have bought makes the later ones slow. */
const endpointsPerShop = 20

/**
 * Every endpoint × every field × hostile values (R10). `each` endpoint gets so many of them, chosen
 * by the seed; 0 for all.
 */
export const fuzzRun = defineStress({ each: 0, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  return onDatabases(async (location) => {
    const startedAt = performance.now()
    const random = createRandom(setting('seed'))
    const each = setting('each') === 0 ? undefined : setting('each')
    const parts: AttackFigures[] = []
    for (let first = 0; first < targets.length; first += endpointsPerShop) {
      try {
        const setup = await setUp(await newDatabase(location), builtPages)
        const chosen = targets.slice(first, first + endpointsPerShop)
        const part = await attack(setup, chosen, random, each)
        parts.push(part)
        // All of it takes hours.
        const done = Math.min(first + endpointsPerShop, targets.length)
        console.log(
          `  ${done} of ${targets.length} endpoints, ${part.faults.length} faults in these`,
        )
      } finally {
        await cleanUp()
      }
    }
    const sum = (figure: 'requests' | 'accepted') =>
      parts.reduce((total, part) => total + part[figure], 0)
    const all = (kind: 'faults' | 'errors' | 'differences') => parts.flatMap((part) => part[kind])
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    note(
      `seed ${setting('seed')}: ${sum('requests')} requests in ${seconds} s, ${sum('accepted')} of them harmless and accepted`,
    )
    for (const fault of all('faults').slice(0, shownFaults)) note(fault)
    for (const error of all('errors').slice(0, shownFaults)) note(error.slice(0, 300))
    return [
      reportExactly('answers of 5xx, without a problem body or with innards', all('faults').length),
      reportExactly('differences in the ledger afterwards', all('differences').length),
      reportExactly('errors in the log', all('errors').length),
    ].every(Boolean)
  })
})

async function newDatabase(location: DatabaseLocation): Promise<DatabaseLocation> {
  return location.kind === 'postgres'
    ? { kind: 'postgres', url: (await createPostgresDatabase(location.url)).url }
    : { kind: 'embedded', directory: path.join(location.directory, randomUUID()) }
}

interface AttackFigures {
  readonly requests: number
  readonly accepted: number
  /** The faults, each with the request that caused it. */
  readonly faults: readonly string[]
  /** Differences that the ledger’s check finds afterwards. */
  readonly differences: readonly string[]
  /** Errors in the server's log. */
  readonly errors: readonly string[]
}

/** The number of answers before the counts of all limits are reset. */
const requestsPerReset = 20
const machineRoutes = / \/(api|functions|webhooks|healthz|readyz|metrics)/

/**
 * Fuzzes endpoints with all permissions, so that each request gets as far as it can. `perEndpoint`
 * requests chosen by `random`, or all of them.
 */
export async function attack(
  setup: Setup,
  examples: readonly Example[],
  random: Random,
  perEndpoint = Number.POSITIVE_INFINITY,
): Promise<AttackFigures> {
  const faults: string[] = []
  let requests = 0
  let accepted = 0
  for (const [turn, endpoint] of examples.entries()) {
    const all = fuzzRequestsOf(endpoint, await endpoint.prepare(setup), turn)
    const chosen = perEndpoint < all.length ? chooseEvenly(random, all, perEndpoint) : all
    let call: Call | null = null
    for (const fuzz of chosen) {
      if (requests % requestsPerReset === 0) await resetLimits(setup)
      call ??= await endpoint.prepare(setup)
      const result = await strike(setup, endpoint, fuzz, call)
      if (!result) continue
      requests += 1
      if (result.fault)
        faults.push(`${nameOf(endpoint)}, ${fuzz.what.slice(0, 120)}: ${result.fault}`)
      if (!result.isAccepted) continue
      accepted += 1
      // Its test data may be used up.
      if (endpoint.method !== 'GET') call = null
    }
    if (endpoint.endsSession) await setup.renewPeople()
  }
  const { database } = setup.shop.services
  const { differences } = await verifyLedger(database)
  // The sandbox's payments have no events here, so after a minute a forged one may be our own secret.
  const errors = setup.shop.readErrors().filter((line) => !line.includes('webhook_unverified'))
  return { requests, accepted, faults, differences, errors }
}

/** Equally many of each kind (in the path, in a header): the least important kinds are the most numerous. */
function chooseEvenly(
  random: Random,
  all: readonly FuzzRequest[],
  count: number,
): readonly FuzzRequest[] {
  const kinds = Map.groupBy(random.shuffle(all), ({ what }) => what.split(' ')[0])
  const rounds = [...kinds.values()].flatMap((ofKind) =>
    ofKind.map((request, round) => ({ request, round })),
  )
  return rounds
    .toSorted((a, b) => a.round - b.round)
    .slice(0, count)
    .map(({ request }) => request)
}

async function strike(
  setup: Setup,
  endpoint: Example,
  { make }: FuzzRequest,
  call: Call,
): Promise<{ fault: string | null; isAccepted: boolean } | null> {
  const request = make(endpoint, call)
  if (!request) return null
  const { origin, services } = setup.shop
  const isReading = endpoint.method === 'GET' && ['GET', 'HEAD'].includes(request.method)
  const before = isReading ? null : await countMoneyRows(services.database)
  const answer = await sendRaw(origin, asEverybody(setup, request))
  const isAccepted = answer.status > 0 && answer.status < 400
  const after = before && (await countMoneyRows(services.database))
  const money = before && after && judgeMoney(routeOf(endpoint), isAccepted, before, after)
  const isPage = !machineRoutes.test(routeOf(endpoint))
  return { fault: judge(answer, { method: request.method, isPage }) ?? money, isAccepted }
}

/** Adds every credential that the request does not set itself. */
function asEverybody({ people }: Setup, request: RawRequest): RawRequest {
  return {
    ...request,
    headers: { 'x-forwarded-for': newNetwork(), ...people().everything, ...request.headers },
  }
}

const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  error: z.string(),
})

/** Traces of a stack, a query or one of our files. */
const innards =
  /node_modules|\.ts:\d+|\\n +at |syntax error at|invalid input syntax|violates .* constraint|invalid byte sequence|"?relation"? "|select .* from |kysely|pglite/i

/** The request, as far as the expected answer depends on it. */
interface SentRequest {
  readonly method: string
  /** Whether people open it: then an unknown address is answered with a page. */
  readonly isPage: boolean
}

/** The fault of an answer to fuzz; null for none. */
export function judge(
  { status, headers, text }: RawAnswer,
  { method, isPage }: SentRequest,
): string | null {
  if (status === 0) return 'no answer'
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (status < 400) return null
  if (isPage && status === 404 && headers.get('content-type')?.startsWith('text/html')) return null
  if (headers.get('content-type') !== 'application/problem+json') {
    return `${status} as ${headers.get('content-type')}`
  }
  if (method === 'HEAD') return null
  if (innards.test(text)) return `innards: ${text.slice(0, 200)}`
  return judgeProblem(status, text)
}

function judgeProblem(status: number, text: string): string | null {
  const parsed = problemBody.safeParse(parseJson(text))
  if (!parsed.success) return `no problem body: ${text.slice(0, 200)}`
  const { code, status: written, message, error } = parsed.data
  const expected = Object.entries(problemStatus).find(([known]) => known === code)?.[1]
  if (expected === undefined) return `unknown code ${code}`
  if (expected !== status || written !== status) return `${code} with ${status}`
  return message === error ? null : 'message and error differ'
}

/** The number of rows in the tables of money. */
interface MoneyRows {
  readonly ledger: number
  readonly payments: number
  readonly purchases: number
  readonly skins: number
}

/** Slow with many rows, so it is only used after calls that may write. */
async function countMoneyRows({ db }: Pick<Database, 'db'>): Promise<MoneyRows> {
  const { rows } = await sql<MoneyRows>`select
    (select count(*)::int from krypto_transactions) as ledger,
    (select count(*)::int from payments) as payments,
    (select count(*)::int from purchases) as purchases,
    (select count(*)::int from skin_purchases) as skins`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('nothing was counted')
  return counted
}

/** Calls that may move Kr when they succeed: one line each. */
const movesKr: Readonly<Record<string, Partial<MoneyRows>>> = {
  'POST /api/admin/krypto-credits': { ledger: 1 },
  'POST /api/admin/krypto-corrections': { ledger: 1 },
  'POST /functions/v1/process-krypto-skin-purchase': { ledger: 1, skins: 1 },
  'POST /api/codes/redeem': { ledger: 1 },
}

/** Rows that should not have been written; null for none. */
function judgeMoney(
  route: string,
  isAccepted: boolean,
  before: MoneyRows,
  after: MoneyRows,
): string | null {
  const allowed = {
    ledger: 0,
    payments: 0,
    purchases: 0,
    skins: 0,
    ...(isAccepted && movesKr[route]),
  }
  const tables = ['ledger', 'payments', 'purchases', 'skins'] as const
  const wrong = tables.filter((table) => after[table] - before[table] > allowed[table])
  return wrong.length === 0 ? null : `wrote to ${wrong.join(' and ')}`
}
