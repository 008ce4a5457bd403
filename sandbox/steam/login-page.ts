import { html } from 'hono/html'
import type { Page } from '#sandbox/page.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import { steamPlayers, type SteamPlayer } from './players.ts'
import type { SignInRequest } from './sign-in-request.ts'

export function loginPage(search: string, { realm }: SignInRequest): Page {
  return {
    title: 'Sign in · Steam sandbox',
    formTargets: [realm],
    body: html`<main class="window">
      <p class="badge">Steam sandbox</p>
      <h1>Sign in to ${realm} with your Steam account</h1>
      <form method="post" action="/openid/login${search}">
        <fieldset>
          <legend>Sign in as</legend>
          ${steamPlayers.map(playerChoice)}
        </fieldset>
        <p>The site learns your SteamID64. It does not learn your password.</p>
        <div class="actions">
          <button class="primary" name="decision" value="sign-in">Sign in</button>
          <button name="decision" value="cancel">Cancel</button>
        </div>
      </form>
    </main>`,
  }
}

function playerChoice({ steamId, personaName, purpose }: SteamPlayer, index: number): Markup {
  return html`<label class="choice">
    <input type="radio" name="player" value="${steamId}" ${index === 0 ? 'checked' : ''} />
    <span>
      <strong>${personaName}</strong>
      <small>${steamId} · ${purpose}</small>
    </span>
  </label>`
}

export function refusalPage(reason: string): Page {
  return {
    title: 'Refused · Steam sandbox',
    status: 400,
    body: html`<main class="window">
      <p class="badge">Steam sandbox</p>
      <h1>Steam refuses this sign-in</h1>
      <p role="alert">${reason}</p>
    </main>`,
  }
}
