import { setTimeout as sleep } from 'node:timers/promises'
import type { TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { someAddress, type Random } from '#test/random.ts'

/** The answers that people got during a provider's fault. */
export interface Reception {
  readonly answers: number
  /** Refused for now because of the provider. */
  readonly comeAgain: number
  /** Answers that are neither a result nor a clear 503, in words. */
  readonly unclear: readonly string[]
  readonly slowestMilliseconds: number
}

export interface People {
  /** A new visitor from a new network. */
  readonly somebody: () => Visitor
  /** Repeats an attempt, as a person does, until it succeeds. */
  readonly retryCall: <Result>(attempt: () => Promise<Result | null>) => Promise<Result>
  readonly reception: () => Reception
}

const pauseMilliseconds = 300
/** Only against endless waiting. */
const mostAttempts = 300

export function createPeople(shop: TestShop, random: Random): People {
  const counts = { answers: 0, comeAgain: 0, slowestMilliseconds: 0 }
  const unclear: string[] = []

  async function watched(what: string, send: () => Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now()
    const answer = await send()
    counts.slowestMilliseconds = Math.max(counts.slowestMilliseconds, performance.now() - startedAt)
    counts.answers += 1
    if (isComeAgain(answer)) counts.comeAgain += 1
    else if (answer.status >= 500) {
      unclear.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }

  return {
    somebody: () => {
      const visitor = shop.visitor()
      const from = { 'x-forwarded-for': someAddress(random) }
      return {
        cookies: visitor.cookies,
        get: (path, headers) => watched(path, () => visitor.get(path, { ...from, ...headers })),
        post: (path, body, headers) =>
          watched(path, () => visitor.post(path, body, { ...from, ...headers })),
        put: (path, body, headers) =>
          watched(path, () => visitor.put(path, body, { ...from, ...headers })),
        patch: (path, body, headers) =>
          watched(path, () => visitor.patch(path, body, { ...from, ...headers })),
        delete: (path, headers) =>
          watched(path, () => visitor.delete(path, { ...from, ...headers })),
        deleteWith: (path, body, headers) =>
          watched(path, () => visitor.deleteWith(path, body, { ...from, ...headers })),
      }
    },
    retryCall: async (attempt) => {
      for (let attempts = 1; ; attempts += 1) {
        const result = await attempt()
        if (result !== null) return result
        if (attempts === mostAttempts) throw new Error('never done')
        await sleep(pauseMilliseconds)
      }
    },
    reception: () => ({ ...counts, unclear }),
  }
}

function isComeAgain({ status, headers, body }: Answer): boolean {
  return (
    (status === 502 || status === 503) &&
    headers.get('content-type') === 'application/problem+json' &&
    typeof body['code'] === 'string' &&
    typeof body['message'] === 'string'
  )
}
