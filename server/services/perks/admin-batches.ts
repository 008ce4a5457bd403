import { sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/admin-perks.ts'
import { newestColor, perkSchedule, unusedGrants } from '#domain/perks.ts'
import { actorName, writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { changeOwnership, type OwnedKey } from './delivery-states.ts'
import {
  changePerks,
  lockPerks,
  lockTransfers,
  readLedgers,
  type PerkChange,
  type PerkLedger,
} from './ledger.ts'

export type ChangingPerks = Pick<Services, 'database' | 'clock' | 'perkAdapters' | 'site'>
type Kind = contract.PerkBatch['kind']

/** What the list of batches shows, and what undoing needs. */
const batchDetails = z.object({
  players: z.optional(z.number()),
  grants: z.optional(z.number()),
  accepted: z.optional(z.number()),
  hours: z.optional(z.number()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  adopted: z.nullish(
    z.object({
      adapter: z.string(),
      keys: z.array(z.object({ steamId: z.string(), perk: z.string() })),
    }),
  ),
})

const transferDetails = z.object({ from: z.string() })

/** What was there before an import, which took it over. */
interface Adopted {
  readonly adapter: string
  readonly keys: readonly OwnedKey[]
}

const batchesListed = 50

/** The newest changes to many grants, newest first. */
export async function listBatches({
  database: { db },
}: Pick<Services, 'database'>): Promise<readonly contract.PerkBatch[]> {
  const batches = await db
    .selectFrom('perk_batches')
    .selectAll()
    .select(actorName('perk_batches.actor').as('actor_name'))
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(batchesListed)
    .execute()
  return batches.map(({ id, kind, reason, actor, ...batch }) => {
    const details = z.parse(batchDetails, batch.details)
    return {
      id,
      kind,
      reason,
      actor,
      actorName: batch.actor_name,
      madeAt: batch.made_at.toISOString(),
      undoneAt: batch.undone_at?.toISOString() ?? null,
      count: details.players ?? details.grants ?? details.accepted ?? 0,
      hours: details.hours ?? null,
      from: details.from ?? null,
      to: details.to ?? null,
    }
  })
}

const actions = {
  compensation: 'perks_compensated',
  transfer: 'perks_transferred',
  import: 'perks_imported',
} as const

interface NewBatch<Answer> {
  readonly kind: Kind
  readonly shape: z.core.$ZodType<Answer>
  readonly request: { readonly dryRun?: boolean | undefined }
  readonly key: string | null
}

interface Plan<Answer> {
  /** May name a player, so that `details` does not repeat it: what deletes a player's data clears its column. */
  readonly reason: string
  readonly changes: readonly PerkChange[]
  readonly adopted?: Adopted
  /** What the audit log and the list of batches keep. */
  readonly facts: object
  /** `id` is null for a dry run, and when nothing changes. */
  readonly answer: (id: string | null) => Answer
}

/**
 * Makes changes as one batch, by whose id they are listed and undone; once per key, and none for a dry
 * run. Refuses with `idempotency_key_reused`.
 */
export function makeBatch<Answer>(
  services: ChangingPerks,
  admin: Admin,
  { kind, shape, request, key }: NewBatch<Answer>,
  plan: (trx: Trx) => Promise<Plan<Answer>>,
): Promise<Answer> {
  const { database, clock } = services
  const { actor } = admin
  const once = {
    scope: `perk_${kind}`,
    key: request.dryRun ? null : key,
    requestHash: hashRequest(request),
    now: clock(),
  }
  const work = async (trx: Trx) => {
    const { reason, changes, adopted, facts, answer } = await plan(trx)
    if (request.dryRun || changes.length === 0) return answer(null)
    const details = JSON.stringify({ ...facts, adopted })
    const { id } = await trx
      .insertInto('perk_batches')
      .values({ kind, reason, actor, details, made_at: clock() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await changePerks(services, trx, changes, { actor, reason, batchId: id })
    if (adopted) await changeOwnership(trx, adopted.adapter, adopted.keys, true)
    await writeAudit(services, trx, admin, {
      action: actions[kind],
      subject: `perk_batch:${id}`,
      // The reason of an import is its source, which is among the facts.
      after: kind === 'import' ? facts : { ...facts, reason },
    })
    return answer(id)
  }
  return database.transaction((trx) => answerOnce(trx, once, shape, () => work(trx)))
}

/** The changes that move what is left of some grants to a Steam ID. */
export function moveGrants(
  ledgers: readonly PerkLedger[],
  to: string,
  now: Date,
  isMoved: (grant: { readonly steamId: string; readonly grantId: string }) => boolean,
): PerkChange[] {
  return ledgers.flatMap(({ steamId, perk, entries }) => {
    const unused = unusedGrants(entries, now.getTime())
    const there = ledgers.find((ledger) => ledger.steamId === to && ledger.perk === perk)
    // Their own choice of a colour stays.
    const color = there && newestColor(there.entries) !== null ? null : newestColor(entries)
    return unused
      .filter(({ grantId }) => isMoved({ steamId, grantId }))
      .flatMap(({ grantId, term }): PerkChange[] => [
        { steamId, perk, entries: [{ kind: 'voided', grantId }] },
        {
          steamId: to,
          perk,
          entries: [{ kind: 'granted', term, color, source: 'transfer', movedFrom: grantId }],
        },
      ])
  })
}

interface Undoing {
  readonly id: string
  readonly kind: Kind
  readonly reason?: string
}

/**
 * Takes back what is left of a compensation or an import, and moves back what is left of a transfer,
 * also where a later transfer has moved it. What an import had taken over is unmanaged again,
 * and stays there. Repeating it changes nothing. Refuses with `not_found`, and a transfer with
 * `perk_disputed` as `transferPerks` does.
 */
export async function undoBatch(
  services: ChangingPerks,
  admin: Admin,
  { id, kind, reason }: Undoing,
): Promise<void> {
  const { database, clock } = services
  await database.transaction(async (trx) => {
    await lockTransfers(trx, kind === 'transfer' ? 'exclusive' : 'shared')
    const grants = await findGrantsOf(trx, id, kind)
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
    const details = z.parse(batchDetails, batch.details)
    const adopted = await findStillAdopted(trx, details.adopted, grants, clock())
    const changes =
      kind === 'transfer'
        ? await moveBack(trx, z.parse(transferDetails, batch.details).from, grants, clock())
        : grants.map(({ steamId, perk, grantId }): PerkChange => {
            return { steamId, perk, entries: [{ kind: 'voided', grantId }] }
          })
    await changePerks(services, trx, changes, { actor: admin.actor, reason, batchId: id })
    if (adopted) await changeOwnership(trx, adopted.adapter, adopted.keys, false)
    await trx.updateTable('perk_batches').set({ undone_at: clock() }).where('id', '=', id).execute()
    await writeAudit(services, trx, admin, {
      action: 'perk_batch_undone',
      subject: `perk_batch:${id}`,
      after: { kind, reason },
    })
  })
}

interface BatchGrant {
  readonly grantId: string
  readonly steamId: string
  readonly perk: string
}

/**
 * The grants of a batch, each where transfers have left it. Leaves out those that came to it by an
 * earlier batch which was undone after it was made: that has moved them to where they were before both.
 */
async function findGrantsOf(
  trx: Trx,
  batchId: string,
  source: Undoing['kind'],
): Promise<readonly BatchGrant[]> {
  const { rows } = await sql<BatchGrant>`
    with recursive made as (
      select id, steam_id, perk, moved_from from perk_entries
      where batch_id = ${batchId} and kind = 'granted' and source = ${source}
    ), earlier as (
      select id as made_id, moved_from as id from made where moved_from is not null
      union all
      select earlier.made_id, e.moved_from
      from perk_entries e join earlier on e.id = earlier.id where e.moved_from is not null
    ), chain as (
      select id, steam_id, perk from made
      where not exists (
        select from earlier
        join perk_entries e on e.id = earlier.id
        join perk_batches b on b.id = e.batch_id
        where earlier.made_id = made.id
          and b.undone_at > (select made_at from perk_batches where id = ${batchId}))
      union all
      select e.id, e.steam_id, e.perk from perk_entries e join chain on e.moved_from = chain.id
    )
    select id as "grantId", steam_id as "steamId", perk from chain
    where not exists (select from perk_entries e where e.moved_from = chain.id)`.execute(trx)
  return rows
}

/** What is left of a transfer's grants, to where it came from. */
async function moveBack(
  trx: Trx,
  from: string,
  grants: readonly BatchGrant[],
  now: Date,
): Promise<PerkChange[]> {
  const moved = new Set(grants.map(({ grantId }) => grantId))
  const ledgers = await readLedgers(trx, [from, ...grants.map(({ steamId }) => steamId)])
  const isDisputed = ledgers.some(({ entries, grants: rows }) => {
    return (
      rows.some(({ id }) => moved.has(id)) && perkSchedule(entries).suspendedGrantIds.length > 0
    )
  })
  if (isDisputed) throw new ServiceError('perk_disputed')
  return moveGrants(
    ledgers,
    from,
    now,
    ({ steamId, grantId }) => steamId !== from && moved.has(grantId),
  )
}

/** Leaves out those whose grant has ended or was transferred: their entries are no longer there. */
async function findStillAdopted(
  trx: Trx,
  adopted: Adopted | null | undefined,
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
