import { z } from 'zod'
import type { ConnectionFaultCode } from '#domain/connection-faults.ts'
import type { Bot, BotResult } from './bot.ts'

/** At most 2000 characters of content, in Discord's Markdown. */
export interface ChannelMessage {
  readonly content?: string
  readonly embeds?: readonly {
    readonly title: string
    readonly url: string
    readonly color: number
    readonly description: string
    readonly footer: { readonly text: string }
    readonly timestamp: string
  }[]
}

export type ChannelResult =
  | { readonly outcome: 'ok'; readonly messageId: string }
  /** Somebody has deleted the message. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'limited'; readonly retryAfterSeconds: number }
  /** The message may be there all the same. */
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | {
      readonly outcome: 'refused'
      readonly detail: string
      readonly fault?: ConnectionFaultCode
    }

/** Messages of the bot in the channels of the community. Nothing in them mentions anybody. */
export interface ChannelMessages {
  /** `key` has up to 25 characters: within some minutes Discord posts one message for each. */
  post(channelId: string, message: ChannelMessage, key: string): Promise<ChannelResult>
  edit(channelId: string, messageId: string, message: ChannelMessage): Promise<ChannelResult>
  remove(channelId: string, messageId: string): Promise<ChannelResult>
}

const sentMessage = z.object({ id: z.string() })

/** Discord's codes of a deleted message, and of a channel that a bot cannot write to. */
const unknownMessage = 10_008
const faultByCode: Readonly<Record<number, ConnectionFaultCode>> = {
  10_003: 'channel_unknown',
  // A forum, a category or a voice channel without text.
  50_008: 'channel_unknown',
  50_024: 'channel_unknown',
  50_001: 'channel_forbidden',
  50_013: 'channel_forbidden',
}

export function createChannelMessages(bot: Bot): ChannelMessages {
  const mentions = { allowed_mentions: { parse: [] } }
  return {
    post: async (channelId, message, key) =>
      explain(
        await bot({
          operation: 'post-in-channel',
          method: 'POST',
          path: `/channels/${channelId}/messages`,
          body: { ...message, ...mentions, nonce: key, enforce_nonce: true },
          shape: sentMessage,
        }),
      ),
    edit: async (channelId, messageId, message) =>
      explain(
        await bot({
          operation: 'edit-in-channel',
          method: 'PATCH',
          path: `/channels/${channelId}/messages/${messageId}`,
          body: { ...message, ...mentions },
          shape: sentMessage,
        }),
      ),
    remove: async (channelId, messageId) =>
      explain(
        await bot({
          operation: 'remove-in-channel',
          method: 'DELETE',
          path: `/channels/${channelId}/messages/${messageId}`,
          shape: z.pipe(
            z.unknown(),
            z.transform(() => ({ id: messageId })),
          ),
        }),
      ),
  }
}

function explain(result: BotResult<z.output<typeof sentMessage>>): ChannelResult {
  if (result.outcome === 'ok') return { outcome: 'ok', messageId: result.answer.id }
  if (result.outcome === 'limited') return result
  const { detail } = result
  if (result.outcome !== 'refused') return { outcome: 'unavailable', detail }
  if (result.code === unknownMessage) return { outcome: 'gone' }
  const fault = result.status === 401 ? 'key_refused' : faultByCode[result.code]
  return { outcome: 'refused', detail, ...(fault && { fault }) }
}
