import { Hono } from 'hono'
import { html } from 'hono/html'
import { steamCredentials } from '#sandbox/credentials.ts'
import type { Markup, SandboxContext, SandboxEnv, FakeProvider } from '#sandbox/fake-provider.ts'
import { steamControls } from './controls.ts'
import { loginRoutes } from './login.ts'
import { steamPlayers } from './players.ts'
import { createSignedAnswers } from './signed-answers.ts'
import { summaryRoutes } from './summaries.ts'

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
