import type { Services } from '../context.ts'
import { nextPackCheck, payableMilliseconds } from './next-check.ts'
import type { PackOrder } from './pack-records.ts'
import { settlePack } from './settle-pack.ts'

const ordersAtOnce = 10
/** A run starts nothing new after this time, so that it ends before its job is given to another. */
const longestRunMilliseconds = 45_000

/**
 * Looks at the packs' orders whose time has come: settles what was paid or went back while nobody
 * told us (a lost webhook, a closed page, a crash) and ends what can no longer be paid.
 */
export async function reconcilePacks(services: Services): Promise<void> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < longestRunMilliseconds) {
    const due = await takeDueOrders(services)
    if (due.length === 0) return
    await Promise.all(due.map((order) => reconcilePack(services, order)))
  }
}

/** Moves their next check on before anything else: one that fails must not stand in the way for ever. */
async function takeDueOrders({ database, clock }: Services): Promise<PackOrder[]> {
  const now = clock()
  return database.transaction(async (trx) => {
    const due = await trx
      .selectFrom('krypto_orders')
      .selectAll()
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(ordersAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const order of due) {
      await trx
        .updateTable('krypto_orders')
        .set({ next_check_at: nextPackCheck(order, now) })
        .where('id', '=', order.id)
        .execute()
    }
    return due
  })
}

async function reconcilePack(services: Services, order: PackOrder): Promise<void> {
  try {
    const { outcome } = await settlePack(services, order.id)
    if (outcome === 'not_found') await endWhenTimeIsOver(services, order)
  } catch (error) {
    services.log.error({ err: error, orderId: order.id }, 'pack order not reconciled')
  }
}

/** Stripe ends its checkouts itself; this is for those that it does not know, or that never were. */
async function endWhenTimeIsOver(
  { database, clock }: Services,
  { id, status, revision, created_at: createdAt }: PackOrder,
): Promise<void> {
  if (clock().getTime() - createdAt.getTime() <= payableMilliseconds) return
  if (status !== 'pending' && status !== 'processing') return
  await database.db
    .updateTable('krypto_orders')
    .set({ status: 'expired', next_check_at: null, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}
