import { randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Hono } from 'hono'
import { generate } from 'selfsigned'
import { z } from 'zod'
import { paypalCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'
import { newDebugId } from './state.ts'

/** The proof that PayPal sends with a webhook, by the names of its headers. */
interface Transmission {
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

const filled = z.string().min(1)
const verification = z.object({
  auth_algo: filled,
  cert_url: filled,
  transmission_id: filled,
  transmission_sig: filled,
  transmission_time: filled,
  webhook_id: filled,
  webhook_event: z.record(z.string(), z.unknown()),
})

/** `POST /v1/notifications/verify-webhook-signature`: really verifies the signature. */
export function verifySignatureRoutes(signer: Signer): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/v1/notifications/verify-webhook-signature', async (c) => {
    const text = await c.req.text()
    const parsed = verification.safeParse(parseJson(text))
    if (!parsed.success) return validationError(parsed.error)
    const isGenuine = signer.verify(
      {
        id: parsed.data.transmission_id,
        time: parsed.data.transmission_time,
        signature: parsed.data.transmission_sig,
        certificateUrl: parsed.data.cert_url,
        algorithm: parsed.data.auth_algo,
        webhookId: parsed.data.webhook_id,
      },
      rawMember(text, 'webhook_event') ?? '',
    )
    return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' })
  })
}

function validationError(error: z.ZodError): Response {
  return Response.json(
    {
      name: 'VALIDATION_ERROR',
      message: 'Invalid data provided',
      debug_id: newDebugId(),
      information_link: 'https://developer.paypal.com/api/rest/webhooks/#errors',
      details: error.issues.map((issue) => ({
        field: issue.path.join('.'),
        issue: issue.message,
        location: 'body',
      })),
      links: [],
    },
    { status: 400 },
  )
}

/**
 * The text of one top-level member of a JSON object, byte for byte; null when it is missing. A
 * signature covers the exact bytes, which parsing and serialising would change.
 */
export function rawMember(json: string, name: string): string | null {
  let position = json.indexOf('{') + 1
  while (position > 0 && position < json.length) {
    const keyStart = json.indexOf('"', position)
    if (keyStart < 0) return null
    const keyEnd = endOfString(json, keyStart)
    const valueStart = json.indexOf(':', keyEnd) + 1
    const valueEnd = endOfValue(json, valueStart)
    if (JSON.parse(json.slice(keyStart, keyEnd)) === name) {
      return json.slice(valueStart, valueEnd).trim()
    }
    position = valueEnd + 1
  }
  return null
}

function endOfString(json: string, start: number): number {
  let position = start + 1
  while (position < json.length && json[position] !== '"') {
    position += json[position] === '\\' ? 2 : 1
  }
  return position + 1
}

/** The position of the comma or brace after a value. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  let position = start
  while (position < json.length) {
    const character = json[position]
    if (character === '"') {
      position = endOfString(json, position)
      continue
    }
    if (depth === 0 && (character === ',' || character === '}')) return position
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    position += 1
  }
  return position
}
