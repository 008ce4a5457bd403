import { z } from 'zod'
import { escapeMarkdown } from '#domain/discord-text.ts'
import { cutText } from '#domain/provider-text.ts'
import { failureDetail, type CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type { Bot } from './bot.ts'
import { buttonRow, type Button } from './message.ts'

/** A message for the staff, as Discord's embed. https://discord.com/developers/docs/resources/message */
export interface StaffMessage {
  readonly title: string
  readonly color: number
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly thumbnailUrl?: string | null
  /** What the title leads to. */
  readonly url?: string
  /** Sent where somebody answers their presses. */
  readonly buttons?: readonly Button[]
}

export type PostOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'rate_limited'; readonly retryAfterSeconds: number }
  /** Discord refuses for good: the address is wrong, or the message is. */
  | {
      readonly outcome: 'refused'
      readonly detail: string
      /** With the address rather than with the message. */
      readonly fault?: 'webhook_gone'
    }
  | { readonly outcome: 'unavailable'; readonly detail: string }

export type PostToStaff = (message: StaffMessage) => Promise<PostOutcome>

const timeoutMilliseconds = 10_000
const rateLimitBody = z.object({ retry_after: z.number().nonnegative() })

/**
 * Posts to the staff's channel through its webhook. Players' names can neither mention nor format.
 * Discord takes buttons from a bot alone: it posts what has some, and the webhook what it may not.
 */
export function createStaffChannel(
  webhookUrl: string,
  calls: CallInstrumentation,
  byBot: StaffBot | null = null,
): PostToStaff {
  const post = async (message: StaffMessage): Promise<PostOutcome> => {
    try {
      const response = await fetch(`${webhookUrl}?wait=true`, {
        method: 'POST',
        headers: { ...calls.headers(), 'content-type': 'application/json' },
        body: JSON.stringify(messageBody(message)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      if (response.ok) return { outcome: 'sent' }
      return await readFailure(response)
    } catch (error) {
      return { outcome: 'unavailable', detail: failureDetail(error) }
    }
  }
  return async (message) => {
    const answer = byBot && message.buttons ? await postByBot(byBot, message) : null
    return answer ?? calls.watch('post-message', () => post(message))
  }
}

interface StaffBot {
  readonly bot: Bot
  readonly channelId: string
}

/** Null where the bot may not write, or the channel is gone. */
async function postByBot(
  { bot, channelId }: StaffBot,
  message: StaffMessage,
): Promise<PostOutcome | null> {
  const result = await bot({
    operation: 'post-message-with-buttons',
    method: 'POST',
    path: `/channels/${channelId}/messages`,
    body: { ...messageBody(message), components: buttonRow(message.buttons ?? []) },
    shape: z.unknown(),
  })
  if (result.outcome === 'ok') return { outcome: 'sent' }
  if (result.outcome === 'refused') return null
  if (result.outcome === 'limited') {
    return { outcome: 'rate_limited', retryAfterSeconds: Math.ceil(result.retryAfterSeconds) }
  }
  return { outcome: 'unavailable', detail: result.detail }
}

function messageBody({ title, color, fields, thumbnailUrl, url }: StaffMessage) {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title,
        color,
        fields: fields.map(({ name, value }) => ({
          name,
          // Discord refuses a message with an empty field.
          value: cutText(escapeMarkdown(value).trim(), 1024) || '—',
          inline: true,
        })),
        ...(thumbnailUrl && { thumbnail: { url: thumbnailUrl } }),
        ...(url !== undefined && { url }),
      },
    ],
  }
}

async function readFailure(response: Response): Promise<PostOutcome> {
  if (response.status === 429) {
    const body = rateLimitBody.safeParse(await response.json().catch(() => null))
    const seconds = body.data?.retry_after ?? Number(response.headers.get('retry-after') ?? 1)
    return { outcome: 'rate_limited', retryAfterSeconds: Math.ceil(seconds) }
  }
  const detail = `Discord answered ${response.status}`
  if (response.status >= 500) return { outcome: 'unavailable', detail }
  const isGone = response.status === 404 || response.status === 401
  return { outcome: 'refused', detail, ...(isGone && { fault: 'webhook_gone' }) }
}
