import { Hono, type MiddlewareHandler } from 'hono'
import { isBasicFor } from '#sandbox/basic-authorization.ts'
import { paypalCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { errorAnswer } from './errors.ts'
import { newAccessToken } from './ids.ts'
import type { PayPalState } from './state.ts'

const lifeSeconds = 32_400

/** `POST /v1/oauth2/token`, https://developer.paypal.com/api/rest/authentication/ */
export function tokenRoutes(state: PayPalState): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/v1/oauth2/token', async (c) => {
    if (!isBasicFor(paypalCredentials, c.req.header('authorization'))) {
      return c.json(
        { error: 'invalid_client', error_description: 'Client Authentication failed' },
        401,
      )
    }
    if (new URLSearchParams(await c.req.text()).get('grant_type') !== 'client_credentials') {
      return c.json(
        { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or unknown' },
        400,
      )
    }
    const token = newAccessToken()
    state.accessTokens.set(token, Date.now() + lifeSeconds * 1000)
    return c.json({
      scope:
        'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: lifeSeconds,
      nonce: `${new Date().toISOString()}${token.slice(-20)}`,
    })
  })
}

/** Admits only calls with a valid token of this sandbox. */
export function requireAccessToken(state: PayPalState): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if ((state.accessTokens.get(token) ?? 0) <= Date.now()) return errorAnswer({ status: 401 })
    return next()
  }
}
