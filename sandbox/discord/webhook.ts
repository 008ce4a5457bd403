import { Hono, type Context } from 'hono'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/parse-json.ts'
import { discordError, invalidFormBody, rateLimited } from './errors.ts'
import { createMessage, type Message } from './message.ts'
import { isEmpty, readMessage } from './message-request.ts'
import type { RateLimit } from './rate-limit.ts'

/** Snowflakes carry the milliseconds since 2015 above 22 other bits. */
const discordEpochMs = 1_420_070_400_000n

/** Accepts messages for the sandbox's only webhook. */
export function webhookRoutes(
  { log, faults }: SandboxContext,
  messages: Message[],
  rateLimit: RateLimit,
): Hono<SandboxEnv> {
  async function execute(c: Context<SandboxEnv, '/webhooks/:id/:token'>): Promise<Response> {
    const isDeleted = faults.take('discord', 'webhook-deleted', c.req.path)
    if (isDeleted || c.req.param('id') !== discordCredentials.webhookId) {
      return discordError(404, 10015, 'Unknown Webhook')
    }
    if (c.req.param('token') !== discordCredentials.webhookToken) {
      return discordError(401, 50027, 'Invalid Webhook Token')
    }
    const { retryAfterSeconds, headers } = rateLimit.take()
    if (retryAfterSeconds !== null) return rateLimited(retryAfterSeconds, headers)
    const answer = accept(await c.req.text(), c.req.query('wait') === 'true')
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
    return answer
  }

  function accept(text: string, wait: boolean): Response {
    const body = parseJson(text)
    if (body === undefined) {
      return discordError(400, 50109, 'The request body contains invalid JSON.')
    }
    const reading = readMessage(body)
    if (!reading.ok) return invalidFormBody(reading.faults)
    if (isEmpty(reading.message)) return discordError(400, 50006, 'Cannot send an empty message')
    const message = createMessage(reading.message, newSnowflake(messages.length))
    messages.push(message)
    log.add('discord', { kind: 'message', message })
    return wait ? Response.json(message) : new Response(null, { status: 204 })
  }

  return new Hono<SandboxEnv>().post('/webhooks/:id/:token', execute)
}

/** A new id, different for each number within a millisecond. */
export function newSnowflake(sequence: number): string {
  return String(((BigInt(Date.now()) - discordEpochMs) << 22n) | BigInt(sequence & 0x3f_ff_ff))
}
