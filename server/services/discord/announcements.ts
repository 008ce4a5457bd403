import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/discord-posts.ts'
import { defaultLanguage } from '#contract/language.ts'
import { paths } from '#contract/paths.ts'
import { escapeMarkdown } from '#domain/discord-text.ts'
import { cutText } from '#domain/provider-text.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { requireRight } from '#server/services/require-right.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { claimedUntil, keyOf, lockPost, settlePost, type Post } from './posts.ts'

/** What the staff has posted, and whether it can be. */
export async function listPosts({
  channelMessages,
  database: { db },
  site,
}: Services): Promise<AnswerOf<typeof contract.listDiscordPosts>> {
  const posts = await db
    .selectFrom('discord_posts')
    .select(['subject', 'posted_at'])
    .where('order_id', 'is', null)
    .where('subject', '<>', 'status')
    .execute()
  return {
    hasBot: channelMessages !== null,
    hasNewsChannel: site.current().discord.newsChannelId !== null,
    posts: posts.flatMap(({ subject, posted_at: at }) =>
      at === null ? [] : [{ subject, postedAt: at.toISOString() }],
    ),
  }
}

/**
 * Posts a saved news or notice in the channel of news. Refuses with `forbidden`, `not_found`,
 * `discord_not_set_up`, `posted_already`, and with `discord_unavailable` what Discord does not take.
 */
export async function postAnnouncement(
  services: Services,
  admin: Admin,
  { subject, again }: BodyOf<typeof contract.postToDiscord>,
): Promise<AnswerOf<typeof contract.postToDiscord>> {
  const { channelMessages, clock, database, edits, site } = services
  if (subject.startsWith('news/')) requireRight(admin, 'site.edit')
  await edits.refresh()
  const content = compose(services, subject)
  const { newsChannelId: channelId } = site.current().discord
  if (channelMessages === null || channelId === null) throw new ServiceError('discord_not_set_up')
  const post = await claim(services, { subject, channelId, again })
  const key = keyOf(`${subject} ${post.message_id}`)
  const result = await channelMessages.post(channelId, { content }, key)
  await settlePost(services, 'post-news', { ...post, channel_id: channelId }, result)
  // Somebody presses a button each time, so none has to wait.
  await database.db
    .updateTable('discord_posts')
    .set({ next_at: clock() })
    .where('subject', '=', subject)
    .execute()
  if (result.outcome !== 'ok') throw new ServiceError('discord_unavailable')
  await database.transaction((trx) =>
    writeAudit(services, trx, admin, {
      action: 'discord_posted',
      subject: `discord_post:${subject}`,
    }),
  )
  return { postedAt: clock().toISOString() }
}

interface Claim {
  readonly subject: string
  readonly channelId: string
  readonly again: boolean
}

/** Moves the time of the next call, so that nobody else posts it at the same time. */
async function claim(
  { clock, database }: Services,
  { subject, channelId, again }: Claim,
): Promise<Post> {
  return database.transaction(async (trx) => {
    const now = clock()
    const post = await lockPost(trx, subject, channelId, now)
    if (!post || post.next_at > now || (post.posted_at !== null && !again)) {
      throw new ServiceError('posted_already')
    }
    await trx
      .updateTable('discord_posts')
      .set({ next_at: claimedUntil(now) })
      .where('subject', '=', subject)
      .execute()
    return post
  })
}

/** The text of a message, in which only we format. */
function compose({ config, documents, site }: Services, subject: string): string {
  const [kind, id = ''] = subject.split('/')
  const addressOf = (path: string) => new URL(path, config.publicOrigin).href
  if (kind === 'news') {
    const news = documents.current()
    if (!news.has('news', id)) throw new ServiceError('not_found')
    const { title, description } = news.read('news', id, defaultLanguage)
    return [
      `📰 **${escapeMarkdown(title)}**`,
      cutText(escapeMarkdown(description), 1500),
      addressOf(paths.document('news', id)),
    ].join('\n')
  }
  const notice = site.current().notices.find((one) => one.id === id)
  if (!notice) throw new ServiceError('not_found')
  const { tone, text, link = paths.home() } = notice
  return [
    `${toneSigns[tone]} ${escapeMarkdown(text[defaultLanguage] ?? text.fr)}`,
    addressOf(link),
  ].join('\n')
}

const toneSigns = { info: 'ℹ️', warning: '⚠️', success: '✅' } as const
