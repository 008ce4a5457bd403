import { createHmac } from 'node:crypto'
import type { Config } from '#server/app/config.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'

/** The credentials in a request. */
export interface Credentials {
  /** The account that is signed in with Discord. */
  readonly userId: string | null
  /** The secret in the admin session's cookie. */
  readonly secret: string | null
}

/**
 * The admin of a request; null for everybody else. A listed account comes before the access code,
 * because it identifies a person.
 */
export async function authenticateAdmin(
  services: Services,
  { userId, secret }: Credentials,
): Promise<Admin | null> {
  const byDiscord = userId === null ? null : await findListedAccount(services, userId)
  if (byDiscord || secret === null) return byDiscord
  return findSession(services, secret)
}

/** A short name of a session, which does not reveal its hash. */
export function nameSession(tokenHash: string): string {
  return tokenHash.slice(0, 12)
}

async function findListedAccount(
  { config, database }: Services,
  userId: string,
): Promise<Admin | null> {
  const { staffRoles } = config
  if (staffRoles.size === 0) return null
  const account = await database.db
    .selectFrom('accounts')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'discord')
    .where('account_id', 'in', [...staffRoles.keys()])
    .executeTakeFirst()
  const role = account && staffRoles.get(account.account_id)
  return role ? { role, by: 'discord', actor: `discord:${account.account_id}` } : null
}

async function findSession(
  { config, database, clock }: Services,
  secret: string,
): Promise<Admin | null> {
  const session = await database.db
    .selectFrom('admin_sessions')
    .select('token_hash')
    .where('token_hash', '=', hashSessionSecret(config, secret))
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return session
    ? { role: 'owner', by: 'code', actor: `code:${nameSession(session.token_hash)}` }
    : null
}

/**
 * The stored hash of a session's secret. The access code is the key, so that a new code ends all
 * sessions that were opened with the old one.
 */
export function hashSessionSecret({ adminAccessCode }: Config, secret: string): string {
  return createHmac('sha256', adminAccessCode).update(secret).digest('hex')
}
