import { newId } from './new-id.ts'
import { ApiProblem, type FailureCode } from './api-client.ts'

export interface IdempotencyKey {
  /** The key to send this with: the same one until the outcome is known or what is sent changes. */
  readonly of: (sent: unknown) => string
  /** To be told how it ended: nothing for a success, else what was thrown. */
  readonly ended: (failure?: unknown) => void
}

/** Keeps the key that makes a press, a double one, and a retry after a lost answer one request. */
export function createIdempotencyKey(newKey: () => string = newId): IdempotencyKey {
  let attempt: { readonly key: string; readonly sent: string } | null = null
  return {
    of: (sent) => {
      const text = JSON.stringify(sent)
      if (attempt?.sent !== text) attempt = { key: newKey(), sent: text }
      return attempt.key
    },
    ended: (failure) => {
      if (!isOutcomeUnknown(failure) && !isRefusedEarly(failure)) attempt = null
    },
  }
}

// They come before the key is looked at, so they say nothing of an earlier try.
const earlyRefusalCodes = new Set<FailureCode>(['rate_limited', 'unauthenticated', 'forbidden'])

function isRefusedEarly(failure: unknown): boolean {
  return failure instanceof ApiProblem && earlyRefusalCodes.has(failure.code)
}

/** Whether the server may have done it all the same. */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (!(failure instanceof ApiProblem)) return false
  const { code, status } = failure
  return status < 400 || status >= 500 || code === 'unexpected_answer'
}
