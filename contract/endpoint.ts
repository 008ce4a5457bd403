import type * as z from 'zod/mini'
import type { Right } from '#domain/rights.ts'
import type { ProblemCode } from './problem.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodMiniType

/** What an endpoint is besides its address. */
interface Terms {
  /**
   * Who may call it: anybody, the staff with that right, or all of the staff. What belongs to
   * somebody is shown to them alone all the same, which its service decides.
   */
  readonly who: 'anybody' | 'staff' | Right
  /** The values of `:name` in its path. */
  readonly params?: Shape
  /** The refusal of values that cannot exist; without it `validation_failed`. */
  readonly unknown?: ProblemCode
  readonly query?: Shape
  /** Sent as JSON. */
  readonly body?: Shape
  /** Of a successful answer, which is JSON. */
  readonly answer?: Shape
  /** 200 without it. */
  readonly status?: 201
}

/** An address of the server, for both ends of the wire. */
export interface Endpoint extends Terms {
  readonly method: Method
  /** `/api/orders/:id` */
  readonly path: string
}

/** What all addresses of a kind begin with. The specification fixes those of `functions`. */
export const roots = { api: '/api/*', staff: '/api/admin/*', functions: '/functions/*' } as const

type Sent<Given, Part extends string> =
  Given extends Readonly<Record<Part, infer One extends Shape>>
    ? Readonly<Record<Part, Unchanged<z.input<One>>>>
    : unknown

/** Nothing that is sent is changed, so its lists may be read-only. A branded number is no object. */
export type Unchanged<Value> = Value extends number
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
    : Value

/** Values that are empty or null are left out of the address. */
type SentQuery<Given> = Given extends { readonly query: infer One extends Shape }
  ? { readonly query?: QueryValues<keyof z.input<One>> }
  : unknown

export type QueryValues<Name extends PropertyKey> = {
  readonly [Key in Name]?: string | number | boolean | null
}

type Read<Given, Part extends string> =
  Given extends Readonly<Record<Part, infer One extends Shape>>
    ? Readonly<Record<Part, z.output<One>>>
    : unknown

/** What a caller sends. */
export type Call<Given> = Sent<Given, 'params'> & SentQuery<Given> & Sent<Given, 'body'>

/** What the server reads of a call, parsed. */
export type Reading<Given> = Read<Given, 'params'> & Read<Given, 'query'> & Read<Given, 'body'>

export type QueryOf<Given extends { readonly query: Shape }> = z.output<Given['query']>
export type BodyOf<Given extends { readonly body: Shape }> = z.output<Given['body']>

/** A successful answer; nothing where the endpoint has no schema of it. */
export type AnswerOf<Given> = Given extends { readonly answer: infer One extends Shape }
  ? z.output<One>
  : void

function verb<Name extends Method>(method: Name) {
  return <const Path extends string, const Given extends Terms>(path: Path, given: Given) => ({
    method,
    path,
    ...given,
  })
}

// The build marks their calls as pure (`scripts/web-build/bundle.ts`), so that a bundle leaves out the
// endpoints that none of its modules calls.
export const get = verb('GET')
export const post = verb('POST')
export const put = verb('PUT')
export const patch = verb('PATCH')
export const remove = verb('DELETE')

type Values = Readonly<Record<string, unknown>>

/** What is part of an address. */
export interface Addressed {
  readonly params?: Values
  readonly query?: Values
}

/** The address of a call; values of the query that are empty or null are left out. */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: Addressed = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const pairs = Object.entries(query).filter(([, value]) => (value ?? '') !== '')
  const search = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return pairs.length === 0 ? filled : `${filled}?${search.toString()}`
}
