import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { newNetwork } from '#test/endpoints/call-endpoint.ts'
import { nameOf, routeOf, type Call, type Example } from '#test/endpoints/endpoint.ts'
import { resetLimits, type Setup } from '#test/endpoints/setup.ts'
import { sendRaw, type RawRequest } from '#test/endpoints/send-raw.ts'
import type { Random } from '#test/random.ts'
import { judge } from './judge.ts'
import { countMoneyRows, judgeMoney } from './money.ts'
import { fuzzRequestsOf, type FuzzRequest } from './requests.ts'

export interface AttackFigures {
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
  endpoints: readonly Example[],
  random: Random,
  perEndpoint = Number.POSITIVE_INFINITY,
): Promise<AttackFigures> {
  const faults: string[] = []
  let requests = 0
  let accepted = 0
  for (const [turn, endpoint] of endpoints.entries()) {
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
      call = null
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
