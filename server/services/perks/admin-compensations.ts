import { sql } from 'kysely'
import { canGrow, coverageAt, perkSchedule } from '#domain/perks.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import type { Admin } from '#server/services/staff/authenticate-admin.ts'
import { changePerks, lockPerks, lockTransfers, readLedgers, type PerkChange } from './ledger.ts'

const hourMilliseconds = 60 * 60 * 1000
type Compensating = Pick<Services, 'database' | 'clock' | 'perkAdapters'>

interface Compensation {
  readonly perks: readonly string[]
  readonly hours: number
  readonly reason: string
  /** Counts the players, and adds nothing. */
  readonly isDryRun: boolean
}

/**
 * Adds time to these perks of everybody who holds them now. What is permanent or suspended gets
 * nothing. `id` is null for a dry run.
 */
export async function compensatePerks(
  services: Compensating,
  admin: Admin,
  { perks, hours, reason, isDryRun }: Compensation,
): Promise<{ readonly id: string | null; readonly players: number; readonly hours: number }> {
  const { database, clock } = services
  return database.transaction(async (trx) => {
    const steamIds = await findHolders(trx, perks, clock())
    await lockPerks(trx, steamIds)
    const now = clock()
    const changes = (await readLedgers(trx, steamIds)).flatMap(
      ({ steamId, perk, entries }): PerkChange[] => {
        const coverage = coverageAt(perkSchedule(entries), now.getTime())
        if (!perks.includes(perk) || !canGrow(coverage)) return []
        const term = { kind: 'time', ms: hours * hourMilliseconds } as const
        const entry = { kind: 'granted', term, color: null, source: 'compensation' } as const
        return [{ steamId, perk, entries: [entry] }]
      },
    )
    const players = new Set(changes.map(({ steamId }) => steamId)).size
    if (isDryRun || players === 0) return { id: null, players, hours }
    const { id } = await trx
      .insertInto('perk_batches')
      .values({
        kind: 'compensation',
        reason,
        actor: admin.actor,
        details: JSON.stringify({ perks, hours, players }),
        made_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await changePerks(services, trx, changes, { actor: admin.actor, reason, batchId: id })
    await writeAudit(services, trx, admin, {
      action: 'perks_compensated',
      subject: `perk_batch:${id}`,
      before: null,
      after: { perks, hours, players, reason },
    })
    return { id, players, hours }
  })
}

/**
 * Takes back what is left of a compensation, also where a transfer has moved it. Repeating it changes
 * nothing. Refuses with `not_found`.
 */
export async function undoCompensation(
  services: Compensating,
  admin: Admin,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { database, clock } = services
  await database.transaction(async (trx) => {
    await lockTransfers(trx, 'shared')
    const grants = await findGrantsOf(trx, id)
    await lockPerks(
      trx,
      grants.map(({ steamId }) => steamId),
    )
    const batch = await trx
      .selectFrom('perk_batches')
      .select('undone_at')
      .where('id', '=', id)
      .where('kind', '=', 'compensation')
      .forUpdate()
      .executeTakeFirst()
    if (!batch) throw new ServiceError('not_found')
    if (batch.undone_at) return
    const changes = grants.map(({ steamId, perk, grantId }): PerkChange => {
      return { steamId, perk, entries: [{ kind: 'voided', grantId }] }
    })
    await changePerks(services, trx, changes, { actor: admin.actor, reason, batchId: id })
    await trx.updateTable('perk_batches').set({ undone_at: clock() }).where('id', '=', id).execute()
    await writeAudit(services, trx, admin, {
      action: 'perk_compensation_undone',
      subject: `perk_batch:${id}`,
      before: null,
      after: { reason },
    })
  })
}

/** Who may hold them; their ledgers decide. */
async function findHolders(trx: Trx, perks: readonly string[], now: Date): Promise<string[]> {
  const holders = await trx
    .selectFrom('perk_coverage')
    .select('steam_id')
    .distinct()
    .where('perk', 'in', perks)
    .where('ends_at', '>', now)
    .execute()
  return holders.map(({ steam_id: steamId }) => steamId)
}

/** The grants of a batch, each where transfers have left it. */
async function findGrantsOf(trx: Trx, batchId: string) {
  const { rows } = await sql<{ grantId: string; steamId: string; perk: string }>`
    with recursive chain as (
      select id, steam_id, perk from perk_entries
      where batch_id = ${batchId} and kind = 'granted' and source = 'compensation'
      union all
      select e.id, e.steam_id, e.perk from perk_entries e join chain on e.moved_from = chain.id
    )
    select id as "grantId", steam_id as "steamId", perk from chain
    where not exists (select from perk_entries e where e.moved_from = chain.id)`.execute(trx)
  return rows
}
