import type { z } from 'zod'
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
export interface Endpoint {
  /** The app's name of the route, `PATCH /api/orders/:id`. */
  readonly route: string
  /** The case, when a route has several. */
  readonly when?: string
  /** The schema of body and query, which names their fields. */
  readonly bodyContract?: z.core.$ZodType
  readonly queryContract?: z.core.$ZodType
  /** The call signs its caller out. */
  readonly endsSession?: true
  /** Makes fresh test data for a call. */
  readonly prepare: (setup: Setup) => Promise<Call> | Call
}

/** The row's name in the table of permissions. */
export function nameOf({ route, when }: Endpoint): string {
  return when === undefined ? route : `${route} · ${when}`
}

export function methodOf({ route }: Endpoint): string {
  return route.split(' ')[0] ?? ''
}

/** The address of a call, with its parameters. */
export function addressOf(
  { route }: Endpoint,
  { params = {}, fixedParams = {}, query = {} }: Call,
): string {
  const [, pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? fixedParams[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
