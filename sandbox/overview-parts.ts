import { html } from 'hono/html'
import type { Log, LogEntry } from './log.ts'
import type { Markup, Provider } from './fake-provider.ts'

type SentWebhook = LogEntry & { readonly kind: 'webhook' }

const mostShown = 50

/** The latest of many, newest first. */
export function latest<Item>(items: Iterable<Item>): readonly Item[] {
  return [...items].slice(-mostShown).toReversed()
}

/** A button that calls the sandbox; `call` is the path after `/_sandbox/`. */
export function actionButton(label: string, call: string, body: object): Markup {
  const json = JSON.stringify(body)
  return html`<button data-call="/_sandbox/${call}" data-body="${json}">${label}</button>`
}

/** The webhooks that a provider has sent, each with its subject (`about`) and its actions. */
export function sentWebhooks(
  log: Log,
  provider: Provider,
  { about, actions }: { about: 'eventId' | 'resourceId'; actions?: (sent: SentWebhook) => Markup },
): Markup {
  const webhooks = latest(log.entries(provider).filter((entry) => entry.kind === 'webhook'))
  return html`<h3>Webhooks sent</h3>
    ${
      webhooks.length === 0
        ? html`<p class="empty">None yet.</p>`
        : html`<ol class="log">
            ${webhooks.map((sent) => webhookLine(sent, sent[about], actions?.(sent)))}
          </ol>`
    }`
}

function webhookLine(sent: SentWebhook, subject: string, actions: Markup | undefined): Markup {
  const answer = sent.lost ? 'lost on purpose' : (sent.status ?? 'no answer')
  return html`<li>
    <time>${sent.at.slice(11, 19)}</time> ${sent.eventType} <code>${subject}</code>
    <span class="state">${answer}</span>
    ${sent.attempt > 1 ? html`<small>attempt ${sent.attempt}</small>` : ''} ${actions ?? ''}
  </li>`
}

/** A dispute in words, with its possible outcomes while it is open. */
export function disputeLine(
  provider: Provider,
  { id, sum, outcome, taken = '' }: { id: string; sum: string; outcome: string; taken?: string },
): Markup {
  const dispute = { provider, reference: id }
  return html`<p class="actions">
    <span>
      Dispute <code>${id}</code> of ${sum}:
      <span class="state">${outcome}${taken}</span>
    </span>
    ${
      outcome === 'open'
        ? [
            actionButton('Won by the shop', 'dispute', { ...dispute, outcome: 'won' }),
            actionButton('Lost by the shop', 'dispute', { ...dispute, outcome: 'lost' }),
          ]
        : ''
    }
  </p>`
}
