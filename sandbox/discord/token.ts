import { Hono } from 'hono'
import { isBasicFor } from '#sandbox/basic-authorization.ts'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { accessTokenLifeSeconds, type Grant, type Grants } from './grants.ts'

/** OAuth2's token and revocation endpoints. They accept forms only and answer errors as in RFC 6749 §5.2. */
export function tokenRoutes(grants: Grants): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.post('/oauth2/token', async (c) => {
    const form = readForm(c.req.header('content-type'), await c.req.text())
    if (!form) return oauthError(400, 'invalid_request', 'The body must be form encoded.')
    if (!isOurClient(c.req.header('authorization'), form)) return oauthError(401, 'invalid_client')
    const grantType = form.get('grant_type')
    if (grantType === 'authorization_code') return exchange(grants, form)
    if (grantType === 'refresh_token') return refresh(grants, form)
    return oauthError(400, 'unsupported_grant_type', 'Unsupported grant_type.')
  })
  routes.post('/oauth2/token/revoke', async (c) => {
    const form = readForm(c.req.header('content-type'), await c.req.text())
    if (!form) return oauthError(400, 'invalid_request', 'The body must be form encoded.')
    if (!isOurClient(c.req.header('authorization'), form)) return oauthError(401, 'invalid_client')
    grants.revoke(form.get('token') ?? '')
    return Response.json({})
  })
  return routes
}

function exchange(grants: Grants, form: URLSearchParams): Response {
  const grant = grants.exchange(
    form.get('code') ?? '',
    form.get('redirect_uri') ?? '',
    form.get('code_verifier'),
  )
  return grant ? tokenAnswer(grant) : oauthError(400, 'invalid_grant', 'Invalid "code" in request.')
}

function refresh(grants: Grants, form: URLSearchParams): Response {
  const grant = grants.refresh(form.get('refresh_token') ?? '')
  return grant
    ? tokenAnswer(grant)
    : oauthError(400, 'invalid_grant', 'Invalid "refresh_token" in request.')
}

function tokenAnswer(grant: Grant): Response {
  return Response.json({
    token_type: 'Bearer',
    access_token: grant.accessToken,
    expires_in: accessTokenLifeSeconds,
    refresh_token: grant.refreshToken,
    scope: grant.scopes.join(' '),
  })
}

function readForm(contentType: string | undefined, text: string): URLSearchParams | null {
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) return null
  return new URLSearchParams(text)
}

/** The client identifies itself by Basic or in the body. */
function isOurClient(authorization: string | undefined, form: URLSearchParams): boolean {
  if (authorization !== undefined && /^Basic /i.test(authorization))
    return isBasicFor(discordCredentials, authorization)
  const { clientId, clientSecret } = discordCredentials
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
}

function oauthError(status: number, error: string, description?: string): Response {
  return Response.json(
    { error, ...(description !== undefined && { error_description: description }) },
    { status },
  )
}
