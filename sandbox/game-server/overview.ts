import { html } from 'hono/html'
import { battleMetricsCredentials } from '#sandbox/credentials.ts'
import { actionButton } from '#sandbox/overview-parts.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import { serverStatuses, type ServerChange, type ServerState } from './state.ts'

/** The game server's state, and the controls that need no typing. */
export function gameServerOverview(state: ServerState): Markup {
  const { serverId, token } = battleMetricsCredentials
  return html`<section>
    <h2>Game server</h2>
    <p class="hint">
      BattleMetrics at <code>/servers/${serverId}</code>, token <code>${token}</code>
    </p>
    <article>
      <header>
        <strong>${state.name}</strong>
        <span>${state.players} of ${state.maxPlayers} players</span>
        <span class="state">${state.status}</span>
        <time>${state.gameTime} in the game</time>
      </header>
      <p class="actions">
        ${
          state.status === 'online'
            ? changeButton('Take it down', { status: 'offline' })
            : changeButton('Bring it back', { status: 'online' })
        }
        ${changeButton('Fill it', { players: state.maxPlayers })}
        ${changeButton('Empty it', { players: 0 })}
        ${changeButton('Make it noon', { gameTime: '12:00' })}
        ${changeButton('Make it midnight', { gameTime: '00:00' })}
      </p>
    </article>
  </section>`
}

function changeButton(label: string, change: ServerChange): Markup {
  return actionButton(label, 'server', change)
}

/** Not part of `#live`, so that a refresh does not lose typed text; an empty field changes nothing. */
export function gameServerForm(): Markup {
  return html`<form id="server" class="switches">
    <label>Players <input name="players" type="number" min="0" max="127" /></label>
    <label>Room for <input name="maxPlayers" type="number" min="1" max="127" /></label>
    <label>
      Status
      <select name="status">
        <option value="">unchanged</option>
        ${serverStatuses.map((status) => html`<option>${status}</option>`)}
      </select>
    </label>
    <label>Time in the game <input name="gameTime" type="time" /></label>
    <button class="primary">Change the server</button>
  </form>`
}
