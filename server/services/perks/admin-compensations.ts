import { z } from 'zod'
import type { PerkCompensation } from '#contract/admin-perks.ts'
import { canGrow, coverageAt, perkSchedule } from '#domain/perks.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { makeBatch } from './admin-batches.ts'
import { requirePerk } from './admin-grants.ts'
import { lockPerks, readLedgers, type PerkChange } from './ledger.ts'

const hourMilliseconds = 60 * 60 * 1000
type Compensating = Pick<Services, 'database' | 'clock' | 'perkAdapters'>

interface Compensation {
  readonly perks: readonly string[]
  readonly hours: number
  readonly reason: string
  /** Counts the players, and adds nothing. */
  readonly isDryRun: boolean
}

const storedAnswer = z.object({ id: z.string().nullable(), players: z.number(), hours: z.number() })

/**
 * Adds time to these perks of everybody who holds them now, once per key. What is permanent or
 * suspended gets nothing. `id` is null for a dry run, and when nobody gets any. Refuses unknown
 * perks, and with `idempotency_key_reused`.
 */
export async function compensatePerks(
  services: Compensating,
  admin: Admin,
  compensation: Compensation,
  key: string | null = null,
): Promise<PerkCompensation> {
  const { database, clock } = services
  const { perks, isDryRun } = compensation
  for (const [index, perk] of perks.entries()) requirePerk(perk, `perks.${index}`)
  const once = {
    scope: 'perk_compensation',
    key: isDryRun ? null : key,
    requestHash: hashRequest(compensation),
    now: clock(),
  }
  return database.transaction((trx) =>
    answerOnce(trx, once, storedAnswer, () => compensate(services, trx, admin, compensation)),
  )
}

async function compensate(
  services: Compensating,
  trx: Trx,
  admin: Admin,
  { perks, hours, reason, isDryRun }: Compensation,
): Promise<PerkCompensation> {
  const { clock } = services
  const steamIds = await findHolders(trx, perks, clock())
  await lockPerks(trx, steamIds)
  const now = clock()
  const changes = (await readLedgers(trx, steamIds)).flatMap(
    ({ steamId, perk, entries }): PerkChange[] => {
      const coverage = coverageAt(perkSchedule(entries), now.getTime())
      if (!perks.includes(perk) || !canGrow(coverage)) return []
      const term = { kind: 'time', ms: Math.ceil(hours * hourMilliseconds) } as const
      const entry = { kind: 'granted', term, color: null, source: 'compensation' } as const
      return [{ steamId, perk, entries: [entry] }]
    },
  )
  const players = new Set(changes.map(({ steamId }) => steamId)).size
  if (isDryRun || players === 0) return { id: null, players, hours }
  const details = { perks, hours, players }
  const audited = { ...details, reason }
  const batch = { kind: 'compensation', reason, changes, details, audited } as const
  const id = await makeBatch(services, trx, admin, batch)
  return { id, players, hours }
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
