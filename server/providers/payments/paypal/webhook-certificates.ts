import { X509Certificate } from 'node:crypto'
import type { CallWatch } from '#server/providers/watch-calls.ts'
import type { PayPalAccount } from './account.ts'

export type CertificateOutcome =
  | { readonly outcome: 'certificate'; readonly certificate: X509Certificate }
  /** PayPal's host has none of this name, so whoever named it is not PayPal. */
  | { readonly outcome: 'none' }
  | { readonly outcome: 'unavailable'; readonly detail: string }

const timeoutMilliseconds = 10_000
/** How a host says that it gives out nothing of this name. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 410])
const certificatePath = /^\/v1\/notifications\/certs\/[\w.-]{1,200}$/

/** Names that led nowhere, in one window, before unknown names have to queue. */
const failuresPerWindow = 100
const windowMilliseconds = 10 * 60 * 1000

/** Whether an address is exactly one of PayPal's own: a forger must not choose whom we ask, nor how. */
export function isCertificateUrl(text: string, account: PayPalAccount): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // Any other spelling (search, hash, user, a dot in the path) would be another name for the same.
  if (url.href !== text || text !== `${url.origin}${url.pathname}`) return false
  if (!certificatePath.test(url.pathname)) return false
  const paypalOrigins =
    account.mode === 'live'
      ? ['https://api.paypal.com', 'https://api-m.paypal.com']
      : ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com']
  return url.origin === account.apiOrigin || paypalOrigins.includes(url.origin)
}

/**
 * Fetches certificates from addresses that `isCertificateUrl` accepts. A good one is kept for good,
 * and asked for once however many events name it at the same time. Forgeries that name ever new ones
 * cost PayPal a request each; after too many, unknown names are fetched one at a time, so that the
 * flood ends at us and a genuine event, which PayPal repeats for days, still gets its turn.
 */
export function createCertificateFetcher(
  calls: CallWatch,
  now: () => number = Date.now,
): (url: string) => Promise<CertificateOutcome> {
  const known = new Map<string, X509Certificate>()
  const underWay = new Map<string, Promise<CertificateOutcome>>()
  let window = { start: 0, failures: 0 }

  async function fetchNew(url: string): Promise<CertificateOutcome> {
    const result = await calls.watch('fetch-certificate', () => download(url, calls.headers()))
    if (result.outcome === 'certificate') known.set(url, result.certificate)
    else window.failures += 1
    underWay.delete(url)
    return result
  }

  return async (url) => {
    const certificate = known.get(url)
    if (certificate) return { outcome: 'certificate', certificate }
    const waiting = underWay.get(url)
    if (waiting) return waiting
    if (now() - window.start > windowMilliseconds) window = { start: now(), failures: 0 }
    if (window.failures >= failuresPerWindow && underWay.size > 0) {
      return { outcome: 'unavailable', detail: 'too many unknown certificates' }
    }
    const fetching = fetchNew(url)
    underWay.set(url, fetching)
    return fetching
  }
}

async function download(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<CertificateOutcome> {
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    const text = await response.text()
    if (refusals.has(response.status)) return { outcome: 'none' }
    if (!response.ok) {
      return { outcome: 'unavailable', detail: `certificate answered ${response.status}` }
    }
    return { outcome: 'certificate', certificate: new X509Certificate(text) }
  } catch (error) {
    return { outcome: 'unavailable', detail: String(error) }
  }
}
