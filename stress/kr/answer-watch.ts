import type { Answer } from '#test/visitor.ts'
import type { Call } from './retry.ts'

/** Records every answer of every attempt, retries included. */
export interface AnswerWatch {
  /** The same call, recorded; it fails when it takes longer than a page waits. */
  readonly watched: (call: Call) => Call
  /** When the last 503 or missing answer came, by `performance.now()`. */
  readonly lastFailure: () => number
  readonly readFigures: () => AnswerFigures
}

export interface AnswerFigures {
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

export function watchAnswers(): AnswerWatch {
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
