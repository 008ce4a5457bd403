import { createHash } from 'node:crypto'
import { defaultLanguage } from '#contract/language.ts'
import type { Row } from '#server/db/schema.ts'
import type { ChannelResult } from '#server/providers/discord/channel-messages.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'

/** In one language, because everybody reads the same message. A text that is missing stops the start. */
export const postTexts = readMessageTexts(defaultLanguage)['discord-posts']

/** Of what the bot posts, as the connection's faults name it. */
export type PostOperation = 'post-status' | 'post-thanks' | 'post-news'

const minuteMs = 60_000
/** After a refusal somebody has to act, and Discord blocks those who are refused too often. */
const refusedPauseMs = 10 * minuteMs

type Posting = Pick<Services, 'clock' | 'database' | 'noteConnection'>
/** The row of a post. */
export type Post = Pick<
  Row<'discord_posts'>,
  'subject' | 'channel_id' | 'message_id' | 'text' | 'posted_at'
>

/**
 * The row of a post, which nobody else changes until the transaction ends; with a channel it is made
 * where it is missing.
 */
export async function lockPost(
  trx: Trx,
  subject: string,
  channelId: string | null,
  now: Date,
): Promise<Row<'discord_posts'> | undefined> {
  if (channelId !== null) {
    await trx
      .insertInto('discord_posts')
      .values({ subject, channel_id: channelId, next_at: now })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute()
  }
  return trx
    .selectFrom('discord_posts')
    .selectAll()
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
}

/** How long one call may take at most, until another process may make it. */
export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + minuteMs)
}

/** Stores what became of a post, and what that says about the connection. */
export async function settlePost(
  services: Posting,
  operation: PostOperation,
  post: Post,
  result: ChannelResult,
): Promise<void> {
  const { clock, database, noteConnection } = services
  const now = clock()
  const isPosted = result.outcome === 'ok'
  await database.db
    .updateTable('discord_posts')
    .set({
      channel_id: post.channel_id,
      message_id: isPosted ? result.messageId : post.message_id,
      text: post.text,
      posted_at: isPosted ? now : post.posted_at,
      next_at: new Date(now.getTime() + pauseAfter(result)),
    })
    .where('subject', '=', post.subject)
    .execute()
  // A fault is among those of the bot until a call of the same kind is good.
  await noteConnection('discord-bot', operation, {
    ...result,
    ...(result.outcome === 'refused' && { detail: `${post.channel_id}: ${result.detail}` }),
  })
}

function pauseAfter(result: ChannelResult): number {
  if (result.outcome === 'refused') return refusedPauseMs
  if (result.outcome !== 'limited') return minuteMs
  return Math.max(minuteMs, result.retryAfterSeconds * 1000)
}

/** Discord posts one message for each within some minutes, should a killed process have posted one. */
export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 25)
}
