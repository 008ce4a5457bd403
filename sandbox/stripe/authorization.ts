import type { MiddlewareHandler } from 'hono'
import { stripeCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { errorAnswer } from './errors.ts'
import { newRequestId } from './ids.ts'
import { apiVersion } from './views.ts'

/** Admits only calls with the secret key, and gives every answer an id as Stripe does. */
export const requireSecretKey: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const key = readKey(c.req.header('authorization'))
  if (key === stripeCredentials.secretKey) await next()
  else c.res = refuseKey(key)
  c.res.headers.set('request-id', newRequestId())
  c.res.headers.set('stripe-version', apiVersion)
}

/** As a bearer token, or as the user name of Basic authorization without a password. */
function readKey(header = ''): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/i.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
}

function refuseKey(key: string): Response {
  return errorAnswer({
    status: 401,
    type: 'invalid_request_error',
    message:
      key === ''
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  })
}
