import { Hono } from 'hono'
import { html } from 'hono/html'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { FakeProvider, Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import type { MemberRoles } from '#sandbox/game/game.ts'
import { actionButton, latest } from '#sandbox/page.ts'
import { authorizeRoutes } from './authorize.ts'
import { botRoutes } from './bot.ts'
import { createRateLimit, discordError, rateLimited } from './errors.ts'
import { createGrants, tokenRoutes } from './grants.ts'
import { accountOf, createGuild, type Guild, guildControls } from './guild.ts'
import { avatarRoutes, players, userRoutes } from './players.ts'
import { channelPage, messageCard } from './channel.ts'
import { createInteractions } from './interactions.ts'
import { type Message, webhookRoutes } from './webhook.ts'

interface Discord extends FakeProvider {
  /** The members of the guild who have a role. */
  readonly roles: () => readonly MemberRoles[]
}

/** Discord's sign-in, its webhook messages, and a guild with a bot. */
export function createDiscord(context: SandboxContext, messagesPerWindow?: number): Discord {
  const grants = createGrants()
  const rateLimit = createRateLimit('sandbox-webhook', messagesPerWindow)
  const messages: Message[] = []
  const guild = createGuild()
  const interactions = createInteractions(context, messages)

  const api = new Hono<SandboxEnv>()
  api.route('/', tokenRoutes(grants))
  // Before the bot's and the webhook's own, which refuse other channels and ids.
  api.route('/', interactions.routes)
  // Before the calls of players, who ask for themselves by the same path.
  api.route('/', botRoutes(context, guild))
  api.route('/', userRoutes(grants))
  api.route('/', webhookRoutes(context, messages, rateLimit))

  const routes = new Hono<SandboxEnv>()
  routes.route('/', authorizeRoutes(context, grants))
  routes.route('/', avatarRoutes())
  routes.route('/', guildControls(guild))
  routes.route('/', channelPage(interactions, messages))
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
      interactions.reset()
      guild.reset()
    },
  }
}

/** The messages of the staff's channel, newest first; the guild's members, and what the bot wrote to them. */
function discordOverview(messages: readonly Message[], guild: Guild): Markup {
  return html`<section>
    <h2>Discord</h2>
    <p class="hint">
      Client <code>${discordCredentials.clientId}</code>, secret
      <code>${discordCredentials.clientSecret}</code>, webhook
      <code>/api/webhooks/${discordCredentials.webhookId}/${discordCredentials.webhookToken}</code>
    </p>
    <p><a href="/discord/channel">The channel, where commands are typed and buttons pressed</a></p>
    <p class="actions">
      ${actionButton('Delete the webhook', 'faults', {
        provider: 'discord',
        kind: 'webhook-deleted',
        times: 1_000_000,
      })}
    </p>
    ${
      messages.length === 0
        ? html`<p class="empty">No messages yet.</p>`
        : latest(messages).map((message) => messageCard(message))
    }
    <h3>Guild</h3>
    <p class="hint">
      Bot <code>${discordCredentials.botToken}</code>, guild
      <code>${discordCredentials.guildId}</code>. Roles:
      ${guild.roles().map(({ id, name }) => html`${name} <code>${id}</code> `)}
    </p>
    <ol class="log">
      ${latest(guild.listMembers()).map((member) => memberLine(member, guild))}
      ${absentLines(guild)}
    </ol>
    <h3>Channels of the bot</h3>
    <p class="hint">
      ${Object.entries(discordCredentials.channels).map(
        ([name, id]) => html`${name} <code>${id}</code> `,
      )}
    </p>
    <p class="actions">
      ${actionButton('Delete the next message that the bot changes', 'faults', {
        provider: 'discord',
        kind: 'message-deleted',
      })}
      ${actionButton('Refuse the next message in a channel', 'faults', {
        provider: 'discord',
        kind: 'channel-forbidden',
      })}
    </p>
    ${
      guild.channelMessages.length === 0
        ? html`<p class="empty">None yet.</p>`
        : latest(guild.channelMessages).map((message) => messageCard(message))
    }
    <h3>Direct messages</h3>
    ${
      guild.directMessages.length === 0
        ? html`<p class="empty">None yet.</p>`
        : latest(guild.directMessages).map((message) => messageCard(message))
    }
  </section>`
}

function memberLine({ discordId, roles }: ReturnType<Guild['listMembers']>[number], guild: Guild) {
  const names = guild.roles().filter(({ id }) => roles.includes(id))
  return html`<li>
    ${accountOf(discordId).username} <code>${discordId}</code>
    <span class="state">${names.map(({ name }) => name).join(', ')}</span>
    ${
      roles.length > 0
        ? actionButton('Take the roles', 'discord/members', { discordIds: [discordId], roles: [] })
        : ''
    }
    ${actionButton('Leave', 'discord/members', { discordIds: [discordId], isMember: false })}
  </li>`
}

/** The demo players who have left, and can come back. */
function absentLines(guild: Guild): Markup[] {
  return players
    .filter(({ id }) => !guild.find(id))
    .map(
      ({ id, username }) =>
        html`<li>
          ${username} <code>${id}</code> <small>has left</small>
          ${actionButton('Join', 'discord/members', { discordIds: [id] })}
        </li>`,
    )
}
