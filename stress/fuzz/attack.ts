import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { newNetwork } from '#test/endpoints/ask.ts'
import { methodOf, nameOf, type Call, type Endpoint } from '#test/endpoints/endpoint.ts'
import { forgetLimits, type Ground } from '#test/endpoints/ground.ts'
import { sendRaw, type RawRequest } from '#test/endpoints/send-raw.ts'
import type { Random } from '#test/random.ts'
import { judge } from './judge.ts'
import { countMoneyRows, judgeMoney } from './money.ts'
import { fuzzRequestsOf, type FuzzRequest } from './requests.ts'

export interface AttackFigures {
  readonly requests: number
  readonly accepted: number
  /** What went wrong, each with the request that did it. */
  readonly faults: readonly string[]
  /** What the ledger’s check finds afterwards. */
  readonly differences: readonly string[]
  /** What the server wrote to its log as errors. */
  readonly errors: readonly string[]
}

/** So many answers before the counts of all limits are put back to nothing. */
const requestsPerForgetting = 20
const machineRoutes = / \/(api|functions|webhooks|healthz|readyz|metrics)/

/**
 * Sends fuzz to endpoints as somebody who may do everything, so that it gets as far in as it
 * can. `perEndpoint` of them, chosen by `random`; all of them without a number.
 */
export async function attack(
  ground: Ground,
  endpoints: readonly Endpoint[],
  random: Random,
  perEndpoint = Number.POSITIVE_INFINITY,
): Promise<AttackFigures> {
  const faults: string[] = []
  let requests = 0
  let accepted = 0
  for (const [turn, endpoint] of endpoints.entries()) {
    const all = fuzzRequestsOf(endpoint, await endpoint.prepare(ground), turn)
    const chosen = perEndpoint < all.length ? chooseEvenly(random, all, perEndpoint) : all
    let call: Call | null = null
    for (const fuzz of chosen) {
      if (requests % requestsPerForgetting === 0) await forgetLimits(ground)
      call ??= await endpoint.prepare(ground)
      const result = await strike(ground, endpoint, fuzz, call)
      if (!result) continue
      requests += 1
      if (result.fault)
        faults.push(`${nameOf(endpoint)}, ${fuzz.what.slice(0, 120)}: ${result.fault}`)
      if (!result.isAccepted) continue
      accepted += 1
      // Its things may be used up.
      call = null
    }
    if (endpoint.endsSession) await ground.renewPeople()
  }
  const { database } = ground.shop.services
  const { differences } = await verifyLedger(database)
  return { requests, accepted, faults, differences, errors: ground.shop.readErrors() }
}

/** As many of each kind (in the path, in a header): there are most of those that matter least. */
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
  ground: Ground,
  endpoint: Endpoint,
  { make }: FuzzRequest,
  call: Call,
): Promise<{ fault: string | null; isAccepted: boolean } | null> {
  const request = make(endpoint, call)
  if (!request) return null
  const { origin, services } = ground.shop
  const isReading = methodOf(endpoint) === 'GET' && ['GET', 'HEAD'].includes(request.method)
  const before = isReading ? null : await countMoneyRows(services.database)
  const answer = await sendRaw(origin, asEverybody(ground, request))
  const isAccepted = answer.status > 0 && answer.status < 400
  const after = before && (await countMoneyRows(services.database))
  const money = before && after && judgeMoney(endpoint.route, isAccepted, before, after)
  const isPage = !machineRoutes.test(endpoint.route)
  return { fault: judge(answer, { method: request.method, isPage }) ?? money, isAccepted }
}

/** With all proofs that there are, where the request does not bring another one on purpose. */
function asEverybody({ people }: Ground, request: RawRequest): RawRequest {
  return {
    ...request,
    headers: { 'x-forwarded-for': newNetwork(), ...people().everything, ...request.headers },
  }
}
