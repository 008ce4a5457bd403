import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/app/config.ts'
import { reportWrongCode } from '#server/services/access-codes.ts'
import type { Services } from '#server/services/context.ts'
import { countRequest, type ClientNetworks, type RateLimit } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from './audit-log.ts'
import { hashSessionSecret, isAccessCode, nameSession, type Admin } from './authenticate-admin.ts'

/** An evening's work; nobody stays an admin on a computer that he has left. */
export const sessionSeconds = 12 * 60 * 60

const windowSeconds = 5 * 60
/** Somebody who does not remember his code tries a few. */
const attemptsOfNetwork: RateLimit = { name: 'admin-code:network', requests: 10, windowSeconds }
const attemptsOfDevice: RateLimit = { name: 'admin-code:device', requests: 10, windowSeconds }
/** Who has many addresses gets no further than this with all of them. */
const attemptsOfStrangers: RateLimit = { name: 'admin-code', requests: 60, windowSeconds }

export interface CodeAttempt {
  readonly code: string
  readonly networks: ClientNetworks
  /** Of a browser in which the code was right before. */
  readonly deviceId: string | null
}

/**
 * Opens an admin session for whoever knows the access code; answers its secret. Refuses with
 * `wrong_code`, or with `rate_limited` before the code is looked at.
 */
export async function openAdminSession(services: Services, attempt: CodeAttempt): Promise<string> {
  await countAttempt(services, attempt)
  const { config, database, clock, log } = services
  if (!isAccessCode(config, attempt.code)) {
    log.warn({ knownDevice: attempt.deviceId !== null }, 'wrong admin access code')
    await reportWrongCode(services, 'admin')
    throw new ServiceError('wrong_code')
  }
  const secret = randomBytes(32).toString('base64url')
  const tokenHash = hashSessionSecret(config, secret)
  const now = clock()
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  const admin: Admin = { by: 'code', actor: `code:${nameSession(tokenHash)}` }
  await database.transaction(async (trx) => {
    await trx
      .insertInto('admin_sessions')
      .values({ token_hash: tokenHash, created_at: now, expires_at: expiresAt })
      .execute()
    await writeAudit(services, trx, admin, {
      action: 'session_opened',
      subject: `session:${nameSession(tokenHash)}`,
      before: null,
      after: { expiresAt },
    })
  })
  return secret
}

/** An attempt that its own network is refused must not use up what all strangers share. */
async function countAttempt(
  services: Services,
  { networks, deviceId }: CodeAttempt,
): Promise<void> {
  if (deviceId !== null) {
    await count(services, attemptsOfDevice, [{ name: deviceId, factor: 1 }])
    return
  }
  await count(services, attemptsOfNetwork, networks)
  await count(services, attemptsOfStrangers, [{ name: 'strangers', factor: 1 }])
}

async function count(services: Services, limit: RateLimit, who: ClientNetworks): Promise<void> {
  const verdict = await countRequest(services, limit, who)
  if (verdict.allowed) return
  throw new ServiceError('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}

/** Ends an admin session. Who is an admin by his Discord account has none, and stays one. */
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
      after: null,
    })
  })
}

/**
 * A token for a browser in which the right code was once entered. It opens nothing; its attempts are
 * merely counted apart, so that a flood of strangers' codes does not shut the owner out.
 */
export function createDeviceToken(config: Config): string {
  const id = randomUUID()
  return `${id}.${sign(config, id)}`
}

/** The device's id when we signed it, for the code that holds now; null for anything else. */
export function verifyDeviceToken(config: Config, token: string | undefined): string | null {
  const [id = '', signature = ''] = token?.split('.') ?? []
  const expected = Buffer.from(sign(config, id))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function sign({ sessionSecret, adminAccessCode }: Config, id: string): string {
  return createHmac('sha256', sessionSecret)
    .update(`admin-device:${id}:${adminAccessCode}`)
    .digest('base64url')
}
