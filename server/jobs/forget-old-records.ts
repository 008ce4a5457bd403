import { sql } from 'kysely'
import type { Services } from '#server/services/context.ts'
import { forgetImages } from '#server/services/images/images.ts'
import { forgetUnpaidPacks } from '#server/services/kryptonite/pack-orders.ts'
import { forgetListings } from '#server/services/team/find-listings.ts'

const day = 24 * 60 * 60 * 1000
/** However often somebody comes, he shows at Discord once more that the account is his. */
const longestSession = 90 * day
/** PayPal repeats an event for three days; a month leaves time to look into one. */
const webhookBodiesKept = 30 * day
/** A month leaves time to look into one after it was dealt with. */
const unreadableAnswersKept = 30 * day
/** Nobody repeats a request after so long. */
const idempotencyKeysKept = 30 * day
/** A claim or a late payment can still need an order that nobody paid. */
const unpaidOrdersKept = 90 * day
/** Who deleted or forgot a listing may still have a copy of it, and wonder what became of it. */
const endedListingsKept = 30 * day
/** By then somebody has read them, or nobody will. */
const wrongCodesKept = 30 * day
/** A statement takes 65,535 values at most; what is left goes the next night. */
const mostOrdersPerNight = 20_000

/**
 * Deletes what serves nobody any more, personal data above all. What cannot be deleted now keeps
 * nothing else from it; it is named by the error that is thrown at the end.
 */
export async function forgetOldRecords({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds)
  const yesterday = ago(day)
  // After a busy day there may be very many.
  const { unhurried } = database
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'rate limits': () =>
      unhurried.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute(),
    events: () => unhurried.deleteFrom('events').where('created_at', '<', yesterday).execute(),
    verifications: () =>
      unhurried.deleteFrom('verifications').where('expires_at', '<', yesterday).execute(),
    sessions: () =>
      unhurried
        .deleteFrom('sessions')
        .where((eb) => eb('expires_at', '<', yesterday).or('created_at', '<', ago(longestSession)))
        .execute(),
    'admin sessions': () =>
      unhurried.deleteFrom('admin_sessions').where('expires_at', '<', yesterday).execute(),
    'game server samples': () =>
      unhurried.deleteFrom('game_server_samples').where('sampled_at', '<', yesterday).execute(),
    'Steam nonces': () =>
      unhurried.deleteFrom('steam_nonces').where('created_at', '<', yesterday).execute(),
    'idempotency keys': () =>
      unhurried
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', ago(idempotencyKeysKept))
        .execute(),
    'messages about wrong codes': () =>
      unhurried
        .deleteFrom('messages')
        .where('kind', 'in', ['wrong_admin_codes', 'wrong_beta_codes'])
        .where('created_at', '<', ago(wrongCodesKept))
        .execute(),
    images: () => forgetImages(database, yesterday),
    'webhook bodies': () => emptyWebhookBodies(unhurried, ago(webhookBodiesKept)),
    'unreadable answers': () =>
      unhurried
        .deleteFrom('unreadable_answers')
        .where('resolved_at', '<', ago(unreadableAnswersKept))
        // That the owner has closed it must be known for as long as its order can be paid.
        .where((eb) =>
          eb.or([
            eb('resolution', 'is', null),
            eb.and([eb('order_id', 'is', null), eb('krypto_order_id', 'is', null)]),
          ]),
        )
        .execute(),
    'answers of closed entries': () =>
      unhurried
        .updateTable('unreadable_answers')
        .set({ answer: '' })
        .where('resolved_at', '<', ago(unreadableAnswersKept))
        .where('answer', '<>', '')
        .execute(),
    'unpaid orders': () => deleteUnpaidOrders(database, ago(unpaidOrdersKept)),
    'unpaid packs': () => forgetUnpaidPacks(database, { openedBefore: ago(unpaidOrdersKept) }),
    listings: () => forgetListings(database, { endedBefore: ago(endedListingsKept) }),
  }
  const failures: Error[] = []
  for (const [what, forget] of Object.entries(steps)) {
    await forget().catch((cause: unknown) => failures.push(new Error(what, { cause })))
  }
  if (failures.length === 0) return
  const names = failures.map(({ message }) => message).join(', ')
  throw new AggregateError(failures, `not forgotten: ${names}`)
}

/** They hold names and e-mails of payers. The id stays: it tells a repetition. */
async function emptyWebhookBodies(
  db: Services['database']['unhurried'],
  before: Date,
): Promise<void> {
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
