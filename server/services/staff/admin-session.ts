import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminSessionView } from '#contract/staff.ts'
import { mayDo, rights } from '#domain/rights.ts'
import type { Config } from '#server/app/config.ts'
import { isSameCode, reportWrongCode } from '#server/services/access-codes.ts'
import { actorName, writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import {
  countRequest,
  requireAllowed,
  type ClientNetworks,
  type RateLimit,
} from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { hashSessionSecret, nameSession } from './authenticate-admin.ts'
import { isCodeEnabled } from './people.ts'

/** An evening's work; then an abandoned computer is no longer an admin's. */
export const sessionSeconds = 12 * 60 * 60

const windowSeconds = 5 * 60
/** Enough for an owner who forgot the code. */
const attemptsOfNetwork: RateLimit = { name: 'admin-code:network', requests: 10, windowSeconds }
const attemptsOfDevice: RateLimit = { name: 'admin-code:device', requests: 10, windowSeconds }
/** Limits an attacker with many addresses. */
const attemptsOfStrangers: RateLimit = { name: 'admin-code', requests: 60, windowSeconds }

export interface CodeAttempt {
  readonly code: string
  /** Of who enters it, in their own words. */
  readonly name: string | null
  readonly networks: ClientNetworks
  /** Set in a browser that has sent the right code before. */
  readonly deviceId: string | null
}

/**
 * Opens an admin session with the access code; returns its secret. Refuses with `wrong_code`,
 * `access_code_off`, or with `rate_limited` before it compares the code.
 */
export async function openAdminSession(services: Services, attempt: CodeAttempt): Promise<string> {
  await countAttempt(services, attempt)
  const { config, database, clock, log } = services
  if (!isSameCode(attempt.code, config.adminAccessCode)) {
    log.warn({ knownDevice: attempt.deviceId !== null }, 'wrong admin access code')
    await reportWrongCode(services, 'admin')
    throw new ServiceError('wrong_code')
  }
  const secret = randomBytes(32).toString('base64url')
  const tokenHash = hashSessionSecret(config, secret)
  const now = clock()
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  const admin: Admin = { role: 'owner', by: 'code', actor: `code:${nameSession(tokenHash)}` }
  await database.transaction(async (trx) => {
    if (!(await isCodeEnabled(trx, 'shared'))) {
      log.warn('the right admin access code, which is switched off')
      throw new ServiceError('access_code_off')
    }
    await trx
      .insertInto('admin_sessions')
      .values({ token_hash: tokenHash, created_at: now, expires_at: expiresAt })
      .execute()
    await writeAudit(services, trx, admin, {
      action: 'session_opened',
      subject: `session:${nameSession(tokenHash)}`,
      after: { expiresAt, name: attempt.name },
    })
  })
  return secret
}

/** A network over its own limit must not use up the limit that all strangers share. */
async function countAttempt(
  services: Services,
  { networks, deviceId }: CodeAttempt,
): Promise<void> {
  const count = async (limit: RateLimit, who: ClientNetworks): Promise<void> =>
    requireAllowed(await countRequest(services, limit, who))
  if (deviceId !== null) return count(attemptsOfDevice, [{ name: deviceId, factor: 1 }])
  await count(attemptsOfNetwork, networks)
  await count(attemptsOfStrangers, [{ name: 'strangers', factor: 1 }])
}

export async function describeSession(
  { database }: Services,
  { by, role, actor }: Admin,
): Promise<AdminSessionView> {
  const { rows } = await sql<{ name: string | null }>`
    select ${actorName(sql`${actor}::text`)} as name`.execute(database.db)
  const allowed = rights.filter((right) => mayDo(role, right))
  return { by, role, name: rows[0]?.name ?? null, rights: allowed }
}

/** Ends an admin session. An admin by Discord account has no such session, and stays an admin. */
export async function closeAdminSession(
  services: Services,
  admin: Admin,
  secret: string,
): Promise<void> {
  const tokenHash = hashSessionSecret(services.config, secret)
  await services.database.transaction(async (trx) => {
    const closed = await trx
      .deleteFrom('admin_sessions')
      .where('token_hash', '=', tokenHash)
      .returning('expires_at')
      .executeTakeFirst()
    if (!closed) return
    await writeAudit(services, trx, admin, {
      action: 'session_closed',
      subject: `session:${nameSession(tokenHash)}`,
      before: { expiresAt: closed.expires_at },
    })
  })
}

/**
 * A token for a browser in which the right code was entered once. It grants nothing; its attempts
 * are only counted separately, so that a flood from strangers does not shut the owner out.
 */
export function createDeviceToken(config: Config): string {
  const id = randomUUID()
  return `${id}.${sign(config, id)}`
}

/** The device id of a token that we signed for the current code; null for any other token. */
export function verifyDeviceToken(config: Config, token: string | undefined): string | null {
  const [id = '', signature = ''] = token?.split('.') ?? []
  return isSameCode(signature, sign(config, id)) ? id : null
}

function sign({ sessionSecret, adminAccessCode }: Config, id: string): string {
  return createHmac('sha256', sessionSecret)
    .update(`admin-device:${id}:${adminAccessCode}`)
    .digest('base64url')
}
