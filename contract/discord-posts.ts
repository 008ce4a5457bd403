import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { list } from './fields.ts'

const channelId = z.nullable(
  z.string().check(z.regex(/^\d{17,20}$/, 'must be the id of a channel, 17 to 20 digits, or null')),
)

/** The channels of the community's Discord server in which the bot posts; null for those without. */
export const discordChannels = z.strictObject({
  statusChannelId: channelId,
  thanksChannelId: channelId,
  newsChannelId: channelId,
})
export type DiscordChannels = z.output<typeof discordChannels>

/** What the staff posts by a button: `news/<slug>` or `notice/<id>`. */
const subject = z.string().check(z.regex(/^(?:news|notice)\/[\w-]{1,80}$/))

/** What the staff has posted in the channel of news, and whether it can be. */
export const listDiscordPosts = get('/api/admin/discord-posts', {
  who: 'notices',
  answer: z.object({
    hasBot: z.boolean(),
    hasNewsChannel: z.boolean(),
    posts: list(z.object({ subject: z.string(), postedAt: z.string() })),
  }),
})

/**
 * Posts a saved text in the first language. What is posted already is `posted_already`, unless it is
 * wanted `again`; news needs the right to edit texts.
 */
export const postToDiscord = post('/api/admin/discord-posts', {
  who: 'notices',
  body: z.object({ subject, again: z.boolean() }),
  answer: z.object({ postedAt: z.string() }),
  status: 201,
})
