import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import type { SandboxEnv } from './fake-provider.ts'

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
