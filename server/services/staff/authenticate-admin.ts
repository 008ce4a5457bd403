import { createHmac } from 'node:crypto'
import type { StaffRole } from '#domain/rights.ts'
import type { Config } from '#server/app/config.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'

export interface Credentials {
  /** The account that is signed in with Discord. */
  readonly userId: string | null
  /** The secret in the admin session's cookie. */
  readonly secret: string | null
}

/**
 * The admin of a request; null for everybody else. An owner's account comes before the access code,
 * because it identifies a person; the code gives more than the account of any other.
 */
export async function authenticateAdmin(
  services: Services,
  { userId, secret }: Credentials,
): Promise<Admin | null> {
  const byDiscord = userId === null ? null : await findPerson(services, userId)
  if (byDiscord?.role === 'owner' || secret === null) return byDiscord
  return (await findSession(services, secret)) ?? byDiscord
}

/** A short name of a session, which does not reveal its hash. */
export function nameSession(tokenHash: string): string {
  return tokenHash.slice(0, 12)
}

async function findPerson({ config, database }: Services, userId: string): Promise<Admin | null> {
  const account = await database.db
    .selectFrom('accounts')
    .leftJoin('people', 'people.discord_id', 'accounts.account_id')
    .select(['accounts.account_id as id', 'people.role'])
    .where('accounts.user_id', '=', userId)
    .where('accounts.provider_id', '=', 'discord')
    .executeTakeFirst()
  return account ? asStaff(config, account.id, account.role) : null
}

/** Whether an account at Discord is one of the staff; null for everybody else. */
export async function findStaff(
  { config, database }: Services,
  discordId: string,
): Promise<Admin | null> {
  const added = await database.db
    .selectFrom('people')
    .select('role')
    .where('discord_id', '=', discordId)
    .executeTakeFirst()
  return asStaff(config, discordId, added?.role ?? null)
}

function asStaff({ staffRoles }: Config, discordId: string, added: StaffRole | null): Admin | null {
  const role = staffRoles.get(discordId) ?? added
  return role ? { role, by: 'discord', actor: `discord:${discordId}` } : null
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
