import { addressOf, type Call, type Example } from '#test/endpoints/endpoint.ts'
import type { RawRequest } from '#test/endpoints/send-raw.ts'
import { fuzzBodies, fuzzJson, placesOf, withAt, withFields } from './bodies.ts'
import { allFuzzStrings } from './strings.ts'

/** A valid call with one invalid part; `what` names it for reproduction. */
export interface FuzzRequest {
  readonly what: string
  readonly make: (endpoint: Example, call: Call) => RawRequest | null
}

const json = { 'content-type': 'application/json' }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const headers = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'origin',
  'paypal-transmission-sig',
  'range',
  'referer',
  'stripe-signature',
  'x-forwarded-for',
  'x-request-id',
]
const cookies = ['admin', 'admin-device', 'buyer', 'better-auth.session_token', 'language']
/** Unknown fields, and one that occurs twice. */
const moreFields = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"toString":"x","hasOwnProperty":1,"toJSON":"x"',
  '"":0',
  '"status":"paid","balance":1000000,"price_cents":0,"user_id":"x","removed_at":null',
  '"a\\u0000b":1',
  '"id":"x","id":null,"steamId":"x","amount":1,"price":1',
]

/** All endpoints read headers and unknown parameters by the same few lines, so they share the strings. */
const shares = 8

/**
 * All fuzz for an endpoint, always in the same order. `turn` is the endpoint's index, which selects
 * its share of the strings for headers.
 */
export function fuzzRequestsOf(
  endpoint: Example,
  call: Call,
  turn: number,
): readonly FuzzRequest[] {
  const share = (place: number): readonly string[] =>
    allFuzzStrings.filter((_, index) => (index + place + turn) % shares === 0)
  return [
    ...Object.keys(call.params ?? {}).flatMap(inPath),
    ...Object.keys(call.query ?? {}).flatMap((name) => inQuery(name, allFuzzStrings)),
    ...['unknown', '__proto__'].flatMap((name, place) => inQuery(name, share(place))),
    ...(endpoint.method === 'GET' ? [] : inBody(call.body)),
    ...headers.flatMap((name, place) => inHeader(name, share(place))),
    ...cookies.flatMap((name, place) => inCookie(name, share(place))),
    ...methods.map(byMethod),
  ]
}

/** A valid call, as bytes. */
function rightRequest(endpoint: Example, call: Call): RawRequest {
  return {
    method: endpoint.method,
    target: addressOf(endpoint, call),
    headers: { ...(call.body !== undefined && json), ...call.headers },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  }
}

function inPath(name: string): FuzzRequest[] {
  return inAddress(allFuzzStrings).map(({ what, text }) => ({
    what: `path ${name} = ${what}`,
    make: (endpoint, call) => {
      const marked = { ...call, params: { ...call.params, [name]: mark } }
      const target = addressOf(endpoint, marked).replace(mark, () => text)
      return { ...rightRequest(endpoint, call), target }
    },
  }))
}

function inQuery(name: string, texts: readonly string[]): FuzzRequest[] {
  const replaced = inAddress(texts).map(({ what, text }) => ({
    what,
    parameter: `${name}=${text}`,
  }))
  const shapes = [name, `${name}=`, `${name}[]=1&${name}[a]=2`, `${name}=1&${name}=2`, '%=%']
  return [...replaced, ...shapes.map((parameter) => ({ what: parameter, parameter }))].map(
    ({ what, parameter }) => ({
      what: `query ${name} = ${what}`,
      make: (endpoint, call) => {
        const { [name]: _, ...query } = call.query ?? {}
        const address = addressOf(endpoint, { ...call, query })
        const target = `${address}${address.includes('?') ? '&' : '?'}${parameter}`
        return { ...rightRequest(endpoint, call), target }
      },
    }),
  )
}

const mark = 'fuzz-mark'
/** Made once, because some are long. */
const escaped = new Map(allFuzzStrings.map((text) => [text, escapeAll(text)]))
/** Sent as they are: some are invalid escapes, some decode to invalid UTF-8. */
const brokenEscapes = [
  '%',
  '%zz',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '%00',
  '%u0041',
  '\xff',
  '"<>',
  ' x',
]

function inAddress(texts: readonly string[]): readonly { what: string; text: string }[] {
  return [
    ...texts.map((text) => ({ what: JSON.stringify(text), text: escaped.get(text) ?? '' })),
    ...brokenEscapes.map((text) => ({ what: `raw ${text}`, text })),
  ]
}

/** Including lone surrogates, which `encodeURIComponent` refuses. */
function escapeAll(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex').replaceAll(/../g, '%$&')
}

function inBody(example: unknown): FuzzRequest[] {
  const body = example ?? {}
  const values = placesOf(body).flatMap((place) =>
    fuzzJson.map((value) => ({ place, what: value, change: withAtOf(place, value) })),
  )
  const fields = placesOf(body).flatMap((place) =>
    moreFields.map((more) => ({ place, what: more, change: withFieldsOf(place, more) })),
  )
  return [
    ...[...values, ...fields].map(({ place, what, change }): FuzzRequest => ({
      what: `body ${place.join('.')} = ${what}`,
      make: (endpoint, call) => {
        const changed = change(call.body ?? {})
        if (changed === null) return null
        const request = rightRequest(endpoint, call)
        return { ...request, headers: { ...request.headers, ...json }, body: changed }
      },
    })),
    ...fuzzBodies(example).map(({ bytes, headers: own }, index): FuzzRequest => ({
      what: `whole body ${index} ${JSON.stringify(own)}`,
      make: (endpoint, call) => ({
        ...rightRequest(endpoint, call),
        headers: { ...call.headers, ...own },
        body: bytes,
      }),
    })),
  ]
}

function withAtOf(place: readonly (string | number)[], value: string) {
  return (body: unknown): string | null => withAt(body, place, value)
}

function withFieldsOf(place: readonly (string | number)[], more: string) {
  return (body: unknown): string | null => withFields(body, place, more)
}

function inHeader(name: string, texts: readonly string[]): FuzzRequest[] {
  return texts.map((text) => ({
    what: `header ${name} = ${JSON.stringify(text)}`,
    make: (endpoint, call) => {
      const request = rightRequest(endpoint, call)
      return { ...request, headers: { ...request.headers, [name]: asBytes(text) } }
    },
  }))
}

function inCookie(name: string, texts: readonly string[]): FuzzRequest[] {
  return texts.map((text) => ({
    what: `cookie ${name} = ${JSON.stringify(text)}`,
    make: (endpoint, call) => {
      const request = rightRequest(endpoint, call)
      return { ...request, headers: { ...request.headers, cookie: `${name}=${asBytes(text)}` } }
    },
  }))
}

/** A header has one byte per character. */
function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function byMethod(method: string): FuzzRequest {
  return {
    what: `method ${method}`,
    make: (endpoint, call) => ({ ...rightRequest(endpoint, call), method }),
  }
}
