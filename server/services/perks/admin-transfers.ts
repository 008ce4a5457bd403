import { z } from 'zod'
import { perkSchedule } from '#domain/perks.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { makeBatch, moveGrants } from './admin-batches.ts'
import { lockPerks, lockTransfers, readLedgers } from './ledger.ts'

export interface PerkTransfer {
  readonly from: string
  readonly to: string
  readonly reason: string
  /** Counts the grants, and moves nothing. */
  readonly isDryRun?: boolean
}

type Transferring = Pick<Services, 'database' | 'clock' | 'perkAdapters'>

const transferred = z.object({ id: z.string().nullable(), grants: z.number() })

/**
 * Moves what is left of all perks of a Steam ID to another one, once per key: months that have not
 * begun are still months, and what is permanent stays so. Returns how many grants moved; `id` is null
 * for a dry run. Refuses with `perk_not_found` when there is nothing to move, with `perk_disputed`
 * while a payment for one of them is disputed, and with `idempotency_key_reused`.
 */
export async function transferPerks(
  services: Transferring,
  admin: Admin,
  transfer: PerkTransfer,
  key: string | null = null,
): Promise<z.output<typeof transferred>> {
  const { database, clock } = services
  const once = {
    scope: 'perk_transfer',
    key: transfer.isDryRun ? null : key,
    requestHash: hashRequest(transfer),
    now: clock(),
  }
  return database.transaction((trx) =>
    answerOnce(trx, once, transferred, () => movePerks(services, trx, admin, transfer)),
  )
}

async function movePerks(
  services: Transferring,
  trx: Trx,
  admin: Admin,
  { from, to, reason, isDryRun = false }: PerkTransfer,
): Promise<z.output<typeof transferred>> {
  await lockTransfers(trx, 'exclusive')
  await lockPerks(trx, [from, to])
  const now = services.clock()
  const ledgers = await readLedgers(trx, [from, to])
  const own = ledgers.filter(({ steamId }) => steamId === from)
  if (own.some(({ entries }) => perkSchedule(entries).suspendedGrantIds.length > 0)) {
    throw new ServiceError('perk_disputed')
  }
  const changes = moveGrants(ledgers, to, now, ({ steamId }) => steamId === from)
  if (changes.length === 0) throw new ServiceError('perk_not_found')
  const grants = changes.length / 2
  if (isDryRun) return { id: null, grants }
  const details = { from, to, grants }
  const audited = { ...details, reason }
  const batch = { kind: 'transfer', reason, changes, details, audited } as const
  return { id: await makeBatch(services, trx, admin, batch), grants }
}
