import type { z } from 'zod'
import type { Ground } from './ground.ts'

/** A request that is right in every part. */
export interface Call {
  /** What stands in the place of `:name` in the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A word that only the answer to the owner of the things holds. */
  readonly secret?: string
}

/** An endpoint, or one of the situations in which it answers otherwise. */
export interface Endpoint {
  /** As the app names it, `PATCH /api/orders/:id`. */
  readonly route: string
  /** Which situation, where a route has several. */
  readonly when?: string
  /** What the body and the query are held to; tells which fields there are. */
  readonly bodyContract?: z.ZodType
  readonly queryContract?: z.ZodType
  /** Who calls it is not signed in afterwards. */
  readonly endsSession?: true
  /** Makes the things that it is about anew. */
  readonly prepare: (ground: Ground) => Promise<Call> | Call
}

/** The row's name in the table of who may do what. */
export function nameOf({ route, when }: Endpoint): string {
  return when === undefined ? route : `${route} · ${when}`
}

export function methodOf({ route }: Endpoint): string {
  return route.split(' ')[0] ?? ''
}

/** The address of a call, with all that it puts into it. */
export function addressOf({ route }: Endpoint, { params = {}, query = {} }: Call): string {
  const [, pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
