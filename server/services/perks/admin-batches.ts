import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import { unusedGrants } from '#domain/perks.ts'
import type { PerkBatchesTable } from '#server/db/perk-tables.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import type { Admin } from '#server/services/staff/authenticate-admin.ts'
import { changeOwnership, type OwnedKey } from './delivery-states.ts'
import { changePerks, lockPerks, lockTransfers, readLedgers, type PerkChange } from './ledger.ts'

const batchDetails = z.object({
  players: z.optional(z.number()),
  grants: z.optional(z.number()),
  accepted: z.optional(z.number()),
  hours: z.optional(z.number()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
})

export interface PerkBatch {
  readonly batch: Selectable<PerkBatchesTable>
  readonly details: z.output<typeof batchDetails>
}

const batchesListed = 50

/** The newest changes to many grants, newest first. */
export async function listBatches({
  database: { db },
}: Pick<Services, 'database'>): Promise<readonly PerkBatch[]> {
  const batches = await db
    .selectFrom('perk_batches')
    .selectAll()
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(batchesListed)
    .execute()
  return batches.map((batch) => ({ batch, details: z.parse(batchDetails, batch.details) }))
}

interface NewBatch {
  readonly kind: PerkBatch['batch']['kind']
  readonly reason: string
  readonly changes: readonly PerkChange[]
  /** What the list of batches shows, and what undoing needs. */
  readonly details: object
  /** What the audit log keeps. */
  readonly audited: object
}

const batchActions = {
  compensation: 'perks_compensated',
  transfer: 'perks_transferred',
  import: 'perks_imported',
} as const

/** Makes these changes as one batch, by whose id they are listed and undone. */
export async function makeBatch(
  services: Pick<Services, 'clock' | 'perkAdapters'>,
  trx: Trx,
  admin: Admin,
  { kind, reason, changes, details, audited }: NewBatch,
): Promise<string> {
  const { actor } = admin
  const { id } = await trx
    .insertInto('perk_batches')
    .values({ kind, reason, actor, details: JSON.stringify(details), made_at: services.clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await changePerks(services, trx, changes, { actor, reason, batchId: id })
  await writeAudit(services, trx, admin, {
    action: batchActions[kind],
    subject: `perk_batch:${id}`,
    before: null,
    after: audited,
  })
  return id
}

/** What was outside before an import, which took it over. */
export interface Adopted {
  readonly adapter: string
  readonly keys: readonly OwnedKey[]
}

const importDetails = z.object({
  adopted: z.nullable(
    z.object({
      adapter: z.string(),
      keys: z.array(z.object({ steamId: z.string(), perk: z.string() })),
    }),
  ),
})

interface Undoing {
  readonly id: string
  readonly kind: 'compensation' | 'import'
  readonly reason?: string
}

/**
 * Takes back what is left of a compensation or an import, also where a transfer has moved it. What
 * an import had taken over outside is foreign again, and stays there. Repeating it changes nothing.
 * Refuses with `not_found`.
 */
export async function undoBatch(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  admin: Admin,
  { id, kind, reason }: Undoing,
): Promise<void> {
  const { database, clock } = services
  await database.transaction(async (trx) => {
    await lockTransfers(trx, 'shared')
    const grants = await findGrantsOf(trx, id)
    const steamIds = grants.map(({ steamId }) => steamId)
    await lockPerks(trx, steamIds)
    const batch = await trx
      .selectFrom('perk_batches')
      .select(['undone_at', 'details'])
      .where('id', '=', id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    if (!batch) throw new ServiceError('not_found')
    if (batch.undone_at) return
    const adopted =
      kind === 'import'
        ? await findStillAdopted(
            trx,
            z.parse(importDetails, batch.details).adopted,
            grants,
            clock(),
          )
        : null
    const changes = grants.map(({ steamId, perk, grantId }): PerkChange => {
      return { steamId, perk, entries: [{ kind: 'voided', grantId }] }
    })
    await changePerks(services, trx, changes, { actor: admin.actor, reason, batchId: id })
    if (adopted) await changeOwnership(trx, adopted.adapter, adopted.keys, false)
    await trx.updateTable('perk_batches').set({ undone_at: clock() }).where('id', '=', id).execute()
    await writeAudit(services, trx, admin, {
      action: 'perk_batch_undone',
      subject: `perk_batch:${id}`,
      before: null,
      after: { kind, reason },
    })
  })
}

interface BatchGrant {
  readonly grantId: string
  readonly steamId: string
  readonly perk: string
}

/** The grants of a batch, each where transfers have left it. */
async function findGrantsOf(trx: Trx, batchId: string): Promise<readonly BatchGrant[]> {
  const { rows } = await sql<BatchGrant>`
    with recursive chain as (
      select id, steam_id, perk from perk_entries
      where batch_id = ${batchId} and kind = 'granted' and source in ('compensation', 'import')
      union all
      select e.id, e.steam_id, e.perk from perk_entries e join chain on e.moved_from = chain.id
    )
    select id as "grantId", steam_id as "steamId", perk from chain
    where not exists (select from perk_entries e where e.moved_from = chain.id)`.execute(trx)
  return rows
}

/** Leaves out those whose grant has ended or was transferred: their entries are no longer outside. */
async function findStillAdopted(
  trx: Trx,
  adopted: Adopted | null,
  grants: readonly BatchGrant[],
  now: Date,
): Promise<Adopted | null> {
  if (!adopted) return null
  const own = new Set(grants.map(({ grantId }) => grantId))
  const ledgers = await readLedgers(
    trx,
    adopted.keys.map(({ steamId }) => steamId),
  )
  const running = new Set(
    ledgers
      .filter(({ entries }) =>
        unusedGrants(entries, now.getTime()).some(({ grantId }) => own.has(grantId)),
      )
      .map(({ steamId, perk }) => `${steamId} ${perk}`),
  )
  return {
    ...adopted,
    keys: adopted.keys.filter((key) => running.has(`${key.steamId} ${key.perk}`)),
  }
}
