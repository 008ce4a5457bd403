import { z } from 'zod'
import type { FieldFault } from './errors.ts'

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
export type Embed = z.output<typeof embed>

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
export type MessageRequest = z.output<typeof messageRequest>

export type MessageReading =
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
