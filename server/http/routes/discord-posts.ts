import * as contract from '#contract/discord-posts.ts'
import type { Services } from '#server/services/context.ts'
import { listPosts, postAnnouncement } from '#server/services/discord/announcements.ts'
import type { App } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'

/** What the staff posts in the community's Discord. */
export function discordPostRoutes(app: App, services: Services): void {
  serve(app, contract.listDiscordPosts, () => listPosts(services))
  serve(app, contract.postToDiscord, ({ staff, body }) => postAnnouncement(services, staff, body))
}
