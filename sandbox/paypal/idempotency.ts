import type { Context } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { errorAnswer } from './errors.ts'

interface Kept {
  readonly requestBody: string
  readonly answer: unknown
}

export interface Idempotency {
  /**
   * Runs `work` once per `PayPal-Request-Id` and call; a repeated call gets the first success with
   * 200. Refusals are not kept: nothing happened, and the buyer may have chosen another card.
   */
  once(c: Context<SandboxEnv>, work: (body: string) => Promise<Response>): Promise<Response>
  clear(): void
}

export function createIdempotency(): Idempotency {
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<unknown>>()

  async function answerOnce(
    key: string,
    requestBody: string,
    work: (body: string) => Promise<Response>,
  ): Promise<Response> {
    const earlier = kept.get(key)
    if (earlier && earlier.requestBody !== requestBody) {
      return errorAnswer({ status: 422, issue: 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED' })
    }
    if (earlier) return Response.json(earlier.answer, { status: 200 })
    const response = await work(requestBody)
    if (response.ok) kept.set(key, { requestBody, answer: await response.clone().json() })
    return response
  }

  return {
    async once(c, work) {
      const body = await c.req.text()
      const requestId = c.req.header('paypal-request-id')
      if (requestId === undefined) return work(body)
      const key = `${c.req.path} ${requestId}`
      while (running.has(key)) await running.get(key)
      const answer = answerOnce(key, body, work)
      running.set(key, answer)
      try {
        return await answer
      } finally {
        running.delete(key)
      }
    },
    clear: () => kept.clear(),
  }
}
