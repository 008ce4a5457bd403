import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { readNumberCursor, rowsToFetch, toPage } from '#server/services/list-queries.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { changedBy, conflictWith, saveEdit, type Edit, type NewEdit } from './edits.ts'

/** A change with the value that it replaced. */
export type EditChange = Awaited<ReturnType<typeof findEdit>>

interface EditFilter {
  /** Without names, of all. */
  readonly names?: readonly string[] | undefined
  readonly cursor?: string | undefined
}

/** A page of changes, newest first. Refuses an invalid cursor with `validation_failed`. */
export async function listEdits(
  { database }: Pick<Services, 'database'>,
  { names, cursor }: EditFilter,
) {
  let query = selectChanges(database).orderBy('id', 'desc').limit(rowsToFetch)
  if (names !== undefined) query = query.where(sql<boolean>`name = any(${names}::text[])`)
  if (cursor !== undefined) query = query.where('id', '<', readNumberCursor(cursor))
  return toPage(await query.execute(), ({ id }) => String(id))
}

/** Refuses with `not_found`. */
export async function findEdit({ database }: Pick<Services, 'database'>, id: number) {
  const change = await selectChanges(database).where('id', '=', id).executeTakeFirst()
  if (!change) throw new ServiceError('not_found')
  return change
}

function selectChanges({ db }: Database) {
  return db
    .selectFrom('edits')
    .select(['id', 'name', 'value as after', 'undoes', 'changed_at as changedAt'])
    .select([
      changedBy.as('changedBy'),
      sql`(
        select earlier.value from edits earlier
        where earlier.name = edits.name and earlier.id < edits.id
        order by earlier.id desc limit 1)`.as('before'),
      sql<boolean>`exists (select from edits later where later.undoes = edits.id)`.as('isUndone'),
    ])
}

/**
 * Saves what was there before a change. Refuses with `edit_conflict` when it was changed again since,
 * unless to the same value.
 */
export async function undoEdit(
  services: Pick<Services, 'database' | 'clock' | 'edits'>,
  admin: Admin,
  { id, name, before, after }: EditChange,
  rules: Pick<NewEdit, 'fileValue' | 'check'>,
): Promise<Edit> {
  const latest = (await services.edits.refresh()).byName.get(name)
  if (!latest || (latest.version !== id && !isDeepStrictEqual(latest.value, after))) {
    throw conflictWith(name, latest, rules.fileValue)
  }
  const { version } = latest
  return saveEdit(services, admin, { ...rules, name, value: before, version, undoes: id })
}
