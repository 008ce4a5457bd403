import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'
import {
  discordError,
  type FieldFault,
  invalidFormBody,
  type RateLimit,
  rateLimited,
} from './errors.ts'
import { players, publicUser } from './players.ts'

/** Snowflakes carry the milliseconds since 2015 above 22 other bits. */
const discordEpochMs = 1_420_070_400_000n
export const channelId = '100000000000000003'

/** The sandbox's only webhook, and the messages sent to it. */
export function webhookRoutes(
  { log, faults }: SandboxContext,
  messages: Message[],
  rateLimit: RateLimit,
): Hono<SandboxEnv> {
  /** Null for the sandbox's webhook and its token. */
  function refuse(c: Context<SandboxEnv, '/webhooks/:id/:token'>): Response | null {
    const isDeleted = faults.take('discord', 'webhook-deleted', c.req.path)
    if (isDeleted || c.req.param('id') !== discordCredentials.webhookId) {
      return discordError(404, 10015, 'Unknown Webhook')
    }
    if (c.req.param('token') === discordCredentials.webhookToken) return null
    return discordError(401, 50027, 'Invalid Webhook Token')
  }

  async function execute(c: Context<SandboxEnv, '/webhooks/:id/:token'>): Promise<Response> {
    const refusal = refuse(c)
    if (refusal) return refusal
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

  return new Hono<SandboxEnv>()
    .get('/webhooks/:id/:token', (c) => refuse(c) ?? Response.json(incomingWebhook))
    .post('/webhooks/:id/:token', execute)
}

/** As `GET` answers it without anybody's authorization. */
const incomingWebhook = {
  type: 1,
  id: discordCredentials.webhookId,
  name: 'Shop',
  avatar: null,
  channel_id: channelId,
  guild_id: discordCredentials.guildId,
  application_id: null,
  token: discordCredentials.webhookToken,
  url: `https://discord.com/api/webhooks/${discordCredentials.webhookId}/${discordCredentials.webhookToken}`,
}

/** A new id, different for each number within a millisecond. */
export function newSnowflake(sequence: number): string {
  return String(((BigInt(Date.now()) - discordEpochMs) << 22n) | BigInt(sequence & 0x3f_ff_ff))
}

const text = (longest: number) => z.string().max(longest).nullish()
const link = text(2048)
const snowflakes = z.array(z.string().regex(/^\d+$/)).max(100).nullish()

const embed = z.object({
  title: text(256),
  description: text(4096),
  url: link,
  color: z.int().min(0).max(0xff_ff_ff).nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  author: z.object({ name: text(256), url: link, icon_url: link }).nullish(),
  footer: z.object({ text: text(2048), icon_url: link }).nullish(),
  image: z.object({ url: link }).nullish(),
  thumbnail: z.object({ url: link }).nullish(),
  fields: z
    .array(
      z.object({
        name: z.string().min(1).max(256),
        value: z.string().min(1).max(1024),
        inline: z.boolean().nullish(),
      }),
    )
    .max(25)
    .nullish(),
})
type Embed = z.output<typeof embed>

/** Body of a webhook execution: the parts that a shop sends. */
const messageRequest = z.object({
  content: text(2000),
  username: z.string().min(1).max(80).nullish(),
  avatar_url: link,
  tts: z.boolean().nullish(),
  flags: z.int().nullish(),
  embeds: z.array(embed).max(10).nullish(),
  allowed_mentions: z
    .object({
      parse: z.array(z.enum(['users', 'roles', 'everyone'])).nullish(),
      users: snowflakes,
      roles: snowflakes,
    })
    .nullish(),
})
type MessageRequest = z.output<typeof messageRequest>

type MessageReading =
  | { readonly ok: true; readonly message: MessageRequest }
  | { readonly ok: false; readonly faults: readonly FieldFault[] }

const largestEmbedSum = 6000

/** Checks a body against the limits of resources/webhook.mdx and resources/message.mdx. */
export function readMessage(body: unknown): MessageReading {
  const parsed = messageRequest.safeParse(body)
  if (!parsed.success) return { ok: false, faults: parsed.error.issues.map(toFault) }
  const faults = [...forbiddenNames(parsed.data), ...oversizedEmbeds(parsed.data)]
  return faults.length > 0 ? { ok: false, faults } : { ok: true, message: parsed.data }
}

export function isEmpty(message: MessageRequest): boolean {
  return !message.content?.trim() && !message.embeds?.length
}

function toFault(issue: z.core.$ZodIssue): FieldFault {
  const { path } = issue
  if (issue.code === 'too_big') {
    return {
      path,
      code: boundCode(issue.origin, 'MAX'),
      message: `Must be ${issue.maximum} or fewer in length.`,
    }
  }
  if (issue.code === 'too_small') {
    return {
      path,
      code: boundCode(issue.origin, 'MIN'),
      message: `Must be ${issue.minimum} or more in length.`,
    }
  }
  return { path, code: 'BASE_TYPE_BAD_TYPE', message: issue.message }
}

function boundCode(origin: string, bound: 'MIN' | 'MAX'): string {
  return origin === 'string' || origin === 'array'
    ? `BASE_TYPE_${bound}_LENGTH`
    : `NUMBER_TYPE_${bound}`
}

function forbiddenNames({ username }: MessageRequest): FieldFault[] {
  const word = ['clyde', 'discord'].find((name) => username?.toLowerCase().includes(name))
  if (word === undefined) return []
  const message = `Username cannot contain "${word}"`
  return [{ path: ['username'], code: 'USERNAME_INVALID_CONTAINS', message }]
}

function oversizedEmbeds({ embeds }: MessageRequest): FieldFault[] {
  const sum = (embeds ?? []).reduce((total, one) => total + textLength(one), 0)
  if (sum <= largestEmbedSum) return []
  const message = `Embed size exceeds maximum size of ${largestEmbedSum}`
  return [{ path: ['embeds'], code: 'MAX_EMBED_SIZE_EXCEEDED', message }]
}

function textLength({ title, description, author, footer, fields }: Embed): number {
  const texts = [title, description, author?.name, footer?.text]
  const fieldTexts = (fields ?? []).flatMap(({ name, value }) => [name, value])
  return [...texts, ...fieldTexts].reduce((total, one) => total + (one?.length ?? 0), 0)
}

export interface Message {
  readonly id: string
  readonly content: string
  readonly timestamp: string
  readonly author: Record<string, unknown>
  readonly embeds: readonly Record<string, unknown>[]
  readonly mention_everyone: boolean
  readonly [field: string]: unknown
}

/** The message that Discord makes of a webhook's request and returns with `wait=true`. */
export function createMessage(request: MessageRequest, id: string): Message {
  const content = request.content ?? ''
  return {
    id,
    type: 0,
    content,
    channel_id: channelId,
    author: webhookAuthor(request),
    webhook_id: discordCredentials.webhookId,
    attachments: [],
    embeds: (request.embeds ?? []).map(presentEmbed),
    mentions: mentionedUsers(request, content),
    mention_roles: [],
    mention_everyone: allows(request, 'everyone') && /@(everyone|here)\b/.test(content),
    pinned: false,
    tts: request.tts ?? false,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    flags: request.flags ?? 0,
    components: [],
  }
}

function webhookAuthor(request: MessageRequest): Record<string, unknown> {
  return {
    ...publicUser({
      id: discordCredentials.webhookId,
      username: request.username ?? 'Shop',
      globalName: null,
      avatar: null,
      email: null,
      verified: false,
      locale: 'en-US',
      purpose: 'the webhook',
    }),
    discriminator: '0000',
    bot: true,
  }
}

/** Without `allowed_mentions` all mentions in the text count: a trap for careless callers. */
function allows(request: MessageRequest, kind: 'users' | 'roles' | 'everyone'): boolean {
  const allowed = request.allowed_mentions
  return !allowed || (allowed.parse ?? []).includes(kind)
}

function mentionedUsers(request: MessageRequest, content: string): Record<string, unknown>[] {
  const named = request.allowed_mentions?.users ?? []
  return players
    .filter(({ id }) => content.includes(`<@${id}>`) || content.includes(`<@!${id}>`))
    .filter(({ id }) => allows(request, 'users') || named.includes(id))
    .map(publicUser)
}

function presentEmbed(sent: Embed): Record<string, unknown> {
  const { fields, author, footer, image, thumbnail, ...plain } = sent
  return {
    ...withoutNulls(plain),
    type: 'rich',
    ...(fields && { fields: fields.map((field) => ({ ...field, inline: field.inline ?? false })) }),
    ...(author?.name && { author: withoutNulls(author) }),
    ...(footer?.text && { footer: withoutNulls(footer) }),
    ...(image?.url && { image: { url: image.url } }),
    ...(thumbnail?.url && { thumbnail: { url: thumbnail.url } }),
  }
}

function withoutNulls(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  )
}
