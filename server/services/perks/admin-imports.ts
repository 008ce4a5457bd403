import {
  acceptRows,
  readCsv,
  readPriorityText,
  type AcceptedRow,
  type ImportList,
  type RefusedLine,
} from '#domain/perk-imports.ts'
import type { GrantTerm } from '#domain/perks.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import type { Admin } from '#server/services/staff/authenticate-admin.ts'
import { findAdapter, longestCheckMilliseconds } from './admin-adapters.ts'
import type { Adopted } from './admin-batches.ts'
import { knowsPerk, requireFuture } from './admin-grants.ts'
import { changeOwnership } from './delivery-states.ts'
import { changePerks, lockPerks, type PerkChange } from './ledger.ts'

type Importing = Pick<Services, 'database' | 'clock' | 'perkAdapters'>
type ImportSource = 'priority-file' | 'cftools' | 'csv'

interface Import {
  readonly source: ImportSource
  /** Instead of what the adapter reads. */
  readonly text: string | null
  /** For lines without an end of their own. */
  readonly fallback: GrantTerm | null
  /** Reads and counts, and grants nothing. */
  readonly isDryRun: boolean
}

interface ImportResult {
  /** Null for a dry run, and when nothing was accepted. */
  readonly id: string | null
  readonly accepted: number
  readonly refused: readonly RefusedLine[]
}

/** Where what is imported may already be. The list of a CSV can be about the file as well. */
const adapterOf: Readonly<Record<ImportSource, string>> = {
  'priority-file': 'priority-file',
  cftools: 'cftools',
  csv: 'priority-file',
}

/**
 * Grants what a list says, for what is left of it. Whoever is already outside becomes ours, to be
 * removed at their end; of the adapter's own list those that we have put there are left out. Refuses
 * with `adapter_not_found`, `adapter_without_list` or `adapter_unavailable` when the list cannot be
 * read.
 */
export async function importPerks(
  services: Importing,
  admin: Admin,
  { source, text, fallback, isDryRun }: Import,
): Promise<ImportResult> {
  const { database, clock } = services
  requireFuture(services, fallback)
  const adapter = adapterOf[source]
  const read = source === 'csv' ? readCsv : readPriorityText
  const given = text === null ? null : read(text)
  const outside = await readOutside(services, adapter, given)
  const list = given ?? outside
  return database.transaction(async (trx) => {
    const rules = { nowMs: clock().getTime(), isPerk: knowsPerk, fallback }
    const checked = acceptRows(list, rules)
    await lockPerks(
      trx,
      checked.accepted.map(({ steamId }) => steamId),
    )
    const ours = await findOurs(trx, adapter)
    const isOurs = (row: AcceptedRow) => source !== 'csv' && ours.has(keyOf(row))
    const rows = checked.accepted.filter((row) => !isOurs(row))
    const refused = [
      ...checked.refused,
      ...checked.accepted
        .filter(isOurs)
        .map(({ line }): RefusedLine => ({ line, reason: 'already_ours' })),
    ].toSorted((one, other) => one.line - other.line)
    const accepted = rows.length
    if (isDryRun || accepted === 0) return { id: null, accepted, refused }
    const granted = new Set(rows.map(keyOf))
    const adopted: Adopted = {
      adapter,
      keys: outside.rows
        .filter((row) => granted.has(keyOf(row)) && !ours.has(keyOf(row)))
        .map(({ steamId, perk, entryId }) => ({ steamId, perk, entryId })),
    }
    const { id } = await trx
      .insertInto('perk_batches')
      .values({
        kind: 'import',
        reason: source,
        actor: admin.actor,
        details: JSON.stringify({ accepted, adopted }),
        made_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const cause = { actor: admin.actor, reason: source, batchId: id }
    await changePerks(services, trx, rows.map(toChange), cause)
    await changeOwnership(trx, adapter, adopted.keys, true)
    await writeAudit(services, trx, admin, {
      action: 'perks_imported',
      subject: `perk_batch:${id}`,
      before: null,
      after: { source, accepted, refused: refused.length },
    })
    return { id, accepted, refused }
  })
}

function keyOf({ steamId, perk }: { readonly steamId: string; readonly perk: string }): string {
  return `${steamId} ${perk}`
}

function toChange({ steamId, perk, term, note }: AcceptedRow): PerkChange {
  const entry = { kind: 'granted', term, color: null, source: 'import' } as const
  return { steamId, perk, entries: [entry], ...(note !== null && { reason: note }) }
}

const nothing: ImportList = { rows: [], refused: [] }

/** What is outside now, as far as it matters to the list that was given. */
async function readOutside(
  services: Importing,
  name: string,
  given: ImportList | null,
): Promise<ImportList> {
  const adapter = services.perkAdapters.find((one) => one.name === name)
  if (given && !given.rows.some(({ perk }) => adapter?.serves(perk))) return nothing
  const { list } = findAdapter(services, name)
  // A file that only the game's machine reads: nobody in it can become ours.
  if (!list && given) return nothing
  if (!list) throw new ServiceError('adapter_without_list')
  const listing = await list(AbortSignal.timeout(longestCheckMilliseconds))
  if (listing.outcome === 'listed') return listing
  const { code, detail: message } = listing
  throw new ServiceError('adapter_unavailable', { errors: [{ path: 'source', code, message }] })
}

/** What we have put there. */
async function findOurs(trx: Trx, adapter: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id as steamId', 'perk'])
    .where('adapter', '=', adapter)
    .where('is_ours', '=', true)
    .execute()
  return new Set(rows.map(keyOf))
}
