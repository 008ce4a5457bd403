import { randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { generate } from 'selfsigned'
import { paypalCredentials } from '#sandbox/credentials.ts'

/** The proof that PayPal sends with a webhook, by the names of its headers. */
export interface Transmission {
  readonly id: string
  readonly time: string
  readonly signature: string
  readonly certificateUrl: string
  readonly algorithm: string
  readonly webhookId: string
}

export interface Signer {
  readonly certificatePath: string
  readonly certificatePem: string
  /** `as` overrides the time and the webhook id, to sign for another day or another PayPal customer. */
  sign(body: string, as?: Partial<Pick<Transmission, 'time' | 'webhookId'>>): Transmission
  verify(transmission: Transmission, body: string): boolean
}

const algorithm = 'SHA256withRSA'

let ownCertificate: ReturnType<typeof createCertificate> | undefined

/** A self-signed certificate with its keys, all as PEM. */
export function createCertificate(name: string) {
  return generate([{ name: 'commonName', value: name }], { algorithm: 'sha256' })
}

/** Signs with a certificate made once per process, because making its keys is slow. */
export async function createSigner(origin: string): Promise<Signer> {
  ownCertificate ??= createCertificate('messageverificationcerts.sandbox.example')
  const { cert, public: publicKey, private: privateKey } = await ownCertificate
  const certificatePath = `/v1/notifications/certs/CERT-${randomUUID()}`
  const certificateUrl = `${origin}${certificatePath}`
  return {
    certificatePath,
    certificatePem: cert,
    sign(body, as = {}) {
      const id = randomUUID()
      const { time = new Date().toISOString().replace(/\.\d+/, '') } = as
      const { webhookId = paypalCredentials.webhookId } = as
      const message = signedMessage({ id, time, webhookId }, body)
      const signature = sign('RSA-SHA256', Buffer.from(message), privateKey).toString('base64')
      return { id, time, signature, certificateUrl, algorithm, webhookId }
    },
    verify(transmission, body) {
      return (
        transmission.algorithm === algorithm &&
        transmission.certificateUrl === certificateUrl &&
        transmission.webhookId === paypalCredentials.webhookId &&
        verify(
          'RSA-SHA256',
          Buffer.from(signedMessage(transmission, body)),
          publicKey,
          Buffer.from(transmission.signature, 'base64'),
        )
      )
    },
  }
}

/** https://developer.paypal.com/api/rest/webhooks/rest/ */
function signedMessage(
  { id, time, webhookId }: Pick<Transmission, 'id' | 'time' | 'webhookId'>,
  body: string,
): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`
}
