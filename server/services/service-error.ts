import type { FieldError, ProblemCode } from '#contract/problem.ts'

/**
 * A request that we understand and refuse. The one error type of the services; the HTTP edge turns
 * it into a problem body. `extra` is added to that body, for example the price that is right.
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

export interface ServiceErrorExtra {
  readonly errors?: readonly FieldError[]
  readonly currentPriceCents?: number
  readonly currentPriceKr?: number
  readonly balance?: number
  readonly retryAfterSeconds?: number
}
