import * as contract from '#contract/admin-perks.ts'
import type { AnswerOf, Call } from '#contract/endpoint.ts'
import { acceptRows, readCsv, readPriorityText, type ImportList } from '#domain/perk-imports.ts'
import { isPerk } from '#domain/products.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { findAdapter, longestCheckMilliseconds } from './admin-adapters.ts'
import { makeBatch, type ChangingPerks } from './admin-batches.ts'
import { readTerm, requireFuture } from './admin-grants.ts'
import { lockPerks, type PerkChange } from './ledger.ts'
import { watchProgress } from './progress.ts'

type ImportRequest = Call<typeof contract.importPerks>['body']

/** The adapter that may already have the imported players; for a CSV that of the file. */
const adapterOf: Readonly<Record<ImportRequest['source'], string>> = {
  'priority-file': 'priority-file',
  cftools: 'cftools',
  csv: 'priority-file',
}

/**
 * Grants what a list says, for the time that is left, once per key. Entries that are already there
 * become owned, so that they are removed at their end; those of the adapter's list that we added
 * ourselves are left out. Refuses with `adapter_not_found`, `adapter_without_list` or
 * `adapter_unavailable` when the list cannot be read, and as `makeBatch` does.
 */
export async function importPerks(
  services: ChangingPerks,
  admin: Admin,
  request: ImportRequest,
  key: string | null = null,
): Promise<AnswerOf<typeof contract.importPerks>> {
  const { source, text } = request
  const fallback = readTerm(request)
  requireFuture(services, fallback)
  const adapter = adapterOf[source]
  const read = source === 'csv' ? readCsv : readPriorityText
  const given = text === undefined ? null : read(text)
  const actual = await readActual(services, adapter, given)
  const { answer: shape } = contract.importPerks
  return makeBatch(services, admin, { kind: 'import', shape, request, key }, async (trx) => {
    const list = given ?? actual
    // Of the refused lines too: whether one is owned is known only under its lock.
    await lockPerks(
      trx,
      list.rows.map(({ steamId }) => steamId),
    )
    const owned = await findOwned(trx, adapter)
    const { accepted: rows, refused } = acceptRows(list, {
      nowMs: services.clock().getTime(),
      isPerk: (perk) => isPerk(services.site.current().products, perk),
      isOwn: (row) => source !== 'csv' && owned.has(keyOf(row)),
      fallback,
    })
    const accepted = rows.length
    const granted = new Set(rows.map(keyOf))
    const keys = actual.rows
      .filter((row) => granted.has(keyOf(row)) && !owned.has(keyOf(row)))
      .map(({ steamId, perk, entryId }) => ({ steamId, perk, entryId }))
    return {
      reason: source,
      changes: rows.map(({ steamId, perk, term, note }): PerkChange => {
        const entry = { kind: 'granted', term, color: null, source: 'import' } as const
        return { steamId, perk, entries: [entry], ...(note !== null && { reason: note }) }
      }),
      adopted: { adapter, keys },
      facts: { source, accepted, refused: refused.length },
      answer: (id) => ({ id, accepted, refused }),
    }
  })
}

function keyOf({ steamId, perk }: { readonly steamId: string; readonly perk: string }): string {
  return `${steamId} ${perk}`
}

const nothing: ImportList = { rows: [], refused: [] }

/** Reads the actual state; nothing if the given list has no perk of this adapter. */
async function readActual(
  services: ChangingPerks,
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

async function findOwned(trx: Trx, adapter: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id as steamId', 'perk'])
    .where('adapter', '=', adapter)
    .where('is_ours', '=', true)
    .execute()
  return new Set(rows.map(keyOf))
}
