import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { steamCredentials } from '#sandbox/credentials.ts'
import { drawIdenticon } from '#sandbox/discord/players.ts'
import type { FakeProvider, Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import {
  createSignedAnswers,
  loginRoutes,
  steamControls,
  type SteamPlayer,
  steamPlayers,
} from './sign-in.ts'

/** Steam's sign-in by OpenID and the names and pictures of accounts. */
export function createSteam({ origin }: SandboxContext): FakeProvider {
  const answers = createSignedAnswers(origin)
  const routes = new Hono<SandboxEnv>()
  routes.route('/', loginRoutes(answers))
  routes.route('/', summaryRoutes(origin))
  routes.route('/', steamControls(answers))
  return {
    provider: 'steam',
    apiPaths: ['/openid/login', '/ISteamUser/'],
    routes,
    refuse: (status) =>
      new Response(`<html><body><h1>${status}</h1></body></html>`, {
        status,
        headers: { 'content-type': 'text/html; charset=UTF-8' },
      }),
    overview,
    reset: () => answers.clear(),
  }
}

function overview(): Markup {
  return html`<section>
    <h2>Steam</h2>
    <p class="hint">
      OpenID at <code>/openid/login</code>, Web API key <code>${steamCredentials.apiKey}</code>.
      Accounts: ${steamPlayers.map(({ steamId }) => html`<code>${steamId}</code> `)}
    </p>
  </section>`
}

const mostIds = 100

/** `ISteamUser/GetPlayerSummaries`: unknown ids are simply missing. Also the accounts' pictures. */
function summaryRoutes(origin: string): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.get('/:file{[0-9a-f]{40}_medium\\.jpg}', (c) => {
    return new Response(new Uint8Array(drawIdenticon(c.req.path)), {
      headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' },
    })
  })
  return routes.get('/ISteamUser/GetPlayerSummaries/:version{v2|v0002}/', (c) => {
    if (c.req.query('key') !== steamCredentials.apiKey) return forbidden()
    const ids = new Set((c.req.query('steamids') ?? '').split(',').slice(0, mostIds))
    const players = steamPlayers.filter(({ steamId }) => ids.has(steamId))
    return c.json({ response: { players: players.map((player) => toSummary(player, origin)) } })
  })
}

function toSummary({ steamId, personaName }: SteamPlayer, origin: string) {
  const avatar = `${origin}/${createHash('sha1').update(steamId).digest('hex')}`
  return {
    steamid: steamId,
    communityvisibilitystate: 3,
    profilestate: 1,
    personaname: personaName,
    profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
    avatar: `${avatar}.jpg`,
    avatarmedium: `${avatar}_medium.jpg`,
    avatarfull: `${avatar}_full.jpg`,
    personastate: 0,
  }
}

function forbidden(): Response {
  return new Response(
    '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>',
    { status: 403, headers: { 'content-type': 'text/html; charset=UTF-8' } },
  )
}
