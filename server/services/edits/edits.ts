import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import { actorName, writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { ServiceError } from '#server/services/service-error.ts'

/** The last change of a name. */
export interface Edit {
  /** Which change it is; ids only grow. */
  readonly version: number
  /** Null for what the file says. */
  readonly value: unknown
  /** The name of the account, or the actor of the audit log. */
  readonly changedBy: string
  readonly changedAt: Date
}

export interface SavedEdits {
  /** Of the latest change of any name; 0 before the first one. */
  readonly version: number
  readonly byName: ReadonlyMap<string, Edit>
}

/** What the owner has saved, as this process knows it. */
export interface Edits {
  /** The same object until something is saved. */
  readonly current: () => SavedEdits
  /** Reads again if something was saved since; after a failure what was known stays. */
  readonly refresh: () => Promise<SavedEdits>
  /** For work that must not miss a change: none is saved until the transaction ends. */
  readonly hold: (trx: Trx) => Promise<SavedEdits>
  /** Takes over what a save has committed, unless something newer is known already. */
  readonly take: (next: SavedEdits) => void
  readonly stop: () => void
}

/** How soon an event that was missed, such as behind a pooler of connections, is made up for. */
const pollMilliseconds = 5000

/** Reads what is saved, and follows what other processes save. */
export async function openEdits({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<Edits> {
  let saved = await readSaved(db, nothing)
  const take = (next: SavedEdits): void => {
    // A slow read may end after a later one.
    if (next.version > saved.version) saved = next
  }
  const update = async (source: Kysely<Schema>): Promise<SavedEdits> => {
    take(await readSaved(source, saved))
    return saved
  }
  let underWay = Promise.resolve(saved)
  let waiting: Promise<SavedEdits> | null = null
  // After the one that is under way, which may lack the newest change; one waits for all who ask
  // meanwhile, so that a silent database leaves no queue.
  const refresh = (): Promise<SavedEdits> => {
    waiting ??= underWay.then(() => {
      waiting = null
      underWay = update(db).catch(() => saved)
      return underWay
    })
    return waiting
  }
  const poll = kind === 'postgres' ? setInterval(() => void refresh(), pollMilliseconds) : undefined
  return {
    current: () => saved,
    refresh,
    hold: async (trx) => {
      await acquireAdvisoryLock(trx, lockKey, 'shared')
      return update(trx)
    },
    take,
    stop: () => clearInterval(poll),
  }
}

/** One lock for all names, so that ids are in the order of the commits. */
const lockKey = 'edits'

const nothing: SavedEdits = { version: 0, byName: new Map() }

/** What is known, with what was saved since; what has not changed stays the same object. */
async function readSaved(db: Kysely<Schema>, known: SavedEdits): Promise<SavedEdits> {
  const rows = await db
    .selectFrom('edits')
    .distinctOn('name')
    .select(['name', ...editColumns])
    .where('id', '>', known.version)
    .orderBy('name')
    .orderBy('id', 'desc')
    .execute()
  return withRows(known, rows)
}

function withRows(
  { version, byName }: SavedEdits,
  rows: readonly (Edit & { readonly name: string })[],
): SavedEdits {
  return {
    version: Math.max(version, ...rows.map((row) => row.version)),
    byName: new Map([...byName, ...rows.map(({ name, ...edit }) => [name, edit] as const)]),
  }
}

/** The name of the account, or the actor of the audit log. */
export const changedBy = sql<string>`coalesce(${actorName('edits.changed_by')}, edits.changed_by)`

const editColumns = [
  'id as version',
  'value',
  changedBy.as('changedBy'),
  'changed_at as changedAt',
] as const

export interface NamedChange {
  /** `site/<section>` or `documents/<kind>/<slug>/<language>`: its first word is its event. */
  readonly name: string
  /** Null for what the file says. */
  readonly value: unknown
  /** What the editor has seen; null for a name that was never changed. */
  readonly version: number | null
  /** What holds while nothing is saved, to show beside a refused change; null for nothing. */
  readonly fileValue: unknown
  readonly undoes?: number
}

/** Refuses what does not fit what is saved. */
export type EditCheck = (trx: Trx, saved: SavedEdits) => void | Promise<void>

export interface NewEdit extends NamedChange {
  readonly check?: EditCheck
}

/** Saves one value as `saveEdits` does. */
export async function saveEdit(
  services: Pick<Services, 'database' | 'clock' | 'edits'>,
  admin: Admin,
  { check, ...change }: NewEdit,
): Promise<Edit> {
  const { byName } = await saveEdits(services, admin, [change], check)
  const edit = byName.get(change.name)
  if (!edit) throw new Error(`${change.name} was not saved`)
  return edit
}

/**
 * Saves values with their history, events and audit entries at once, or none of them. Refuses with
 * `edit_conflict` when somebody else has changed one of the names since, unless to the same value.
 * Answers what is saved then.
 */
export async function saveEdits(
  services: Pick<Services, 'database' | 'clock' | 'edits'>,
  admin: Admin,
  changes: readonly NamedChange[],
  check?: EditCheck,
): Promise<SavedEdits> {
  const { database, edits } = services
  const next = await database.transaction(async (trx) => {
    await acquireAdvisoryLock(trx, lockKey)
    let saved = await readSaved(trx, edits.current())
    const before = saved
    const missing = changes.filter((change) => !isThere(before, change))
    if (missing.length > 0) await check?.(trx, before)
    for (const change of missing) {
      const added = await insertEdit(services, trx, admin, change)
      saved = withRows(saved, [{ name: change.name, ...added }])
    }
    return saved
  })
  edits.take(next)
  return next
}

/** Whether the same was saved already: the answer to that may have been lost. */
function isThere(
  { byName }: SavedEdits,
  { name, value, version, fileValue }: NamedChange,
): boolean {
  const before = byName.get(name)
  if ((before?.version ?? null) === version) return false
  if (before && isDeepStrictEqual(before.value, value)) return true
  throw conflictWith(name, before, fileValue)
}

async function insertEdit(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  admin: Admin,
  { name, value, undoes }: NamedChange,
): Promise<Edit> {
  const added = await trx
    .insertInto('edits')
    .values({
      name,
      value: value === null ? null : JSON.stringify(value),
      changed_by: admin.actor,
      changed_at: services.clock(),
      undoes: undoes ?? null,
    })
    .returning(editColumns)
    .executeTakeFirstOrThrow()
  await publishEvents(trx, sql`select split_part(${name}, '/', 1), '{}'::jsonb, null`)
  await writeAudit(services, trx, admin, {
    action: undoes !== undefined ? 'edit_undone' : value === null ? 'edit_removed' : 'edit_saved',
    subject: `edit:${name}`,
  })
  return added
}

/** The refusal that shows the editor what somebody else has saved. */
export function conflictWith(
  name: string,
  edit: Edit | undefined,
  fileValue: unknown,
): ServiceError {
  return new ServiceError('edit_conflict', {
    current: {
      name,
      value: edit?.value ?? fileValue,
      version: edit?.version ?? null,
      changedBy: edit?.changedBy ?? null,
      changedAt: edit?.changedAt.toISOString() ?? null,
    },
  })
}
