import { sql } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { forgetImages } from '#server/services/images/images.ts'
import { forgetUnpaidPacks } from '#server/services/kryptonite/pack-orders.ts'
import { forgetListings } from '#server/services/team/find-listings.ts'

const day = 24 * 60 * 60 * 1000
/** Even a player who comes every day signs in at Discord again after this time. */
const maxSessionAge = 90 * day
/** PayPal repeats an event for three days; a month leaves time to investigate one. */
const webhookBodiesKept = 30 * day
/** A month leaves time to investigate one after it was resolved. */
const unreadableAnswersKept = 30 * day
/** No client repeats a request after so long. */
const idempotencyKeysKept = 30 * day
/** A claim or a late payment can still need an unpaid order. */
const unpaidOrdersKept = 90 * day
/** The maker's browser may still have a copy, and shows what became of the listing. */
const endedListingsKept = 30 * day
const wrongCodesKept = 30 * day
/** A season leaves time to look into a delivery. */
const perkRecordsKept = 90 * day
/** A dispute asks what was delivered: at PayPal for 180 days. */
const putsKept = 200 * day
/** What the staff noted about a player says little after two years. */
const playerNotesKept = 730 * day
/** The staff is shown the outages of a month, to make up for them. */
const outagesKept = 31 * day
/**
 * A statement takes at most 65,535 values and 15 seconds, also of checks of foreign keys; the rest is
 * deleted the next night.
 */
const maxOrdersPerNight = 20_000

/**
 * Deletes records that are no longer needed, personal data above all. A step that fails does not
 * stop the others; the error at the end names it.
 */
export async function forgetOldRecords({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds)
  const yesterday = ago(day)
  // After a busy day there may be very many rows.
  const { withoutStatementTimeout: db } = database
  const deleteBefore = <Table extends keyof Schema>(
    table: Table,
    column: keyof Schema[Table] & string,
    before: Date,
  ) => sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${before}`.execute(db)
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'rate limits': () => deleteBefore('rate_limits', 'window_start', yesterday),
    events: () => deleteBefore('events', 'created_at', yesterday),
    verifications: () => deleteBefore('verifications', 'expires_at', yesterday),
    sessions: async () => {
      await deleteBefore('sessions', 'expires_at', yesterday)
      await deleteBefore('sessions', 'created_at', ago(maxSessionAge))
    },
    'admin sessions': () => deleteBefore('admin_sessions', 'expires_at', yesterday),
    'game server samples': () =>
      db
        .deleteFrom('game_server_samples')
        .where('sampled_at', '<', yesterday)
        .where((eb) =>
          eb.or([eb('is_offline', '=', false), eb('sampled_at', '<', ago(outagesKept))]),
        )
        .execute(),
    'Steam nonces': () => deleteBefore('steam_nonces', 'created_at', yesterday),
    'idempotency keys': () =>
      deleteBefore('idempotency_keys', 'created_at', ago(idempotencyKeysKept)),
    'messages about wrong codes': () =>
      db
        .deleteFrom('messages')
        .where('kind', 'in', ['wrong_admin_codes', 'wrong_beta_codes'])
        .where('created_at', '<', ago(wrongCodesKept))
        .execute(),
    'attempts at deliveries': () =>
      db
        .deleteFrom('perk_attempts')
        .where('at', '<', ago(perkRecordsKept))
        .where(sql<boolean>`not (what = 'put' and code is null and at >= ${ago(putsKept)})`)
        .execute(),
    'sent reminders': () =>
      db.deleteFrom('perk_reminders_sent').where('ends_at', '<', ago(perkRecordsKept)).execute(),
    'requests to LB Core': () =>
      db.deleteFrom('lb_requests').where('created_at', '<', yesterday).execute(),
    'notes about players': () => deleteBefore('player_notes', 'at', ago(playerNotesKept)),
    images: () => forgetImages(database, yesterday),
    // They hold names and e-mails of payers. The id stays, to recognise a repeated event.
    'webhook bodies': () =>
      db
        .updateTable('webhook_events')
        .set({ body: '{}' })
        .where('received_at', '<', ago(webhookBodiesKept))
        .where(sql<boolean>`body <> '{}'::jsonb`)
        .execute(),
    'unreadable answers': () =>
      db
        .deleteFrom('unreadable_answers')
        .where('resolved_at', '<', ago(unreadableAnswersKept))
        // An entry closed by the owner blocks the delivery of its order, for as long as that can be
        // paid.
        .where((eb) =>
          eb.or([
            eb('resolution', 'is', null),
            eb.and([eb('order_id', 'is', null), eb('krypto_order_id', 'is', null)]),
          ]),
        )
        .execute(),
    'answers of closed entries': () =>
      db
        .updateTable('unreadable_answers')
        .set({ answer: '' })
        .where('resolved_at', '<', ago(unreadableAnswersKept))
        .where('answer', '<>', '')
        .execute(),
    'unpaid orders': () => deleteUnpaidOrders(database, ago(unpaidOrdersKept)),
    'unpaid packs': () =>
      forgetUnpaidPacks(database, {
        openedBefore: ago(unpaidOrdersKept),
        limit: maxOrdersPerNight,
      }),
    listings: () => forgetListings(database, { endedBefore: ago(endedListingsKept) }),
  }
  const failures: Error[] = []
  for (const [what, forget] of Object.entries(steps)) {
    await forget().catch((cause: unknown) => failures.push(new Error(what, { cause })))
  }
  if (failures.length === 0) return
  const names = failures.map(({ message }) => message).join(', ')
  throw new AggregateError(failures, `records not deleted: ${names}`)
}

/** Deletes orders that ended without a payment, with their messages and provider orders. */
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
      .limit(maxOrdersPerNight)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = orders.map(({ id }) => id)
    if (ids.length === 0) return
    await trx.deleteFrom('messages').where('order_id', 'in', ids).execute()
    await trx.deleteFrom('provider_orders').where('order_id', 'in', ids).execute()
    await trx.deleteFrom('orders').where('id', 'in', ids).execute()
  })
}
