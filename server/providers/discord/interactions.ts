import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '#domain/provider-text.ts'
import {
  failureDetail,
  type CallInstrumentation,
  type ConnectionResult,
} from '#server/providers/call-instrumentation.ts'
import {
  interactionBody,
  messageBody,
  privateFlag,
  type InteractionAnswer,
  type MessageParts,
} from './message.ts'

const snowflake = z.string().regex(/^\d{5,25}$/)
const account = z.object({ id: snowflake, username: z.string() })
const option = z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })

/** Somebody has typed a command or pressed a button; 1 is Discord that tries the address. */
const interaction = z.object({
  id: snowflake,
  application_id: snowflake,
  /** Good for 15 minutes of answers. */
  token: z.string().max(500),
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  locale: z.string().optional(),
  /** In a server, and in a conversation with the bot. */
  member: z.object({ user: account }).optional(),
  user: account.optional(),
  data: z
    .object({
      name: z.string().optional(),
      options: z.array(option).optional(),
      custom_id: z.string().optional(),
    })
    .optional(),
})
export type Interaction = z.output<typeof interaction>

type ReadInteraction =
  | { readonly outcome: 'verified'; readonly interaction: Interaction }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'forged'; readonly detail: string }

export interface Interactions {
  /** Costs no query and no call, so that forgeries cost next to nothing. */
  read(headers: Headers, rawBody: Uint8Array, now: Date): ReadInteraction
  writeAnswer(answer: InteractionAnswer): object
  /** Fills in an answer that came later, or sends a private one beside it. Never rejects. */
  send(
    to: Pick<Interaction, 'application_id' | 'token'>,
    message: MessageParts,
    how: 'instead' | 'beside',
  ): Promise<void>
}

const longestAgeSeconds = 5 * 60
/** Clocks differ. */
const mostAheadSeconds = 60
const timeoutMilliseconds = 10_000

/** What people do with the bot in Discord. https://docs.discord.com/developers/interactions/overview */
export function createInteractions(
  { origin, publicKey }: { readonly origin: string; readonly publicKey: string },
  calls: CallInstrumentation,
): Interactions {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return {
    read(headers, rawBody, now) {
      const signature = headers.get('x-signature-ed25519') ?? ''
      const timestamp = headers.get('x-signature-timestamp') ?? ''
      if (!/^[\da-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) {
        return { outcome: 'forged', detail: 'no signature' }
      }
      const ageSeconds = now.getTime() / 1000 - Number(timestamp)
      if (ageSeconds > longestAgeSeconds || ageSeconds < -mostAheadSeconds) {
        return { outcome: 'forged', detail: `${Math.round(ageSeconds)} s old` }
      }
      const signed = Buffer.concat([Buffer.from(timestamp), rawBody])
      if (!verify(null, signed, key, Buffer.from(signature, 'hex'))) {
        return { outcome: 'forged', detail: 'wrong signature' }
      }
      const parsed = interaction.safeParse(parseJson(Buffer.from(rawBody).toString()))
      return parsed.success
        ? { outcome: 'verified', interaction: parsed.data }
        : { outcome: 'unknown' }
    },
    writeAnswer: interactionBody,
    async send({ application_id: id, token }, message, how) {
      const hook = `${origin}/api/v10/webhooks/${id}/${encodeURIComponent(token)}`
      const body = messageBody(message)
      const request =
        how === 'instead'
          ? { method: 'PATCH', address: `${hook}/messages/@original`, body }
          : { method: 'POST', address: hook, body: { ...body, flags: privateFlag } }
      await calls.watch('answer-interaction', () => deliver(request, calls))
    },
  }
}

async function deliver(
  { method, address, body }: { method: string; address: string; body: object },
  calls: CallInstrumentation,
): Promise<ConnectionResult> {
  try {
    const { ok, status } = await fetch(address, {
      method,
      headers: { ...calls.headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    return ok ? { outcome: 'ok' } : { outcome: 'failed', detail: `Discord answered ${status}` }
  } catch (error) {
    return { outcome: 'failed', detail: failureDetail(error) }
  }
}
