import { Hono } from 'hono'
import { auditQuery, type AuditPage } from '../../../contract/admin-kryptonite.ts'
import { listAudit } from '../../services/admin/list-audit.ts'
import type { Services } from '../../services/context.ts'
import type { HttpEnvironment } from '../environment.ts'
import { adminOf } from '../middleware/admin-only.ts'
import { presentAuditEntry } from '../present/admin-kryptonite.ts'
import { readQuery } from '../read-query.ts'

/** What admins did. Nobody can change it, not even they. */
export function adminAuditRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get('/api/admin/audit-log', async (context) => {
    adminOf(context)
    const { rows, nextCursor } = await listAudit(services, readQuery(context, auditQuery))
    return context.json<AuditPage>({ entries: rows.map(presentAuditEntry), nextCursor })
  })
}
