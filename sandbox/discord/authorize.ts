import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { type Page, renderPage } from '#sandbox/page.ts'
import type { Grants } from './grants.ts'
import { avatarPath, findPlayer, type Player, players } from './players.ts'

const knownScopes = new Set([
  'identify',
  'email',
  'connections',
  'guilds',
  'guilds.join',
  'role_connections.write',
])

interface AuthorizeRequest {
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly state: string | null
  readonly codeChallenge: string | null
}

/** The page on which a player lets the product see who they are. */
export function authorizeRoutes(
  { productOrigin }: SandboxContext,
  grants: Grants,
): Hono<SandboxEnv> {
  const callback = `${productOrigin}/api/auth/callback/discord`

  function show(c: Context<SandboxEnv>): Promise<Response> {
    const request = readRequest(new URL(c.req.url).searchParams, callback)
    if (typeof request === 'string') return renderPage(refusalPage(request))
    return renderPage(authorizePage(c.req.url, request.scopes, productOrigin))
  }

  async function decide(c: Context<SandboxEnv>): Promise<Response> {
    const request = readRequest(new URL(c.req.url).searchParams, callback)
    if (typeof request === 'string') return renderPage(refusalPage(request))
    const form = new URLSearchParams(await c.req.text())
    const player = findPlayer(form.get('player'))
    const answer = new URL(request.redirectUri)
    if (form.get('decision') === 'authorize' && player) {
      answer.searchParams.set('code', grants.authorize({ player, ...request }))
    } else {
      answer.searchParams.set('error', 'access_denied')
      answer.searchParams.set(
        'error_description',
        'The resource owner or authorization server denied the request',
      )
    }
    if (request.state !== null) answer.searchParams.set('state', request.state)
    return c.redirect(answer.href, 302)
  }

  const routes = new Hono<SandboxEnv>()
  for (const path of ['/oauth2/authorize', '/api/oauth2/authorize']) {
    routes.get(path, show).post(path, decide)
  }
  return routes
}

/** A sentence instead of a request when Discord would refuse it. */
function readRequest(query: URLSearchParams, callback: string): AuthorizeRequest | string {
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
  const unknownScope = scopes.find((scope) => !knownScopes.has(scope))
  const challenge = query.get('code_challenge')
  if (query.get('client_id') !== discordCredentials.clientId) return 'Unknown client_id.'
  if (query.get('response_type') !== 'code') return 'response_type must be code.'
  if (query.get('redirect_uri') !== callback) {
    return `Invalid OAuth2 redirect_uri: only ${callback} is registered.`
  }
  if (scopes.length === 0) return 'scope is missing.'
  if (unknownScope !== undefined) return `The scope "${unknownScope}" is unknown.`
  if (challenge !== null && query.get('code_challenge_method') !== 'S256') {
    return 'code_challenge_method must be S256.'
  }
  return { scopes, redirectUri: callback, state: query.get('state'), codeChallenge: challenge }
}

const scopeMeanings: Readonly<Record<string, string>> = {
  identify: 'Access your username, avatar and banner',
  email: 'Access your e-mail address',
}

function authorizePage(actionUrl: string, scopes: readonly string[], productOrigin: string): Page {
  const { pathname, search } = new URL(actionUrl)
  return {
    title: 'Authorize · Discord sandbox',
    formTargets: [productOrigin],
    body: html`<main class="window">
      <p class="badge">Discord sandbox</p>
      <h1>The shop wants to know who you are</h1>
      <form method="post" action="${pathname}${search}">
        <fieldset>
          <legend>Sign in as</legend>
          ${players.map(playerChoice)}
        </fieldset>
        <p>This lets the shop:</p>
        <ul>
          ${scopes.map((scope) => html`<li>${scopeMeanings[scope] ?? scope}</li>`)}
        </ul>
        <div class="actions">
          <button class="primary" name="decision" value="authorize">Authorize</button>
          <button name="decision" value="cancel">Cancel</button>
        </div>
      </form>
    </main>`,
  }
}

function playerChoice(player: Player, index: number): Markup {
  return html`<label class="choice">
    <input type="radio" name="player" value="${player.id}" ${index === 0 ? 'checked' : ''} />
    <img src="${avatarPath(player)}" alt="" width="40" height="40" />
    <span>
      <strong>${player.globalName ?? player.username}</strong>
      <small>@${player.username} · ${player.purpose}</small>
    </span>
  </label>`
}

function refusalPage(reason: string): Page {
  return {
    title: 'Refused · Discord sandbox',
    status: 400,
    body: html`<main class="window">
      <p class="badge">Discord sandbox</p>
      <h1>Discord refuses this sign-in</h1>
      <p role="alert">${reason}</p>
    </main>`,
  }
}
