import { newId } from './new-id.ts'
import { ApiProblem, type FailureCode } from './api-client.ts'

export interface IdempotencyKey {
  /** The key to send with this body: the same until the outcome is known or the body changes. */
  readonly of: (body: unknown) => string
  /** To be called when the request ends: without an argument after success, else with the thrown error. */
  readonly ended: (failure?: unknown) => void
}

/** Makes one request out of a press, a double press, and a retry after a lost response. */
export function createIdempotencyKey(newKey: () => string = newId): IdempotencyKey {
  let attempt: { readonly key: string; readonly body: string } | null = null
  return {
    of: (body) => {
      const text = JSON.stringify(body)
      if (attempt?.body !== text) attempt = { key: newKey(), body: text }
      return attempt.key
    },
    ended: (failure) => {
      if (!isOutcomeUnknown(failure) && !isRefusedEarly(failure)) attempt = null
    },
  }
}

// The server sends these before it checks the key.
const earlyRefusalCodes = new Set<FailureCode>(['rate_limited', 'unauthenticated', 'forbidden'])

/** Whether a refusal says nothing about an earlier try with the same key. */
export function isRefusedEarly(failure: unknown): boolean {
  if (!(failure instanceof ApiProblem)) return false
  const { code, sentence } = failure
  // Not in the shape of our server's refusals: perhaps it comes from a proxy.
  const isForeign = code === 'unexpected_answer' && sentence === null
  return earlyRefusalCodes.has(code) || isForeign
}

/** Whether the server may have done the work in spite of the failure. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return failure instanceof ApiProblem && (failure.status < 400 || failure.status >= 500)
}
