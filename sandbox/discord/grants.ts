import { createHash, randomBytes } from 'node:crypto'
import type { Player } from './players.ts'

const codeLifeMs = 10 * 60_000
/** Discord's documented life of an access token. */
export const accessTokenLifeSeconds = 604_800

/** What a player allowed, and how its code may be exchanged. */
export interface Authorization {
  readonly player: Player
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** The S256 challenge, when the authorize request had one. */
  readonly codeChallenge: string | null
}

export interface Grant {
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
