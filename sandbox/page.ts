import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Markup, Provider, SandboxEnv } from './fake-provider.ts'
import type { Log, LogEntry } from './log.ts'

export interface Page {
  readonly title: string
  readonly body: Markup
  /** Name of a script in `assets/`. */
  readonly script?: string
  /** Other origins that a form of this page may lead to. */
  readonly formTargets?: readonly string[]
  readonly status?: number
}

/** The layout of all pages for people, under a policy that allows nothing inline. */
export async function renderPage(page: Page): Promise<Response> {
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${page.title}</title>
        <link rel="icon" href="/_sandbox/assets/icon.svg" />
        <link rel="stylesheet" href="/_sandbox/assets/sandbox.css" />
        ${
          page.script
            ? html`<script type="module" src="/_sandbox/assets/${page.script}"></script>`
            : ''
        }
      </head>
      <body>
        ${page.body}
      </body>
    </html>`
  return new Response(markup, {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(page.formTargets ?? []),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}

// Browsers check `form-action` against the redirect after a form as well.
function contentSecurityPolicy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

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

const contentTypes = {
  'sandbox.css': 'text/css; charset=utf-8',
  'front-page.js': 'text/javascript; charset=utf-8',
  'checkout-done.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const

/** The scripts, styles and icon of the sandbox's own pages. */
export function assetRoutes(): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  for (const [name, contentType] of Object.entries(contentTypes)) {
    const content = readFileSync(new URL(`assets/${name}`, import.meta.url))
    routes.get(`/_sandbox/assets/${name}`, () => {
      return new Response(content, {
        headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' },
      })
    })
  }
  return routes
}
