import { z } from 'zod'
import type { Bot, BotResult } from './bot.ts'
import type { PostOutcome } from './staff-channel.ts'

export interface DirectMessage {
  /** The recipient's id at Discord. */
  readonly discordId: string
  /** At most 2000 characters, in Discord's Markdown. */
  readonly content: string
  /** Up to 25 characters: within some minutes Discord sends one message for each. */
  readonly key: string
}

/** `refused` is for good: the player does not accept messages of the bot. */
export type SendDirectMessage = (message: DirectMessage) => Promise<PostOutcome>

const channelAnswer = z.object({ id: z.string() })
/** An unknown account, one that accepts no messages, and one that is in no Discord server with the bot. */
const finalCodes = new Set([10_013, 50_007, 50_278])

/**
 * Sends messages of the bot to players who have asked for them. Discord blocks bots that begin many
 * conversations at once, so the caller spreads them, and stops at the first `refused`.
 */
export function createDirectMessages(bot: Bot): SendDirectMessage {
  return async ({ discordId, content, key }) => {
    const channel = await bot({
      operation: 'open-direct-messages',
      method: 'POST',
      path: '/users/@me/channels',
      body: { recipient_id: discordId },
      shape: channelAnswer,
    })
    if (channel.outcome !== 'ok') return explain(channel)
    const sent = await bot({
      operation: 'send-direct-message',
      method: 'POST',
      path: `/channels/${channel.answer.id}/messages`,
      body: { content, allowed_mentions: { parse: [] }, nonce: key, enforce_nonce: true },
      shape: z.unknown(),
    })
    return sent.outcome === 'ok' ? { outcome: 'sent' } : explain(sent)
  }
}

function explain(result: Exclude<BotResult<unknown>, { outcome: 'ok' }>): PostOutcome {
  if (result.outcome === 'limited') {
    return { outcome: 'rate_limited', retryAfterSeconds: Math.ceil(result.retryAfterSeconds) }
  }
  const { detail } = result
  // A wrong token, for example, must not end everybody's reminders.
  const isFinal = result.outcome === 'refused' && finalCodes.has(result.code)
  return { outcome: isFinal ? 'refused' : 'unavailable', detail }
}
