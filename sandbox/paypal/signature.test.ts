import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { connectPayPal } from '#sandbox/testing/paypal-client.ts'
import { type ReceivedWebhook, startFixture } from '#sandbox/testing/product.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'
import { rawMember } from './signature.ts'

const contract = loadContract('paypal-orders.json')
const path = '/v1/notifications/verify-webhook-signature'

async function receiveOne() {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  await paypal.buy()
  return { fixture, paypal, webhook: await fixture.product.waitFor('PAYMENT.CAPTURE.COMPLETED') }
}

/** Builds the body by hand, so that the event's bytes stay unchanged. */
function writeVerification(
  { headers }: ReceivedWebhook,
  event: string,
  change: object = {},
): string {
  const fields = JSON.stringify({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: paypalCredentials.webhookId,
    ...change,
  })
  return `${fields.slice(0, -1)},"webhook_event":${event}}`
}

test('anybody can check a signature with the certificate that it names', async () => {
  const { webhook } = await receiveOne()
  const { headers, body } = webhook
  const certificate = await fetch(String(headers['paypal-cert-url']))
  const { publicKey, validTo } = new X509Certificate(await certificate.text())
  const id = headers['paypal-transmission-id']
  const time = headers['paypal-transmission-time']
  const message = `${String(id)}|${String(time)}|${paypalCredentials.webhookId}|${crc32(body)}`
  const signature = Buffer.from(String(headers['paypal-transmission-sig']), 'base64')
  expect(verify('RSA-SHA256', Buffer.from(message), publicKey, signature)).toBe(true)
  expect(verify('RSA-SHA256', Buffer.from(`${message}0`), publicKey, signature)).toBe(false)
  expect(new Date(validTo).getTime()).toBeGreaterThan(Date.now())
  expect(headers['paypal-auth-algo']).toBe('SHA256withRSA')
})

test('an unchanged event is genuine', async () => {
  const { paypal, webhook } = await receiveOne()
  const response = await paypal.call('POST', path, {
    body: writeVerification(webhook, webhook.body),
  })
  const answer: unknown = await response.json()
  expect(contract.faults({ path, method: 'post', status: '200' }, answer)).toEqual([])
  expect(answer).toEqual({ verification_status: 'SUCCESS' })
})

test.each([
  ['parsed and written again', (body: string) => JSON.stringify(JSON.parse(body)), {}],
  ['with another amount', (body: string) => body.replace('10.00', '90.00'), {}],
  ['for another webhook', (body: string) => body, { webhook_id: 'OTHERWEBHOOK' }],
  ['with another time', (body: string) => body, { transmission_time: '2026-01-01T00:00:00Z' }],
  ['with a foreign certificate', (body: string) => body, { cert_url: 'https://evil.example/c' }],
  ['with a made-up signature', (body: string) => body, { transmission_sig: 'Zm9yZ2Vk' }],
])('an event %s is not', async (_name, change, fields) => {
  const { paypal, webhook } = await receiveOne()
  const body = writeVerification(webhook, change(webhook.body), fields)
  const response = await paypal.call('POST', path, { body })
  expect(await response.json()).toEqual({ verification_status: 'FAILURE' })
})

test('an incomplete verification is refused', async () => {
  const { paypal } = await receiveOne()
  const response = await paypal.call('POST', path, { body: { webhook_id: 'A' } })
  const answer: unknown = await response.json()
  expect(response.status).toBe(400)
  expect(contract.faultsOf('notifications.error', answer)).toEqual([])
})

test.each([
  ['{"a":1,"b":{ "c" : "x}" , "d":[1,{"b":2}]},"e":3}', '{ "c" : "x}" , "d":[1,{"b":2}]}'],
  [' { "a" : "b\\":{" ,\n "b" : "\\u20ac" } ', '"\\u20ac"'],
  ['{"nested":{"b":1},"b":2}', '2'],
  ['{"b":[]}', '[]'],
])('finds the member b of %s', (json, raw) => {
  expect(rawMember(json, 'b')).toBe(raw)
})

test.each(['{}', '{"a":{"b":1}}', '[]'])('finds none in %s', (json) => {
  expect(rawMember(json, 'b')).toBeNull()
})
