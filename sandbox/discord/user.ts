import { Hono } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { discordError, unauthorized } from './errors.ts'
import type { Grants } from './grants.ts'
import type { Player } from './players.ts'

/** `GET /users/@me`, however the caller has encoded the `@`. */
export function userRoutes(grants: Grants): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().get('/users/:user', (c) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const grant = token === undefined ? null : grants.findByAccessToken(token)
    if (!grant) return unauthorized()
    if (c.req.param('user') !== '@me') return discordError(403, 50001, 'Missing Access')
    if (!grant.scopes.includes('identify')) return unauthorized()
    return c.json({
      ...publicUser(grant.player),
      mfa_enabled: false,
      locale: grant.player.locale,
      premium_type: 0,
      ...(grant.scopes.includes('email') && {
        email: grant.player.email,
        verified: grant.player.verified,
      }),
    })
  })
}

/** The public part of an account. */
export function publicUser(player: Player): Record<string, unknown> {
  return {
    id: player.id,
    username: player.username,
    avatar: player.avatar,
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    global_name: player.globalName,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  }
}
