import { html } from 'hono/html'
import type { Page } from '#sandbox/page.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import { avatarPath, players, type Player } from './players.ts'

const scopeMeanings: Readonly<Record<string, string>> = {
  identify: 'Access your username, avatar and banner',
  email: 'Access your e-mail address',
}

export function authorizePage(
  actionUrl: string,
  scopes: readonly string[],
  productOrigin: string,
): Page {
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

export function refusalPage(reason: string): Page {
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
