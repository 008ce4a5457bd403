import { sql } from 'kysely'
import type { Services } from '../services/context.ts'
import { forgetImages } from '../services/images/forget-images.ts'
import { forgetUnpaidPacks } from '../services/packs/forget-unpaid-packs.ts'
import { forgetListings } from '../services/team-listings/forget-listings.ts'

const day = 24 * 60 * 60 * 1000
/** PayPal repeats an event for three days; a month leaves time to look into one. */
const webhookBodiesKept = 30 * day
/** Nobody repeats a request after so long. */
const idempotencyKeysKept = 30 * day
/** A claim or a late payment can still need an order that nobody paid. */
const unpaidOrdersKept = 90 * day
/** Who deleted or forgot a listing may still have a copy of it, and wonder what became of it. */
const endedListingsKept = 30 * day
/** A statement takes 65,535 values at most; what is left goes the next night. */
const mostOrdersPerNight = 20_000

/** Deletes what serves nobody any more, personal data above all. */
export async function forgetOldRecords({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds)
  const yesterday = ago(day)
  await database.db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
  await database.db.deleteFrom('events').where('created_at', '<', yesterday).execute()
  await database.db.deleteFrom('verifications').where('expires_at', '<', yesterday).execute()
  await database.db.deleteFrom('sessions').where('expires_at', '<', yesterday).execute()
  await database.db.deleteFrom('admin_sessions').where('expires_at', '<', yesterday).execute()
  await database.db.deleteFrom('game_server_samples').where('sampled_at', '<', yesterday).execute()
  await database.db.deleteFrom('steam_nonces').where('created_at', '<', yesterday).execute()
  // There may be very many of them.
  await database.unhurried
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', ago(idempotencyKeysKept))
    .execute()
  await forgetImages(database, yesterday)
  await emptyWebhookBodies(database, ago(webhookBodiesKept))
  await deleteUnpaidOrders(database, ago(unpaidOrdersKept))
  await forgetUnpaidPacks(database, { openedBefore: ago(unpaidOrdersKept) })
  await forgetListings(database, { endedBefore: ago(endedListingsKept) })
}

/** They hold names and e-mails of payers. The id stays: it tells a repetition. */
async function emptyWebhookBodies({ db }: Services['database'], before: Date): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ body: '{}' })
    .where('received_at', '<', before)
    .where(sql<boolean>`body <> '{}'::jsonb`)
    .execute()
}

/** Orders that ended without a payment, with what was said and asked about them. */
async function deleteUnpaidOrders(
  { transaction }: Services['database'],
  before: Date,
): Promise<void> {
  await transaction(async (trx) => {
    const orders = await trx
      .selectFrom('orders')
      .select('id')
      .where('status', 'in', ['expired', 'superseded'])
      .where('opened_at', '<', before)
      .where('next_check_at', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('payments').whereRef('payments.order_id', '=', 'orders.id')),
        ),
      )
      .limit(mostOrdersPerNight)
      .forUpdate()
      .execute()
    const ids = orders.map(({ id }) => id)
    if (ids.length === 0) return
    await trx.deleteFrom('messages').where('order_id', 'in', ids).execute()
    await trx.deleteFrom('provider_orders').where('order_id', 'in', ids).execute()
    await trx.deleteFrom('orders').where('id', 'in', ids).execute()
  })
}
