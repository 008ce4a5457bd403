import * as discordPosts from '#contract/discord-posts.ts'
import type { Example } from './endpoint.ts'
import { chooseNewsChannel } from './records.ts'

/** What the staff posts at Discord. */
export const discordPostEndpoints: readonly Example[] = [
  { ...discordPosts.listDiscordPosts, prepare: () => ({}) },
  {
    ...discordPosts.postToDiscord,
    prepare: async (setup) => {
      await chooseNewsChannel(setup)
      return { body: { subject: 'news/perks-by-themselves', again: true } }
    },
  },
]
