import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { staffRoles } from '#domain/rights.ts'
import { problemStatus } from '#contract/problem.ts'
import { addressOf, type Call, type Example } from './endpoint.ts'
import type { Setup } from './setup.ts'
import type { Caller } from './people.ts'
import { sendRaw, type RawAnswer } from './send-raw.ts'

/** A network without earlier requests. */
export function newNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** Makes a valid call of an endpoint as somebody. */
export async function callEndpoint(
  setup: Setup,
  endpoint: Example,
  call: Call,
  caller: Caller,
): Promise<string> {
  setup.giveRole(staffRoles.find((role) => role === caller) ?? 'owner')
  const answer = await sendRaw(setup.shop.origin, {
    method: endpoint.method,
    target: addressOf(endpoint, call),
    headers: {
      'x-forwarded-for': newNetwork(),
      // Browsers send it with every request that changes something.
      origin: setup.shop.origin,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
      ...setup.people().headers[caller],
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  })
  return describeAnswer(answer, call)
}

const problemBody = z.object({ code: z.string(), status: z.number() })

/**
 * A cell of the table: the status, with `own` when the answer shows the owner's data, or the code
 * of a refusal.
 */
function describeAnswer({ status, text }: RawAnswer, { secret }: Call): string {
  if (status < 400)
    return secret !== undefined && text.includes(secret) ? `${status} own` : String(status)
  const problem = problemBody.safeParse(parseJson(text))
  if (!problem.success) return `${status} without a problem body`
  const { code } = problem.data
  const expected = Object.entries(problemStatus).find(([known]) => known === code)?.[1]
  return expected === status ? code : `${code} with ${status}`
}

/** Null for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
