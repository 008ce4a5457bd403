import { addressOf as fillAddress, type Endpoint } from '#contract/endpoint.ts'
import type { Setup } from './setup.ts'

/** A valid request. */
export interface Call {
  /** The values of `:name` in the path. */
  readonly params?: Readonly<Record<string, string>>
  /** Those that no fuzz replaces: a wrong one is answered late on purpose. */
  readonly fixedParams?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A word that only the owner's answer contains. */
  readonly secret?: string
}

/** An endpoint, or one of the cases in which its answer differs. */
export interface Example extends Endpoint {
  /** The case, when an endpoint has several. */
  readonly when?: string
  /** The call signs its caller out. */
  readonly endsSession?: true
  /** Makes fresh test data for a call. */
  readonly prepare: (setup: Setup) => Promise<Call> | Call
}

/** The app's name of the route, `PATCH /api/orders/:id`. */
export function routeOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** The row's name in the table of permissions. */
export function nameOf(example: Example): string {
  return example.when === undefined ? routeOf(example) : `${routeOf(example)} · ${example.when}`
}

/** The address of a call, with its parameters. */
export function addressOf(endpoint: Endpoint, { params, fixedParams, query }: Call): string {
  return fillAddress(endpoint, { params: { ...fixedParams, ...params }, query: query ?? {} })
}
