import { newestColor, perkSchedule, unusedGrants } from '#domain/perks.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import type { Admin } from '#server/services/staff/authenticate-admin.ts'
import { changePerks, lockPerks, lockTransfers, readLedgers, type PerkChange } from './ledger.ts'

export interface PerkTransfer {
  readonly from: string
  readonly to: string
  readonly reason: string
  /** Counts the grants, and moves nothing. */
  readonly isDryRun?: boolean
}

/**
 * Moves what is left of all perks of a Steam ID to another one: months that have not begun are still
 * months, and what is permanent stays so. Returns how many grants moved; `id` is null for a dry run.
 * Refuses with `perk_not_found` when there is nothing to move, and with `perk_disputed` while a
 * payment for one of them is disputed.
 */
export async function transferPerks(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  admin: Admin,
  { from, to, reason, isDryRun = false }: PerkTransfer,
): Promise<{ readonly id: string | null; readonly grants: number }> {
  const { database, clock } = services
  return database.transaction(async (trx) => {
    await lockTransfers(trx, 'exclusive')
    await lockPerks(trx, [from, to])
    const now = clock()
    const ledgers = await readLedgers(trx, [from, to])
    const own = ledgers.filter(({ steamId }) => steamId === from)
    if (own.some(({ entries }) => perkSchedule(entries).suspendedGrantIds.length > 0)) {
      throw new ServiceError('perk_disputed')
    }
    const changes = own.flatMap(({ perk, entries }): PerkChange[] => {
      const unused = unusedGrants(entries, now.getTime())
      const there = ledgers.find((ledger) => ledger.steamId === to && ledger.perk === perk)
      // Their own choice of a colour stays.
      const color = there && newestColor(there.entries) !== null ? null : newestColor(entries)
      return unused.flatMap(({ grantId, term }) => [
        { steamId: from, perk, entries: [{ kind: 'voided', grantId }] },
        {
          steamId: to,
          perk,
          entries: [{ kind: 'granted', term, color, source: 'transfer', movedFrom: grantId }],
        },
      ])
    })
    if (changes.length === 0) throw new ServiceError('perk_not_found')
    const grants = changes.length / 2
    if (isDryRun) return { id: null, grants }
    const { id } = await trx
      .insertInto('perk_batches')
      .values({
        kind: 'transfer',
        reason,
        actor: admin.actor,
        details: JSON.stringify({ from, to, grants }),
        made_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await changePerks(services, trx, changes, { actor: admin.actor, reason, batchId: id })
    await writeAudit(services, trx, admin, {
      action: 'perks_transferred',
      subject: `perk_batch:${id}`,
      before: null,
      after: { from, to, reason, grants },
    })
    return { id, grants }
  })
}
