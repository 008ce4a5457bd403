import type { ServerStatus } from '#contract/server-status.ts'
import { paths } from '#contract/paths.ts'
import { escapeMarkdown } from '#domain/discord-text.ts'
import { cutText } from '#domain/provider-text.ts'
import { raidWindowAt } from '#domain/raid-window.ts'
import type { Row } from '#server/db/schema.ts'
import type { ChannelMessage } from '#server/providers/discord/channel-messages.ts'
import type { Services } from '#server/services/context.ts'
import { fill, messageColors } from '#server/services/messages/message-texts.ts'
import { readStatus } from '#server/services/server-status/server-status.ts'
import { claimedUntil, keyOf, lockPost, postTexts, settlePost } from './posts.ts'

const subject = 'status'
const operation = 'post-status'
/** Nobody reports that a message was deleted: one that stays the same is edited so often all the same. */
const longestUnchangedMs = 10 * 60_000

type Posting = Pick<
  Services,
  'channelMessages' | 'clock' | 'config' | 'database' | 'gameServer' | 'noteConnection' | 'site'
>

/**
 * Keeps one message with the server's status in the channel that the owner has chosen: edits it when
 * it changes, at most once a minute, and posts another one when it was deleted.
 */
export async function updateStatusMessage(services: Posting): Promise<void> {
  const { channelMessages, database, noteConnection, site } = services
  if (channelMessages === null) return
  const channelId = site.current().discord.statusChannelId
  const status = await describeServer(services)
  const text = JSON.stringify(status)
  const post = await claim(services, channelId, text)
  if (!post) return
  const { channel_id: lastChannelId, message_id: messageId } = post
  const isMoved = lastChannelId !== channelId
  if (isMoved && messageId !== null) {
    const removed = await channelMessages.remove(lastChannelId, messageId)
    // It says what will no longer hold, so it is tried again.
    if (removed.outcome === 'limited' || removed.outcome === 'unavailable') {
      return settlePost(services, operation, post, removed)
    }
  }
  if (channelId === null) {
    await database.db.deleteFrom('discord_posts').where('subject', '=', subject).execute()
    // Nobody wants it any more, so nothing is wrong with it.
    return noteConnection('discord-bot', operation, { outcome: 'ok' })
  }
  const message = messageOf(services, status)
  const edited =
    isMoved || messageId === null
      ? ({ outcome: 'gone' } as const)
      : await channelMessages.edit(channelId, messageId, message)
  const isGone = edited.outcome === 'gone'
  const key = keyOf(`${subject} ${channelId} ${messageId}`)
  const result = isGone ? await channelMessages.post(channelId, message, key) : edited
  const next = { ...post, channel_id: channelId, message_id: isGone ? null : messageId }
  // What was not shown is still to be shown.
  await settlePost(services, operation, result.outcome === 'ok' ? { ...next, text } : next, result)
}

/** Moves the time of the next call, so that no other process makes this one; null when none is due. */
async function claim(
  { clock, database }: Posting,
  channelId: string | null,
  text: string,
): Promise<Row<'discord_posts'> | null> {
  return database.transaction(async (trx) => {
    const now = clock()
    const post = await lockPost(trx, subject, channelId, now)
    if (!post || post.next_at > now) return null
    const age = now.getTime() - (post.posted_at?.getTime() ?? 0)
    const isShown = post.message_id !== null && post.channel_id === channelId && post.text === text
    if (isShown && age < longestUnchangedMs) return null
    await trx
      .updateTable('discord_posts')
      .set({ next_at: claimedUntil(now) })
      .where('subject', '=', subject)
      .execute()
    return post
  })
}

/** What the message says, without the time at which it does. */
async function describeServer(services: Posting) {
  const { clock, site } = services
  const now = clock()
  const server = await readStatus({ ...services, clock: () => now })
  const { isOpen, opensAt, closesAt } = raidWindowAt(site.current().server.raidHours, now.getTime())
  const state = server.stale ? 'unknown' : server.status
  const lines = [
    postTexts[state],
    server.status !== 'unknown' &&
      fill(postTexts.players, { players: server.players, max: server.maxPlayers }),
    server.address !== null &&
      fill(postTexts.address, { address: server.address.replaceAll('`', '') }),
    server.nextRestartAt !== null &&
      fill(postTexts.restart, moment(new Date(server.nextRestartAt))),
    isOpen
      ? fill(postTexts.raid_open, moment(closesAt))
      : fill(postTexts.raid_closed, moment(opensAt)),
  ]
  return { name: server.name, state, description: lines.filter(Boolean).join('\n') }
}

/** Discord shows it in the reader's own time and language. */
function moment(at: Date) {
  const seconds = Math.floor(at.getTime() / 1000)
  return { at: `<t:${seconds}:f>`, in: `<t:${seconds}:R>` }
}

const colors: Readonly<Record<ServerStatus['status'], number>> = {
  online: messageColors.green,
  offline: messageColors.red,
  unknown: messageColors.amber,
}

function messageOf(
  { clock, config }: Posting,
  { name, state, description }: Awaited<ReturnType<typeof describeServer>>,
): ChannelMessage {
  return {
    embeds: [
      {
        title: cutText(escapeMarkdown(name), 256),
        url: `${config.publicOrigin}${paths.servers()}`,
        color: colors[state],
        description,
        footer: { text: postTexts.updated },
        timestamp: clock().toISOString(),
      },
    ],
  }
}
