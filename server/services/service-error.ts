import type { Problem, ProblemCode } from '#contract/problem.ts'

/**
 * A request that was understood and refused. The one error type of the services; the HTTP layer
 * turns it into a problem body, to which `extra` is added, for example the current price.
 */
export class ServiceError extends Error {
  readonly code: ProblemCode
  readonly extra: ServiceErrorExtra

  constructor(code: ProblemCode, extra: ServiceErrorExtra = {}) {
    super(code)
    this.code = code
    this.extra = extra
  }
}

export type ServiceErrorExtra = Pick<
  Problem,
  | 'errors'
  | 'needs'
  | 'currentPriceCents'
  | 'currentPriceKr'
  | 'balance'
  | 'current'
  | 'orderIds'
  | 'ban'
> & { readonly retryAfterSeconds?: number }

/** What is wrong with one field of a request; `path` is its place there. */
export function invalidField(path: string, code: string, message: string): ServiceError {
  return new ServiceError('validation_failed', { errors: [{ path, code, message }] })
}
