import { randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { reportExactly } from '#bench/report.ts'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { createCertificate, type Signer } from '#sandbox/paypal/signature.ts'
import type { Forger, ProviderEvent, Transmission } from '#stress/webhooks.ts'

/** With the proof that came with it. */
export interface PayPalEvent extends ProviderEvent, Transmission {}

type Forge = (event: PayPalEvent) => Transmission

const day = 24 * 60 * 60 * 1000
const names = {
  id: 'paypal-transmission-id',
  time: 'paypal-transmission-time',
  signature: 'paypal-transmission-sig',
  certificate: 'paypal-cert-url',
} as const

/**
 * A forger with their own key and certificate, and a host that serves it. `paypal` signs with
 * PayPal's own key, as it does for its other customers and on other days.
 */
export async function startForger(paypal: Signer): Promise<Forger<PayPalEvent>> {
  const own = await createCertificate('paypal.example')
  let fetched = 0
  const host = createServer((_request, response) => {
    fetched += 1
    response.end(own.cert)
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  host.listen(0, '127.0.0.1', resolve)
  await listening
  const address = host.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return {
    ways: { ...changedProofs, ...signedBy(own.private, address), ...saidToOthers(paypal) },
    report: () => reportExactly('certificates fetched from a forger’s host', fetched),
    stop: async () => {
      const closed = Promise.withResolvers<void>()
      host.close(() => closed.resolve())
      host.closeAllConnections()
      await closed.promise
    },
  }
}

/** A genuine transmission, changed on the way. */
const changedProofs: Readonly<Record<string, Forge>> = {
  'made-up signature': (event) => withHeader(event, names.signature, 'Zm9yZ2Vk'),
  'changed signature': (event) =>
    withHeader(event, names.signature, flipFirst(event.headers[names.signature] ?? '')),
  'no signature': (event) => withHeader(event, names.signature, ''),
  'other transmission id': (event) => withHeader(event, names.id, randomUUID()),
  'other time': (event) => withHeader(event, names.time, new Date(Date.now() - 1000).toISOString()),
  'an invalid time': (event) => withHeader(event, names.time, 'now'),
  'other event id in a replayed body': (event) => ({
    ...event,
    body: event.body.replace(/"WH-[^"]+"/, `"WH-${randomUUID()}"`),
  }),
  'other amount': (event) => ({
    ...event,
    body: event.body.replace('25.00', '2500.00').concat(' '),
  }),
  're-serialised body': (event) => ({
    ...event,
    body: JSON.stringify(JSON.parse(event.body), null, 1),
  }),
  'truncated body': (event) => ({ ...event, body: event.body.slice(0, -2) }),
  'no proof at all': ({ body }) => ({ body, headers: {} }),
  'certificate that PayPal has not': (event) =>
    withHeader(
      event,
      names.certificate,
      (event.headers[names.certificate] ?? '').replace(/CERT-.*$/, `CERT-${randomUUID()}`),
    ),
}

/** Signed correctly, by a key that is not PayPal's; each names another address for its certificate. */
function signedBy(key: Parameters<typeof sign>[2], { port }: AddressInfo): Record<string, Forge> {
  const path = '/v1/notifications/certs/CERT-1'
  const places = {
    'certificate of another host': `http://127.0.0.1:${port}${path}`,
    'certificate of a host that looks like PayPal': `https://api.paypal.com.evil.example${path}`,
    'certificate of a user at another host': `https://api.paypal.com@127.0.0.1:${port}${path}`,
  }
  const forge =
    (certificateUrl: string | undefined): Forge =>
    (event) => {
      const id = randomUUID()
      const time = new Date().toISOString()
      const message = `${id}|${time}|${paypalCredentials.webhookId}|${crc32(event.body)}`
      const signature = sign('RSA-SHA256', Buffer.from(message), key).toString('base64')
      const forged = withProof(event, { id, time, signature })
      return certificateUrl === undefined
        ? forged
        : withHeader(forged, names.certificate, certificateUrl)
    }
  return {
    'other key under PayPal’s certificate': forge(undefined),
    ...Object.fromEntries(Object.entries(places).map(([way, url]) => [way, forge(url)])),
  }
}

/** PayPal did sign it: for another shop, or long ago. */
function saidToOthers(paypal: Signer): Record<string, Forge> {
  const resign =
    (as: () => Parameters<Signer['sign']>[1]): Forge =>
    (event) =>
      withProof(event, paypal.sign(event.body, as()))
  return {
    'meant for another webhook': resign(() => ({ webhookId: 'OTHERWEBHOOK0001' })),
    'five days old': resign(() => ({ time: new Date(Date.now() - 5 * day).toISOString() })),
    'of next week': resign(() => ({ time: new Date(Date.now() + 7 * day).toISOString() })),
  }
}

function withProof(
  { body, headers }: Transmission,
  { id, time, signature }: Pick<ReturnType<Signer['sign']>, 'id' | 'time' | 'signature'>,
): Transmission {
  const proof = { [names.id]: id, [names.time]: time, [names.signature]: signature }
  return { body, headers: { ...headers, ...proof } }
}

function withHeader(event: Transmission, name: string, value: string): Transmission {
  return { body: event.body, headers: { ...event.headers, [name]: value } }
}

function flipFirst(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
}
