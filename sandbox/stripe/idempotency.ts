import type { Context } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { errorAnswer } from './errors.ts'

interface Kept {
  readonly fingerprint: string
  readonly status: number
  readonly answer: string
}

export interface Idempotency {
  /**
   * Runs `work` once per `Idempotency-Key`. A repeated call gets the first answer, success or not; only
   * refusals for invalid parameters are not kept. https://docs.stripe.com/api/idempotent_requests
   */
  once(c: Context<SandboxEnv>, work: (body: string) => Promise<Response>): Promise<Response>
  clear(): void
}

const longestKey = 255

export function createIdempotency(): Idempotency {
  const kept = new Map<string, Kept>()
  const running = new Set<string>()

  async function answerFirst(
    key: string,
    fingerprint: string,
    work: () => Promise<Response>,
  ): Promise<Response> {
    running.add(key)
    try {
      const response = await work()
      const answer = await response.clone().text()
      if (!wasRefusedForParameters(response.status, answer)) {
        kept.set(key, { fingerprint, status: response.status, answer })
      }
      return response
    } finally {
      running.delete(key)
    }
  }

  return {
    async once(c, work) {
      const body = await c.req.text()
      const key = c.req.header('idempotency-key')
      if (key === undefined || key === '') return work(body)
      if (key.length > longestKey)
        return refuse(400, `Idempotency keys can have ${longestKey} characters at most.`)
      const earlier = kept.get(key)
      const fingerprint = `${c.req.path} ${body}`
      if (earlier && earlier.fingerprint !== fingerprint) {
        return refuse(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      if (earlier) return replay(earlier)
      if (running.has(key)) {
        return refuse(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        )
      }
      return answerFirst(key, fingerprint, () => work(body))
    },
    clear: () => kept.clear(),
  }
}

function replay({ status, answer }: Kept): Response {
  return new Response(answer, {
    status,
    headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
  })
}

function wasRefusedForParameters(status: number, answer: string): boolean {
  return status === 400 && /"(?:parameter_\w+|url_invalid)"/.test(answer)
}

function refuse(status: 400 | 409, message: string): Response {
  return errorAnswer({
    status,
    type: 'idempotency_error',
    ...(status === 409 && { code: 'idempotency_key_in_use' }),
    message,
  })
}
