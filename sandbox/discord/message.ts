import { discordCredentials } from '#sandbox/credentials.ts'
import type { Embed, MessageRequest } from './message-request.ts'
import { players } from './players.ts'
import { publicUser } from './user.ts'

const channelId = '100000000000000003'

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

function presentEmbed(embed: Embed): Record<string, unknown> {
  const { fields, author, footer, image, thumbnail, ...plain } = embed
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
