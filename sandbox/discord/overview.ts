import { html } from 'hono/html'
import { discordCredentials } from '#sandbox/credentials.ts'
import { latest } from '#sandbox/overview-parts.ts'
import type { Markup } from '#sandbox/fake-provider.ts'
import type { Message } from './message.ts'

/** The messages of the staff's channel, newest first. */
export function discordOverview(messages: readonly Message[]): Markup {
  return html`<section>
    <h2>Discord</h2>
    <p class="hint">
      Client <code>${discordCredentials.clientId}</code>, secret
      <code>${discordCredentials.clientSecret}</code>, webhook
      <code>/api/webhooks/${discordCredentials.webhookId}/${discordCredentials.webhookToken}</code>
    </p>
    ${
      messages.length === 0
        ? html`<p class="empty">No message yet.</p>`
        : latest(messages).map(messageCard)
    }
  </section>`
}

function messageCard(message: Message): Markup {
  return html`<article class="message">
    <header>
      <strong>${text(message.author['username'])}</strong>
      <time>${message.timestamp}</time>
      ${message.mention_everyone ? html`<span class="warning">pings everyone</span>` : ''}
    </header>
    ${message.content ? html`<p>${message.content}</p>` : ''} ${message.embeds.map(embedCard)}
  </article>`
}

function embedCard(embed: Record<string, unknown>): Markup {
  const fields = Array.isArray(embed['fields']) ? embed['fields'] : []
  return html`<div class="embed">
    ${embed['title'] ? html`<strong>${text(embed['title'])}</strong>` : ''}
    ${embed['description'] ? html`<p>${text(embed['description'])}</p>` : ''}
    <dl>
      ${fields.map(
        (field: Record<string, unknown>) =>
          html`<dt>${text(field['name'])}</dt>
            <dd>${text(field['value'])}</dd>`,
      )}
    </dl>
  </div>`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
