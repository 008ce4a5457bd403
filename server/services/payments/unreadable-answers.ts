import { sql, type Kysely } from 'kysely'
import type { UnreadableAnswer } from '#contract/staff.ts'
import { isUuid } from '#domain/uuid.ts'
import type { PaymentProviderName, Schema } from '#server/db/schema.ts'
import type { Unreadable } from '#server/providers/payment-provider.ts'
import { nextLookRetry, nextOrderCheck } from './due-checks.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import type { Order } from '#server/services/orders/orders.ts'

export interface ProviderRequest {
  readonly provider: PaymentProviderName
  /** The provider's id; our order's id where the provider has no id yet. */
  readonly reference: string
  /** Our order, where it is known. */
  readonly orderId?: string
  readonly packOrderId?: string
  /** A dispute has its own entry, because its answer does not describe the order's payment. */
  readonly isDispute?: boolean
}

/**
 * Stores an answer that cannot be parsed for the owner, once per order, and notifies the staff
 * once. Its order is checked until an answer can be parsed. Returns whether the entry is open:
 * false when the owner has resolved it.
 */
export async function recordUnreadable(
  services: Services,
  request: ProviderRequest,
  unreadable: Unreadable,
): Promise<boolean> {
  const { database, clock, log } = services
  const { provider, reference, packOrderId = null } = request
  const { detail, answer } = unreadable
  log.warn({ provider, reference, detail }, 'answer of a provider cannot be parsed')
  const now = clock()
  return database.transaction(async (trx) => {
    const order = packOrderId === null ? await findOrder(trx, request, unreadable) : null
    const orderId = packOrderId ?? order?.id
    const kept = await trx
      .insertInto('unreadable_answers')
      .values({
        provider,
        subject: request.isDispute ? reference : (orderId ?? reference),
        reference,
        order_id: order?.id ?? null,
        krypto_order_id: packOrderId,
        detail,
        answer,
        first_seen_at: now,
        last_seen_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['provider', 'subject']).doUpdateSet({
          reference,
          detail,
          answer,
          last_seen_at: now,
          // An entry that resolved itself opens again; its new time makes a new message.
          first_seen_at: sql`case
            when unreadable_answers.resolved_at is not null and unreadable_answers.resolution is null
            then excluded.first_seen_at else unreadable_answers.first_seen_at end`,
          // An entry that the owner resolved stays resolved, whatever the provider answers.
          resolved_at: sql`case when unreadable_answers.resolution is not null
            then unreadable_answers.resolved_at end`,
        }),
      )
      .returning(['id', 'first_seen_at', 'resolved_at'])
      .executeTakeFirstOrThrow()
    if (kept.resolved_at !== null) return false
    await queueMessage(services, trx, {
      kind: 'answer_unreadable',
      unreadable_answer_id: kept.id,
      occasion: `${kept.id}:${kept.first_seen_at.toISOString()}`,
    })
    if (order) await scheduleCheck(trx, order, now)
    if (packOrderId !== null) await schedulePackCheck(trx, packOrderId, now)
    return true
  })
}

/** The requested order, otherwise the one that the answer probably belongs to. */
async function findOrder(
  trx: Trx,
  { provider, orderId, reference }: ProviderRequest,
  { orderId: reportedOrderId, paymentReference }: Unreadable,
): Promise<Order | null> {
  const payment = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('provider', '=', provider)
    .where('reference', 'in', [reference, paymentReference ?? reference])
    .where('order_id', 'is not', null)
    .executeTakeFirst()
  const reported = isUuid(reportedOrderId) ? reportedOrderId : null
  const id = orderId ?? payment?.order_id ?? reported
  if (id === null) return null
  const order = trx.selectFrom('orders').selectAll().where('id', '=', id)
  return (await order.executeTakeFirst()) ?? null
}

/** Checks even a paid or ended order: its payment may have come late, or been refunded. */
async function scheduleCheck(trx: Trx, order: Order, now: Date): Promise<void> {
  const { id } = order
  await trx
    .updateTable('orders')
    .set({ next_check_at: sql`least(next_check_at, ${nextOrderCheck(order, now)})` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('paid_at', 'is not', null),
        eb.exists(eb.selectFrom('provider_orders').select('reference').where('order_id', '=', id)),
      ]),
    )
    .execute()
}

/** The next look at a paid pack may be months away. */
async function schedulePackCheck(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('krypto_orders')
    .set({ next_check_at: sql`least(next_check_at, ${nextLookRetry(now)})` })
    .where('id', '=', id)
    .where('paid_at', 'is not', null)
    .execute()
}

/** Resolves the entries of subjects about which a later answer could be parsed. */
export async function markReadable(
  { database, clock }: Services,
  provider: PaymentProviderName,
  subjects: readonly string[],
): Promise<void> {
  await database.db
    .updateTable('unreadable_answers')
    .set({ resolved_at: clock() })
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .where('resolved_at', 'is', null)
    .execute()
}

/**
 * Whether the owner has closed an entry about one of these by hand. They may have delivered or
 * refunded it, so it must not be delivered automatically any more.
 */
export async function isClosedByOwner(
  db: Kysely<Schema>,
  provider: PaymentProviderName,
  names: readonly string[],
): Promise<boolean> {
  const closed = await db
    .selectFrom('unreadable_answers')
    .select('id')
    .where('provider', '=', provider)
    .where('resolution', 'is not', null)
    .where((eb) => eb.or([eb('subject', 'in', names), eb('reference', 'in', names)]))
    .limit(1)
    .executeTakeFirst()
  return closed !== undefined
}

const mostListed = 100

/** Open entries first, then resolved ones; the newest first. Each with the order that waits for it. */
export async function listUnreadable({ database: { db } }: Services): Promise<UnreadableAnswer[]> {
  const found = await db
    .selectFrom('unreadable_answers')
    .selectAll()
    .orderBy(sql`resolved_at is null`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  const orderIds = found.flatMap(({ order_id: id }) => id ?? [])
  const packOrderIds = found.flatMap(({ krypto_order_id: id }) => id ?? [])
  const columns = [
    'id',
    'steam_id as steamId',
    'discord_username as discordUsername',
    'price_cents as priceCents',
    'currency',
  ] as const
  const [orders, packOrders] = await Promise.all([
    db
      .selectFrom('orders')
      .select(columns)
      .where('id', '=', sql<string>`any(${orderIds}::uuid[])`)
      .execute(),
    db
      .selectFrom('krypto_orders')
      .select(columns)
      .where('id', '=', sql<string>`any(${packOrderIds}::uuid[])`)
      .execute(),
  ])
  const waiting = [
    ...orders.map((order) => ({ ...order, kind: 'order' as const })),
    ...packOrders.map((order) => ({ ...order, kind: 'pack' as const })),
  ]
  return found.map(({ id, provider, reference, detail, answer, resolution, ...kept }) => ({
    id,
    provider,
    reference,
    detail,
    answer,
    resolution,
    order: waiting.find((order) => order.id === (kept.order_id ?? kept.krypto_order_id)) ?? null,
    firstSeenAt: kept.first_seen_at.toISOString(),
    lastSeenAt: kept.last_seen_at.toISOString(),
    resolvedAt: kept.resolved_at?.toISOString() ?? null,
  }))
}
