import { html } from 'hono/html'
import { faultKinds, type FaultRequest } from './faults.ts'
import { gameServerForm } from './game-server/state.ts'
import type { LogEntry } from './log.ts'
import { renderPage } from './page.ts'
import { providers, type Markup, type SandboxContext, type FakeProvider } from './fake-provider.ts'

/** Shows what the providers received, and the controls. Its script refreshes the part `#live`. */
export function frontPage(
  context: SandboxContext,
  fakes: readonly FakeProvider[],
): Promise<Response> {
  const requests = context.log
    .entries()
    .filter((entry) => entry.kind === 'request')
    .slice(-50)
    .toReversed()
  return renderPage({
    title: 'Sandbox',
    script: 'front-page.js',
    body: html`<header class="top">
        <h1>Sandbox</h1>
        <p>
          Plays ${providers.join(', ')} for <a href="${context.productOrigin}">the product</a>. No
          money moves, nothing leaves this machine.
        </p>
        <button data-call="/_sandbox/reset" data-body="{}">Forget everything</button>
      </header>
      <main>
        <section>
          <h2>Faults</h2>
          ${faultForm()}
        </section>
        <section>
          <h2>State of the game server</h2>
          ${gameServerForm()}
        </section>
        <p id="notice" role="status"></p>
        <div id="live">
          ${activeFaults(context.faults.list())} ${fakes.map((fake) => fake.overview())}
          <section>
            <h2>Calls</h2>
            ${
              requests.length === 0
                ? html`<p class="empty">No calls yet.</p>`
                : html`<ol class="log">
                    ${requests.map(requestLine)}
                  </ol>`
            }
          </section>
        </div>
      </main>`,
  })
}

function faultForm(): Markup {
  return html`<form id="fault" class="switches">
    <label>Provider ${select('provider', providers)}</label>
    <label>Kind ${select('kind', faultKinds)}</label>
    <label>Times <input name="times" type="number" min="1" value="1" /></label>
    <label>
      Path <input name="path" placeholder="/v2/checkout/orders/*/capture" spellcheck="false" />
    </label>
    <button class="primary">Add fault</button>
  </form>`
}

function select(name: string, options: readonly string[]): Markup {
  return html`<select name="${name}">
    ${options.map((option) => html`<option>${option}</option>`)}
  </select>`
}

function activeFaults(faults: readonly FaultRequest[]): Markup {
  if (faults.length === 0) return html`<p class="empty">All providers work.</p>`
  return html`<ul class="log">
    ${faults.map(
      (fault) =>
        html`<li class="warning">
          ${fault.provider}: ${fault.kind} × ${fault.times} ${fault.path ?? fault.eventType ?? ''}
        </li>`,
    )}
    <li>
      <button data-call="/_sandbox/faults/clear" data-body="{}">Clear all faults</button>
    </li>
  </ul>`
}

function requestLine(entry: LogEntry & { kind: 'request' }): Markup {
  return html`<li>
    <time>${entry.at.slice(11, 19)}</time> ${entry.provider} ${entry.method}
    <code>${entry.path}</code>
    <span class="state">${entry.fault ?? entry.status}</span>
  </li>`
}
