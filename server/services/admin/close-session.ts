import type { Services } from '#server/services/context.ts'
import { hashSessionSecret } from './access-code.ts'
import { writeAudit } from './audit.ts'
import { nameSession, type Admin } from './recognise-admin.ts'

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
