import { createHash, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { discordCredentials, isBasicFor } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import type { Player } from './players.ts'

const codeLifeMs = 10 * 60_000
/** Discord's documented life of an access token. */
const accessTokenLifeSeconds = 604_800

/** What a player allowed, and how its code may be exchanged. */
interface Authorization {
  readonly player: Player
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** The S256 challenge, when the authorize request had one. */
  readonly codeChallenge: string | null
}

interface Grant {
  readonly player: Player
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresAtMs: number
}

export interface Grants {
  authorize(authorization: Authorization): string
  /** Null when the code is unknown, used or expired, or does not match the address or verifier. */
  exchange(code: string, redirectUri: string, codeVerifier: string | null): Grant | null
  refresh(refreshToken: string): Grant | null
  findByAccessToken(accessToken: string): Grant | null
  /** Ends the grant that this access or refresh token belongs to. */
  revoke(token: string): void
  clear(): void
}

export function createGrants(now: () => number = Date.now): Grants {
  const codes = new Map<string, Authorization & { readonly issuedAtMs: number }>()
  const byAccessToken = new Map<string, Grant>()
  const byRefreshToken = new Map<string, Grant>()

  function issue(player: Player, scopes: readonly string[]): Grant {
    const grant: Grant = {
      player,
      scopes,
      accessToken: newToken(),
      refreshToken: newToken(),
      expiresAtMs: now() + accessTokenLifeSeconds * 1000,
    }
    byAccessToken.set(grant.accessToken, grant)
    byRefreshToken.set(grant.refreshToken, grant)
    return grant
  }

  function end(grant: Grant): void {
    byAccessToken.delete(grant.accessToken)
    byRefreshToken.delete(grant.refreshToken)
  }

  return {
    authorize(authorization) {
      const code = newToken()
      codes.set(code, { ...authorization, issuedAtMs: now() })
      return code
    },
    exchange(code, redirectUri, codeVerifier) {
      const authorization = codes.get(code)
      codes.delete(code)
      if (!authorization || now() - authorization.issuedAtMs > codeLifeMs) return null
      if (authorization.redirectUri !== redirectUri) return null
      if (!answersChallenge(authorization.codeChallenge, codeVerifier)) return null
      return issue(authorization.player, authorization.scopes)
    },
    refresh(refreshToken) {
      const old = byRefreshToken.get(refreshToken)
      if (!old) return null
      end(old)
      return issue(old.player, old.scopes)
    },
    findByAccessToken(accessToken) {
      const found = byAccessToken.get(accessToken)
      return found && found.expiresAtMs > now() ? found : null
    },
    revoke(token) {
      const grant = byAccessToken.get(token) ?? byRefreshToken.get(token)
      if (grant) end(grant)
    },
    clear() {
      codes.clear()
      byAccessToken.clear()
      byRefreshToken.clear()
    },
  }
}

function newToken(): string {
  return randomBytes(22).toString('base64url')
}

function answersChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true
  if (verifier === null) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

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
    // The token is that of the application's owner; nothing here asks for them by it.
    if (grantType === 'client_credentials') return clientAnswer(form.get('scope') ?? '')
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

/** Without a refresh token, https://docs.discord.com/developers/topics/oauth2#client-credentials-grant */
function clientAnswer(scope: string): Response {
  return Response.json({
    access_token: newToken(),
    token_type: 'Bearer',
    expires_in: accessTokenLifeSeconds,
    scope,
  })
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
