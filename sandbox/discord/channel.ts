import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Markup, SandboxEnv } from '#sandbox/fake-provider.ts'
import { latest, renderPage } from '#sandbox/page.ts'
import { interactionFaults, type SandboxInteractions } from './interactions.ts'
import { players } from './players.ts'
import type { Message } from './webhook.ts'

const locales = ['fr', 'en-US', 'ru', 'es-ES', 'de'] as const
const someone = {
  as: z
    .string()
    .regex(/^\d{5,25}$/)
    .default(players[0]?.id ?? ''),
  locale: z.string().max(10).default('fr'),
}
const form = z.object({
  ...someone,
  typed: z.string().max(500).optional(),
  message: z.string().optional(),
  button: z.string().max(100).optional(),
  fault: z.enum(interactionFaults).default('none'),
})

/** A channel where one types commands and presses buttons, as anybody. */
export function channelPage(
  { act, commands }: SandboxInteractions,
  messages: readonly Message[],
): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.get('/discord/channel', async (c) => {
    const { as, locale } = z.object(someone).parse(c.req.query())
    const seen = messages.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === as)
    const page = await renderPage({
      title: 'Discord: the channel',
      body: html`<header class="top"><h1>Discord: the channel</h1></header>
        <main>
          <section>
            ${typing(as, locale, c.req.query('status'))}
            <p class="hint">
              ${commands().map(
                (one) =>
                  html`<code>/${one.name_localizations?.[locale] ?? one.name}</code>
                    ${one.description_localizations?.[locale] ?? one.description} `,
              )}
            </p>
          </section>
          <section>${latest(seen).map((message) => messageCard(message, { as, locale }))}</section>
        </main>`,
    })
    // Without it browsers send its forms with the origin `null`, which is refused.
    page.headers.set('referrer-policy', 'same-origin')
    return page
  })
  routes.post('/_sandbox/discord/channel', async (c) => {
    const { message, button, ...given } = form.parse(await c.req.parseBody())
    const outcome = await act({
      ...given,
      button: message && button ? { messageId: message, id: button } : undefined,
    })
    if (c.req.header('accept') === 'application/json') return c.json(outcome)
    const { as, locale } = given
    const query = new URLSearchParams({ as, locale, status: String(outcome.status) })
    return c.redirect(`/discord/channel?${query.toString()}`, 303)
  })
  return routes
}

function typing(as: string, locale: string, status: string | undefined): Markup {
  return html`<form class="switches" method="post" action="/_sandbox/discord/channel">
      <label>
        As
        <select name="as">
          ${players.map(
            ({ id, username }) =>
              html`<option value="${id}" ${id === as ? 'selected' : ''}>${username}</option>`,
          )}
        </select>
      </label>
      <label>
        Language
        <select name="locale">
          ${locales.map((one) => html`<option ${one === locale ? 'selected' : ''}>${one}</option>`)}
        </select>
      </label>
      <label>Command <input name="typed" placeholder="/perks" spellcheck="false" /></label>
      <label>
        Fault
        <select name="fault">
          ${interactionFaults.map((one) => html`<option>${one}</option>`)}
        </select>
      </label>
      <button class="primary">Send</button>
    </form>
    ${status === undefined ? '' : html`<p role="status">The shop answered ${status}.</p>`}`
}

/** A message; with `reader` its buttons can be pressed. */
export function messageCard(
  message: Message,
  reader?: { readonly as: string; readonly locale: string },
): Markup {
  return html`<article class="message">
    <header>
      <strong>${text(message.author['username'])}</strong>
      <time>${message.timestamp}</time>
      ${message.mention_everyone ? html`<span class="warning">pings everyone</span>` : ''}
      ${message.onlyFor === undefined ? '' : html`<small>only one person sees this</small>`}
    </header>
    ${message.content ? html`<p>${message.content}</p>` : ''} ${message.embeds.map(embedCard)}
    ${reader ? buttonsOf(message, reader) : ''}
  </article>`
}

const rows = z.array(
  z.object({
    components: z.array(
      z.object({
        label: z.string(),
        url: z.string().optional(),
        custom_id: z.string().optional(),
      }),
    ),
  }),
)

function buttonsOf(
  { id, components }: Message,
  { as, locale }: { readonly as: string; readonly locale: string },
): Markup {
  const buttons = (rows.safeParse(components).data ?? []).flatMap((row) => row.components)
  return html`<p class="actions">
    ${buttons.map(({ label, url, custom_id: button }) =>
      url === undefined
        ? html`<form method="post" action="/_sandbox/discord/channel">
            <input type="hidden" name="as" value="${as}" />
            <input type="hidden" name="locale" value="${locale}" />
            <input type="hidden" name="message" value="${id}" />
            <input type="hidden" name="button" value="${button ?? ''}" />
            <button>${label}</button>
          </form>`
        : html`<a href="${url}">${label}</a>`,
    )}
  </p>`
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
