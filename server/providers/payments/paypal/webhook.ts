import { createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { WebhookEvent, WebhookOutcome } from '#server/providers/payments/payment-provider.ts'
import type { CallWatch } from '#server/providers/watch-calls.ts'
import type { PayPalAccount } from './account.ts'
import { createCertificateFetcher, isCertificateUrl } from './webhook-certificates.ts'
import { refundedCapture } from './read-payment.ts'
import { webhookBody, type WebhookBody } from './shapes.ts'

/** PayPal repeats an event for three days; older ones are replays. */
const longestAgeMilliseconds = 4 * 24 * 60 * 60 * 1000
/**
 * Checks the proof that PayPal sends with an event: RSA-SHA256 over `id|time|webhook id|crc32 of the
 * raw body`, by a certificate that lies on PayPal's own API host.
 * https://developer.paypal.com/api/rest/webhooks/rest/
 */
export function createWebhookReader(account: PayPalAccount, calls: CallWatch) {
  const fetchCertificate = createCertificateFetcher(calls)

  return async (headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome> => {
    const proof = readProof(headers)
    if (!proof || !isCertificateUrl(proof.certificateUrl, account)) {
      return { outcome: 'forged', detail: 'headers missing, or a certificate of another host' }
    }
    const ageMilliseconds = Math.abs(Date.now() - Date.parse(proof.time))
    if (Number.isNaN(ageMilliseconds) || ageMilliseconds > longestAgeMilliseconds) {
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

function readBody(rawBody: Uint8Array): WebhookOutcome {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(rawBody))
    const body = webhookBody.parse(json)
    return { outcome: 'verified', event: { ...describe(body), body: json } }
  } catch {
    return { outcome: 'forged', detail: 'not an event' }
  }
}

function describe(body: WebhookBody): Omit<WebhookEvent, 'body'> {
  return { id: body.id, type: body.event_type, subject: readSubject(body) }
}

function readSubject({ event_type: type, resource }: WebhookBody): WebhookEvent['subject'] {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    return resource?.dispute_id ? { kind: 'dispute', reference: resource.dispute_id } : null
  }
  if (!resource?.id) return null
  if (type === 'CHECKOUT.ORDER.APPROVED') return { kind: 'order', reference: resource.id }
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  const isRefund = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
  const refunded = isRefund ? refundedCapture(resource.links) : null
  return refunded
    ? { kind: 'payment', reference: refunded, refundReference: resource.id }
    : { kind: 'payment', reference: resource.id, refundReference: null }
}
