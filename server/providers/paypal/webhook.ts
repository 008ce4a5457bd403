import { X509Certificate, createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type { WebhookOutcome } from '#server/providers/payment-provider.ts'
import { parseJson } from '#domain/provider-text.ts'
import { refundedCapture, webhookBody, type WebhookBody } from './answers.ts'
import type { PayPalAccount } from './client.ts'

/** What an event of PayPal is about, by its reference there. */
export type PayPalSubject =
  | { readonly kind: 'dispute'; readonly reference: string }
  | {
      readonly kind: 'order'
      readonly reference: string
      /** Null where PayPal does not say it. */
      readonly approvedAt: Date | null
    }
  | {
      readonly kind: 'payment'
      readonly reference: string
      /** The refund of the event: a payment does not always list its refunds. */
      readonly refundReference: string | null
    }

/** PayPal repeats an event for three days; older ones are replays. */
const maxAgeMilliseconds = 4 * 24 * 60 * 60 * 1000
/**
 * Checks the proof that PayPal sends with an event: RSA-SHA256 over `id|time|webhook id|crc32 of the
 * raw body`, by a certificate on PayPal's own API host.
 * https://developer.paypal.com/api/rest/webhooks/rest/
 */
export function createWebhookReader(account: PayPalAccount, calls: CallInstrumentation) {
  const fetchCertificate = createCertificateFetcher(calls)

  return async (headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome<PayPalSubject>> => {
    const proof = readProof(headers)
    if (!proof || !isCertificateUrl(proof.certificateUrl, account)) {
      return { outcome: 'forged', detail: 'headers missing, or a certificate of another host' }
    }
    const ageMilliseconds = Math.abs(Date.now() - Date.parse(proof.time))
    if (Number.isNaN(ageMilliseconds) || ageMilliseconds > maxAgeMilliseconds) {
      return { outcome: 'forged', detail: 'too old, or no time' }
    }
    const fetched = await fetchCertificate(proof.certificateUrl)
    if (fetched.outcome === 'none') return { outcome: 'forged', detail: 'no such certificate' }
    if (fetched.outcome === 'unavailable') return fetched
    const { certificate } = fetched
    const signed = `${proof.id}|${proof.time}|${account.webhookId}|${crc32(rawBody)}`
    const genuine =
      Date.parse(certificate.validTo) > Date.now() &&
      createVerify('RSA-SHA256')
        .update(signed)
        .verify(certificate.publicKey, proof.signature, 'base64')
    if (!genuine) return { outcome: 'forged', detail: 'signature does not fit' }
    return readBody(rawBody)
  }
}

function readProof(headers: Headers) {
  const id = headers.get('paypal-transmission-id')
  const time = headers.get('paypal-transmission-time')
  const signature = headers.get('paypal-transmission-sig')
  const certificateUrl = headers.get('paypal-cert-url')
  if (!id || !time || !signature || !certificateUrl) return null
  return { id, time, signature, certificateUrl }
}

function readBody(rawBody: Uint8Array): WebhookOutcome<PayPalSubject> {
  try {
    const json = parseJson(new TextDecoder().decode(rawBody))
    const body = webhookBody.parse(json)
    const event = { id: body.id, type: body.event_type, subject: readSubject(body), body: json }
    return { outcome: 'verified', event }
  } catch {
    return { outcome: 'forged', detail: 'not an event' }
  }
}

function readSubject({
  event_type: type,
  create_time: createdAt,
  resource,
}: WebhookBody): PayPalSubject | null {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    return resource?.dispute_id ? { kind: 'dispute', reference: resource.dispute_id } : null
  }
  if (!resource?.id) return null
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    return { kind: 'order', reference: resource.id, approvedAt: createdAt }
  }
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  const isRefund = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
  const refunded = isRefund ? refundedCapture(resource.links) : null
  return refunded
    ? { kind: 'payment', reference: refunded, refundReference: resource.id }
    : { kind: 'payment', reference: resource.id, refundReference: null }
}

export type CertificateOutcome =
  | { readonly outcome: 'certificate'; readonly certificate: X509Certificate }
  /** PayPal has no certificate of this name, so the sender is not PayPal. */
  | { readonly outcome: 'none' }
  | { readonly outcome: 'unavailable'; readonly detail: string }

const timeoutMilliseconds = 10_000
/** The statuses of a host that has nothing under this name. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 410])
const certificatePath = /^\/v1\/notifications\/certs\/[\w.-]{1,200}$/

/** How many names may fail in one window before unknown names have to queue. */
const failuresPerWindow = 100
const windowMilliseconds = 10 * 60 * 1000

/** Whether an address is exactly one of PayPal's own: a forger must not choose where our request goes. */
export function isCertificateUrl(text: string, account: PayPalAccount): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // Any other spelling (search, hash, user, a dot in the path) would be a second name for the same
  // certificate.
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
 * and fetched once however many events name it at the same time. Forgeries with ever new names cost
 * PayPal a request each; after too many, unknown names are fetched one at a time, so that the flood
 * stops here and a genuine event, which PayPal repeats for days, still gets its turn.
 */
export function createCertificateFetcher(
  calls: CallInstrumentation,
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
