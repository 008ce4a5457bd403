import { Hono } from 'hono'
import { auditQuery, type AuditPage } from '#contract/admin-kryptonite.ts'
import { listAudit } from '#server/services/admin/list-audit.ts'
import type { Services } from '#server/services/context.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { presentAuditEntry } from '#server/http/present/admin-kryptonite.ts'
import { readQuery } from '#server/http/read-query.ts'

/** What admins did. Nobody can change it, not even they. */
export function adminAuditRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get('/api/admin/audit-log', async (context) => {
    adminOf(context)
    const { rows, nextCursor } = await listAudit(services, readQuery(context, auditQuery))
    return context.json<AuditPage>({ entries: rows.map(presentAuditEntry), nextCursor })
  })
}
