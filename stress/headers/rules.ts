import type { RawAnswer } from '#test/endpoints/send-raw.ts'

/** The request, as far as the headers of its answer depend on it. */
export interface SentRequest {
  readonly method: string
  readonly target: string
  /** Whether our origin is https, and whether the rules of production apply. */
  readonly isHttps: boolean
  readonly isProduction: boolean
}

type Rule = (answer: RawAnswer, request: SentRequest) => string | null

/** Cacheable for ever, because new content gets a new address. */
const forEver = /^\/(assets|images)\//
/** The same for everybody, but revalidated each time. */
const forEverybody = [
  /^\/api\/(donors|perk-slots|shop-items|site|server-status(\/history)?)$/,
  /^\/api\/team-listings(\?.*|\/[0-9a-f-]{36})?$/,
  /^\/api\/(documents(\/\w+\/[\w-]+)?|document-search|product-texts)(\?|$)/,
]
const oneYearSeconds = 31_536_000

const rules: readonly Rule[] = [
  has('x-content-type-options', /^nosniff$/),
  has('referrer-policy', /^strict-origin-when-cross-origin$/),
  has('cross-origin-resource-policy', /^(same-origin|cross-origin)$/),
  has('content-security-policy', /default-src 'none'.*(frame-ancestors 'none'|sandbox)/),
  hasNot('content-security-policy', /unsafe|(^|[ ;])\*|http:\/\/\*|data:.*script/),
  hasNot('server', /./),
  hasNot('x-powered-by', /./),
  hasNot('access-control-allow-origin', /./),
  (answer, { isProduction }) => judgeTransportSecurity(answer.headers, isProduction),
  ({ status, headers }, { method, target }) => judgeCaching(status, headers, method, target),
  ({ headers }) => judgePage(headers),
  ({ status, headers }) => judgeCompression(status, headers),
  ({ headers }, { isHttps }) => judgeCookies(headers, isHttps),
]

/** All faults in the headers of an answer. */
export function judgeHeaders(answer: RawAnswer, request: SentRequest): readonly string[] {
  return rules.flatMap((rule) => {
    const fault = rule(answer, request)
    return fault === null ? [] : [`${request.method} ${request.target}: ${answer.status}, ${fault}`]
  })
}

function has(name: string, shape: RegExp): Rule {
  return ({ headers }) => (shape.test(headers.get(name) ?? '') ? null : lacks(headers, name))
}

function hasNot(name: string, shape: RegExp): Rule {
  return ({ headers }) => (shape.test(headers.get(name) ?? '') ? lacks(headers, name) : null)
}

function lacks(headers: Headers, name: string): string {
  return `${name}: ${headers.get(name) ?? 'missing'}`
}

function judgeTransportSecurity(headers: Headers, isProduction: boolean): string | null {
  const name = 'strict-transport-security'
  const [, seconds = '0'] = /^max-age=(\d+)/.exec(headers.get(name) ?? '') ?? []
  if (isProduction) return Number(seconds) >= oneYearSeconds ? null : lacks(headers, name)
  return headers.has(name) ? lacks(headers, name) : null
}

function judgeCaching(
  status: number,
  headers: Headers,
  method: string,
  target: string,
): string | null {
  const cacheControl = headers.get('cache-control') ?? ''
  return allowedCaching(status, headers, method, target).test(cacheControl)
    ? null
    : lacks(headers, 'cache-control')
}

function allowedCaching(status: number, headers: Headers, method: string, target: string): RegExp {
  const isReading = method === 'GET' || method === 'HEAD'
  if (headers.has('set-cookie') || !isReading) return /^no-store/
  const isGiven = status < 300 || status === 304
  if (isGiven && forEver.test(target)) return /^public, max-age=31536000, immutable$/
  if (isGiven && forEverybody.some((pattern) => pattern.test(target))) return /^no-cache$/
  if (/^\/(api|functions|webhooks|healthz|readyz|metrics)\b/.test(target)) return /^no-store/
  return /^(no-store|no-cache|public, max-age=3600)$/
}

/** Pages differ by visitor, and may use only the features that they need. */
function judgePage(headers: Headers): string | null {
  if (!headers.get('content-type')?.startsWith('text/html')) return null
  if (!/camera=\(\)/.test(headers.get('permissions-policy') ?? '')) {
    return lacks(headers, 'permissions-policy')
  }
  if (!headers.get('cross-origin-opener-policy')?.startsWith('same-origin')) {
    return lacks(headers, 'cross-origin-opener-policy')
  }
  return headers.has('content-language') ? null : lacks(headers, 'content-language')
}

function judgeCompression(status: number, headers: Headers): string | null {
  if (!headers.has('content-encoding') && status !== 304) return null
  if (!headers.get('content-type')?.startsWith('text/')) return null
  return /accept-encoding/i.test(headers.get('vary') ?? '') ? null : lacks(headers, 'vary')
}

/** A deleted cookie has no value to protect. */
function judgeCookies(headers: Headers, isHttps: boolean): string | null {
  const wrong = headers.getSetCookie().find((cookie) => {
    const isTakenBack = /max-age=0(;|$)/i.test(cookie)
    const isClosed = /; HttpOnly/i.test(cookie) && /; SameSite=(Lax|Strict)/i.test(cookie)
    const isOurs = /; Path=\/(;|$)/i.test(cookie) && !/; Domain=/i.test(cookie)
    const isSafe = cookie.startsWith('__Host-') && /; Secure/i.test(cookie)
    return !isOurs || (!isTakenBack && !isClosed) || (isHttps && !isSafe)
  })
  return wrong === undefined ? null : `cookie ${wrong.replace(/=[^;]*/, '=…')}`
}
