import { Hono } from 'hono'
import type { SandboxContext, SandboxEnv, FakeProvider } from '#sandbox/fake-provider.ts'
import type { MemberRoles } from '#sandbox/game/game.ts'
import { authorizeRoutes } from './authorize.ts'
import { avatarRoutes } from './avatar.ts'
import { botRoutes } from './bot.ts'
import { discordError, rateLimited } from './errors.ts'
import { createGrants } from './grants.ts'
import { createGuild } from './guild.ts'
import { guildControls } from './guild-controls.ts'
import type { Message } from './message.ts'
import { discordOverview } from './overview.ts'
import { createRateLimit } from './rate-limit.ts'
import { tokenRoutes } from './token.ts'
import { userRoutes } from './user.ts'
import { webhookRoutes } from './webhook.ts'

interface Discord extends FakeProvider {
  /** The members of the guild who have a role. */
  readonly roles: () => readonly MemberRoles[]
}

/** Discord's sign-in, its webhook messages, and a guild with a bot. */
export function createDiscord(context: SandboxContext): Discord {
  const grants = createGrants()
  const rateLimit = createRateLimit('sandbox-webhook')
  const messages: Message[] = []
  const guild = createGuild()

  const api = new Hono<SandboxEnv>()
  api.route('/', tokenRoutes(grants))
  // Before the calls of players, who ask for themselves by the same path.
  api.route('/', botRoutes(context, guild))
  api.route('/', userRoutes(grants))
  api.route('/', webhookRoutes(context, messages, rateLimit))

  const routes = new Hono<SandboxEnv>()
  routes.route('/', authorizeRoutes(context, grants))
  routes.route('/', avatarRoutes())
  routes.route('/', guildControls(guild))
  routes.route('/api', api)
  routes.route('/api/v10', api)
  routes.all('/api/*', () => discordError(404, 0, '404: Not Found'))

  return {
    provider: 'discord',
    apiPaths: ['/api/oauth2/token', '/api/v10/', '/api/users/', '/api/webhooks/'],
    routes,
    refuse: (status) =>
      status === 429 ? rateLimited(1) : discordError(500, 0, '500: Internal Server Error'),
    overview: () => discordOverview(messages, guild),
    roles: () => guild.listMembers().filter((member) => member.roles.length > 0),
    reset() {
      grants.clear()
      rateLimit.clear()
      messages.length = 0
      guild.reset()
    },
  }
}
