import { sql, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { auditQuery } from '#contract/admin-kryptonite.ts'
import type { AuditLogTable } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { containing } from '#server/services/like-pattern.ts'
import { rowsToFetch, toPage, type Page } from './page.ts'
import { readNumberCursor } from '#server/services/strange-cursor.ts'

export type AuditRecord = Selectable<AuditLogTable>

/** A page of what admins did, newest first. Refuses a strange cursor with `validation_failed`. */
export async function listAudit(
  { database }: Services,
  { search, cursor }: z.output<typeof auditQuery>,
): Promise<Page<AuditRecord>> {
  let query = database.db.selectFrom('audit_log').selectAll()
  if (search !== '') {
    const part = containing(search)
    query = query.where(
      sql<boolean>`(actor ilike ${part} or action ilike ${part} or subject ilike ${part})`,
    )
  }
  if (cursor !== undefined) query = query.where('id', '<', readNumberCursor(cursor))
  const found = await query.orderBy('id', 'desc').limit(rowsToFetch).execute()
  return toPage(found, ({ id }) => String(id))
}
