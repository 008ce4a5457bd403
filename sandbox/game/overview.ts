import { html } from 'hono/html'
import { gameMachineCredentials } from '#sandbox/credentials.ts'
import { actionButton } from '#sandbox/overview-parts.ts'
import type { Markup, SandboxContext } from '#sandbox/fake-provider.ts'
import { machineFaults } from '#sandbox/faults.ts'
import type { GameView } from './game.ts'

/** So many that it lasts until the owner mends it. */
const lasting = 1_000_000

/** What the game sees, and what can go wrong with it. */
export function gameOverview(
  { origin }: SandboxContext,
  { priorityFile, queue, prefixGroups, clanTagPlayers, roles }: GameView,
  isAsking: boolean,
): Markup {
  const { user, password } = gameMachineCredentials
  return html`<section>
    <h2>What the game sees</h2>
    <p class="hint">
      Its machine: SFTP at <code>${new URL(origin).host}</code>, user <code>${user}</code>, password
      <code>${password}</code>. LB Core ${isAsking ? 'asks' : 'does not ask'} the product what to
      do.
    </p>
    <article>
      <h3>priority.txt</h3>
      <p class="hint">
        Who goes first in the queue: three ids of the owner’s own, then those that the product
        delivers.
      </p>
      <pre>${priorityFile}</pre>
      ${entries('Colours of names', prefixGroups, ({ prefix, members, ...group }) => {
        const color = `rgb(${group.colorR} ${group.colorG} ${group.colorB})`
        return html`<svg width="14" height="14" role="img" aria-label="${color}">
            <rect width="14" height="14" rx="3" fill="${color}" />
          </svg>
          <code>${prefix}</code> ${members.join(', ')}`
      })}
      ${entries('May colour the tag of their clan', clanTagPlayers, ({ steamid, comment }) => {
        return html`${steamid} <small>${comment}</small>`
      })}
      ${entries('First in the queue by CFTools', queue, ({ steamId, comment, expiresAt }) => {
        return html`${steamId} <small>${comment}, ${expiresAt ?? 'permanent'}</small>`
      })}
      ${entries('Roles in Discord', roles, ({ discordId, roles: ids }) => {
        return html`${discordId} <small>${ids.join(', ')}</small>`
      })}
      <h3>What can go wrong there, until you fix it</h3>
      <p class="actions">
        ${machineFaults.map((kind) =>
          actionButton(kind.replaceAll('-', ' '), 'faults', {
            provider: 'priority-file',
            kind,
            times: lasting,
          }),
        )}
        ${actionButton('Fix everything', 'faults/clear', {})}
        ${
          isAsking
            ? actionButton('LB Core falls silent', 'game', { asks: false })
            : actionButton('LB Core asks', 'game', { asks: true })
        }
      </p>
    </article>
  </section>`
}

function entries<Entry>(
  title: string,
  list: readonly Entry[],
  describe: (entry: Entry) => Markup,
): Markup {
  if (list.length === 0) return html``
  return html`<h3>${title}</h3>
    <ul class="log">
      ${list.map((entry) => html`<li>${describe(entry)}</li>`)}
    </ul>`
}
