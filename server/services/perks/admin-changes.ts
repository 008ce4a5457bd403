import * as contract from '#contract/admin-perks.ts'
import type { AnswerOf, Call } from '#contract/endpoint.ts'
import { canGrow, coverageAt, perkSchedule } from '#domain/perks.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { makeBatch, moveGrants, type ChangingPerks } from './admin-batches.ts'
import { requirePerk } from './admin-grants.ts'
import { lockPerks, lockTransfers, readLedgers, type PerkChange } from './ledger.ts'

const hourMilliseconds = 60 * 60 * 1000

/**
 * Adds time to these perks of everybody who holds them now, once per key. What is permanent or
 * suspended gets nothing. Refuses unknown perks, and as `makeBatch` does.
 */
export async function compensatePerks(
  services: ChangingPerks,
  admin: Admin,
  request: Call<typeof contract.compensatePerks>['body'],
  key: string | null = null,
): Promise<AnswerOf<typeof contract.compensatePerks>> {
  const { perks, hours, reason } = request
  for (const [index, perk] of perks.entries()) requirePerk(services, perk, `perks.${index}`)
  const { answer: shape } = contract.compensatePerks
  return makeBatch(services, admin, { kind: 'compensation', shape, request, key }, async (trx) => {
    const steamIds = await findHolders(trx, perks, services.clock())
    await lockPerks(trx, steamIds)
    const now = services.clock()
    const term = { kind: 'time', ms: Math.round(hours * hourMilliseconds) } as const
    const entry = { kind: 'granted', term, color: null, source: 'compensation' } as const
    const changes = (await readLedgers(trx, steamIds)).flatMap(
      ({ steamId, perk, entries }): PerkChange[] => {
        const coverage = coverageAt(perkSchedule(entries), now.getTime())
        return perks.includes(perk) && canGrow(coverage)
          ? [{ steamId, perk, entries: [entry] }]
          : []
      },
    )
    const players = new Set(changes.map(({ steamId }) => steamId)).size
    return {
      reason,
      changes,
      facts: { perks, hours, players },
      answer: (id) => ({ id, players, hours }),
    }
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

/**
 * Moves what is left of all perks of a Steam ID to another one, once per key: months that have not
 * begun are still months, and what is permanent stays so. Refuses with `perk_not_found` when there is
 * nothing to move, with `perk_disputed` while a payment for one of them is disputed, and as
 * `makeBatch` does.
 */
export function transferPerks(
  services: ChangingPerks,
  admin: Admin,
  request: Call<typeof contract.transferPerks>['body'],
  key: string | null = null,
): Promise<AnswerOf<typeof contract.transferPerks>> {
  const { from, to, reason } = request
  const { answer: shape } = contract.transferPerks
  return makeBatch(services, admin, { kind: 'transfer', shape, request, key }, async (trx) => {
    await lockTransfers(trx, 'exclusive')
    await lockPerks(trx, [from, to])
    const ledgers = await readLedgers(trx, [from, to])
    const own = ledgers.filter(({ steamId }) => steamId === from)
    if (own.some(({ entries }) => perkSchedule(entries).suspendedGrantIds.length > 0)) {
      throw new ServiceError('perk_disputed')
    }
    const changes = moveGrants(ledgers, to, services.clock(), ({ steamId }) => steamId === from)
    if (changes.length === 0) throw new ServiceError('perk_not_found')
    const grants = changes.length / 2
    return { reason, changes, facts: { from, to, grants }, answer: (id) => ({ id, grants }) }
  })
}
