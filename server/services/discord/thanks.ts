import { sql } from 'kysely'
import { escapeMarkdown } from '#domain/discord-text.ts'
import type { Services } from '#server/services/context.ts'
import { fill } from '#server/services/messages/message-texts.ts'
import { claimedUntil, keyOf, postTexts, settlePost, type Post } from './posts.ts'

type Thanking = Pick<
  Services,
  'channelMessages' | 'clock' | 'database' | 'noteConnection' | 'paypal' | 'site'
>

const operation = 'post-thanks'
/** What is older is not thanked for any more, as when the owner chooses a channel. */
const latestMs = 24 * 60 * 60_000
/** The rest waits for the next minute. */
const mostPerRun = 10

/** Thanks buyers who chose to be named, once for each paid order, and never with an amount. */
export async function thankBuyers(services: Thanking): Promise<void> {
  const { channelMessages, site } = services
  const channelId = site.current().discord.thanksChannelId
  if (channelMessages === null || channelId === null) return
  for (let count = 0; count < mostPerRun; count += 1) {
    const due = await claimDue(services, channelId)
    if (!due) return
    const content = fill(postTexts.thanks, {
      name: escapeMarkdown(due.name),
      item: escapeMarkdown(due.item),
    })
    const result = await channelMessages.post(channelId, { content }, keyOf(due.subject))
    await settlePost(services, operation, due, result)
    if (result.outcome !== 'ok') return
  }
}

interface Due extends Post {
  readonly name: string
  readonly item: string
}

/**
 * Notes the next order, so that no other process thanks for it; null when none is due, and while one
 * waits because Discord did not take it.
 */
async function claimDue(
  { clock, database, paypal }: Thanking,
  channelId: string,
): Promise<Due | null> {
  const now = clock()
  const { rows } = await sql<Due>`
    with due as (
      select o.id, o.discord_username, o.item_name from orders o
      left join discord_posts p on p.order_id = o.id
      where o.listed_as_donor and o.status = 'paid' and not o.donor_listing_revoked
        and o.provider_mode = ${paypal.mode} and o.paid_at > ${new Date(now.getTime() - latestMs)}
        and p.posted_at is null
        and not exists (
          select from discord_posts w
          where w.order_id is not null and w.posted_at is null and w.next_at > ${now}
        )
      order by o.paid_at, o.id limit 1
      -- Two processes that insert the same order at once would violate the unique index of
      -- order_id, because "on conflict" below covers only that of the subject.
      for update of o skip locked
    )
    insert into discord_posts (subject, order_id, channel_id, next_at)
    select 'thanks/' || id, id, ${channelId}, ${claimedUntil(now)} from due
    on conflict (subject) do update set channel_id = excluded.channel_id, next_at = excluded.next_at
      where discord_posts.posted_at is null and discord_posts.next_at <= ${now}
    returning subject, channel_id, message_id, text, posted_at,
      (select discord_username from due) as name, (select item_name from due) as item`.execute(
    database.db,
  )
  return rows[0] ?? null
}

/** Removes the thanks to those who do not want to be named any more, or may not be. */
export async function removeThanks(services: Thanking): Promise<void> {
  const { channelMessages, clock, database } = services
  if (channelMessages === null) return
  const now = clock()
  const { rows } = await sql<Post & { readonly message_id: string }>`
    update discord_posts p set next_at = ${claimedUntil(now)}
    from orders o
    where o.id = p.order_id and p.message_id is not null and p.next_at <= ${now}
      and (not o.listed_as_donor or o.donor_listing_revoked)
    returning p.subject, p.channel_id, p.message_id, p.text, p.posted_at`.execute(database.db)
  for (const post of rows.slice(0, mostPerRun)) {
    const { outcome } = await channelMessages.remove(post.channel_id, post.message_id)
    // The time of its post stays, so that none follows.
    if (outcome === 'ok' || outcome === 'gone') {
      await settlePost(services, operation, { ...post, message_id: null }, { outcome: 'gone' })
    }
  }
}
