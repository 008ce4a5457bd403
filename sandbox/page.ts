import { html } from 'hono/html'
import type { Markup } from './fake-provider.ts'

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
