import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { problemStatus } from '#contract/problem.ts'
import { addressOf, methodOf, type Call, type Endpoint } from './endpoint.ts'
import type { Ground } from './ground.ts'
import type { Asker } from './people.ts'
import { sendRaw, type RawAnswer } from './send-raw.ts'

/** A network that asks for the first time. */
export function newNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** Somebody calls an endpoint as it should be called, about things made for this call. */
export async function ask(ground: Ground, endpoint: Endpoint, asker: Asker): Promise<string> {
  const call = await endpoint.prepare(ground)
  const answer = await sendRaw(ground.shop.origin, {
    method: methodOf(endpoint),
    target: addressOf(endpoint, call),
    headers: {
      'x-forwarded-for': newNetwork(),
      // Browsers send it with every request that changes something.
      origin: ground.shop.origin,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
      ...ground.people().headers[asker],
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  })
  return describeAnswer(answer, call)
}

const problemBody = z.object({ code: z.string(), status: z.number() })

/** A cell of the table: the status, `own` when it shows what is the owner's; of a refusal its code. */
function describeAnswer({ status, text }: RawAnswer, { secret }: Call): string {
  if (status < 400)
    return secret !== undefined && text.includes(secret) ? `${status} own` : String(status)
  const problem = problemBody.safeParse(parseJson(text))
  if (!problem.success) return `${status} without a problem body`
  const { code } = problem.data
  const expected = Object.entries(problemStatus).find(([known]) => known === code)?.[1]
  return expected === status ? code : `${code} with ${status}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
