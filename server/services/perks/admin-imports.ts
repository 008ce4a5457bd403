import { z } from 'zod'
import {
  acceptRows,
  readCsv,
  readPriorityText,
  type AcceptedRow,
  type ImportList,
  type RefusedLine,
} from '#domain/perk-imports.ts'
import type { GrantTerm } from '#domain/perks.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { findAdapter, longestCheckMilliseconds } from './admin-adapters.ts'
import { makeBatch, type Adopted } from './admin-batches.ts'
import { knowsPerk, requireFuture } from './admin-grants.ts'
import { changeOwnership } from './delivery-states.ts'
import { lockPerks, type PerkChange } from './ledger.ts'
import { watchProgress } from './progress.ts'

type Importing = Pick<Services, 'database' | 'clock' | 'perkAdapters'>
type ImportSource = 'priority-file' | 'cftools' | 'csv'

interface Import {
  readonly source: ImportSource
  /** The list to import; null for the adapter's own. */
  readonly text: string | null
  /** For lines without an end of their own. */
  readonly fallback: GrantTerm | null
  /** Reads and counts, and grants nothing. */
  readonly isDryRun: boolean
}

const imported = z.object({
  /** Null for a dry run, and when nothing was accepted. */
  id: z.string().nullable(),
  accepted: z.number(),
  refused: z.array(z.object({ line: z.number(), reason: z.string() })),
})
type ImportResult = z.output<typeof imported>

/** The adapter that may already have the imported players; for a CSV that of the file. */
const adapterOf: Readonly<Record<ImportSource, string>> = {
  'priority-file': 'priority-file',
  cftools: 'cftools',
  csv: 'priority-file',
}

/**
 * Grants what a list says, for the time that is left, once per key. Entries that are already there
 * become owned, so that they are removed at their end; those of the adapter's list that we added
 * ourselves are left out. Refuses with `adapter_not_found`, `adapter_without_list` or
 * `adapter_unavailable` when the list cannot be read, and with `idempotency_key_reused`.
 */
export async function importPerks(
  services: Importing,
  admin: Admin,
  request: Import,
  key: string | null = null,
): Promise<ImportResult> {
  const { database, clock } = services
  const { source, text, fallback, isDryRun } = request
  requireFuture(services, fallback)
  const read = source === 'csv' ? readCsv : readPriorityText
  const given = text === null ? null : read(text)
  const actual = await readActual(services, adapterOf[source], given)
  const once = {
    scope: 'perk_import',
    key: isDryRun ? null : key,
    requestHash: hashRequest(request),
    now: clock(),
  }
  return database.transaction((trx) =>
    answerOnce(trx, once, imported, () =>
      takeOver(services, trx, admin, request, { list: given ?? actual, actual }),
    ),
  )
}

interface ImportLists {
  readonly list: ImportList
  /** What is there now. */
  readonly actual: ImportList
}

async function takeOver(
  services: Importing,
  trx: Trx,
  admin: Admin,
  { source, fallback, isDryRun }: Import,
  { list, actual }: ImportLists,
): Promise<ImportResult> {
  const adapter = adapterOf[source]
  const rules = { nowMs: services.clock().getTime(), isPerk: knowsPerk, fallback }
  const checked = acceptRows(list, rules)
  await lockPerks(
    trx,
    checked.accepted.map(({ steamId }) => steamId),
  )
  const owned = await findOwned(trx, adapter)
  const isOwned = (row: AcceptedRow) => source !== 'csv' && owned.has(keyOf(row))
  const rows = checked.accepted.filter((row) => !isOwned(row))
  const refused = [
    ...checked.refused,
    ...checked.accepted
      .filter(isOwned)
      .map(({ line }): RefusedLine => ({ line, reason: 'already_ours' })),
  ].toSorted((one, other) => one.line - other.line)
  const accepted = rows.length
  if (isDryRun || accepted === 0) return { id: null, accepted, refused }
  const granted = new Set(rows.map(keyOf))
  const adopted: Adopted = {
    adapter,
    keys: actual.rows
      .filter((row) => granted.has(keyOf(row)) && !owned.has(keyOf(row)))
      .map(({ steamId, perk, entryId }) => ({ steamId, perk, entryId })),
  }
  const id = await makeBatch(services, trx, admin, {
    kind: 'import',
    reason: source,
    changes: rows.map(toChange),
    details: { accepted, adopted },
    audited: { source, accepted, refused: refused.length },
  })
  await changeOwnership(trx, adapter, adopted.keys, true)
  return { id, accepted, refused }
}

function keyOf({ steamId, perk }: { readonly steamId: string; readonly perk: string }): string {
  return `${steamId} ${perk}`
}

function toChange({ steamId, perk, term, note }: AcceptedRow): PerkChange {
  const entry = { kind: 'granted', term, color: null, source: 'import' } as const
  return { steamId, perk, entries: [entry], ...(note !== null && { reason: note }) }
}

const nothing: ImportList = { rows: [], refused: [] }

/** Reads the actual state; nothing if the given list has no perk of this adapter. */
async function readActual(
  services: Importing,
  name: string,
  given: ImportList | null,
): Promise<ImportList> {
  const adapter = services.perkAdapters.find((one) => one.name === name)
  if (given && !given.rows.some(({ perk }) => adapter?.serves(perk))) return nothing
  const { list } = findAdapter(services, name)
  // The adapter cannot read its file, so no entry in it can become owned.
  if (!list && given) return nothing
  if (!list) throw new ServiceError('adapter_without_list')
  const { stopped, onProgress, end } = watchProgress(longestCheckMilliseconds)
  const listing = await list(stopped, onProgress).finally(end)
  if (listing.outcome === 'listed') return listing
  const { code, detail: message } = listing
  throw new ServiceError('adapter_unavailable', { errors: [{ path: 'source', code, message }] })
}

/** The entries of an adapter that we own. */
async function findOwned(trx: Trx, adapter: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id as steamId', 'perk'])
    .where('adapter', '=', adapter)
    .where('is_ours', '=', true)
    .execute()
  return new Set(rows.map(keyOf))
}
