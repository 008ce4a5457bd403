import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { paypalCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'

const knownComponents = new Set(['buttons', 'hosted-buttons'])
const script = readFileSync(new URL('sdk-script.js', import.meta.url), 'utf8')

/** `GET /sdk/js`, https://developer.paypal.com/sdk/js/configuration/ */
export function sdkRoutes(): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().get('/sdk/js', (c) => {
    const components = (c.req.query('components') ?? 'buttons').split(',')
    const unknown = components.find((component) => !knownComponents.has(component))
    if (c.req.query('client-id') !== paypalCredentials.clientId) {
      return javascript(
        'throw new Error("SDK Validation error: \'client-id not recognized\'");',
        400,
      )
    }
    if (unknown !== undefined) {
      return javascript('throw new Error("SDK Validation error: \'Invalid components\'");', 400)
    }
    return javascript(script, 200)
  })
}

function javascript(text: string, status: 200 | 400): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
