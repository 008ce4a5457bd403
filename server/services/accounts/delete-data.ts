import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/accounts.ts'
import { writeAudit } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { eraseListing } from '#server/services/team/change-listings.ts'
import { ownRows, type DataOwner } from './own-data.ts'

/** Stands where a name was, here and in `deploy/forget-player.sql`; the ledger accepts no other. */
const noName = '-'

/**
 * Deletes what is kept about a browser and its account, and takes their names off what the books
 * need: amounts, dates, Steam IDs. Repeating it changes nothing. Refuses with `payment_pending`
 * while something can still be paid: its buyer could not see what becomes of their money.
 */
export async function deleteOwnData(
  services: Pick<Services, 'database' | 'clock'>,
  owner: DataOwner,
): Promise<AnswerOf<typeof contract.deleteOwnData>> {
  return services.database.transaction(async (trx) => {
    const own = ownRows(owner)
    await closeCheckouts(trx, own)
    await eraseWebhooks(trx, own)
    await eraseStaffTexts(trx, own)
    const listings = await eraseListings(services, trx, own)
    const packs = await takeNamesOffKr(trx, own)
    const deleted = { orders: await takeNamesOffOrders(trx, own), packs, listings }
    const { numDeletedRows: accounts } = await trx
      .deleteFrom('users')
      .where('id', '=', owner.userId ?? '')
      .executeTakeFirst()
    // Takes the role in Discord, which the deleted link has brought.
    await trx
      .updateTable('perk_adapters')
      .set({ next_run_at: null })
      .where('name', '=', 'discord-role')
      .execute()
    await sql`delete from idempotency_keys where right(scope, 64) = ${owner.hash}`.execute(trx)
    const isAnything = Object.values(deleted).some((count) => count > 0) || accounts > 0n
    if (isAnything) {
      await writeAudit(
        services,
        trx,
        { actor: 'player' },
        {
          action: 'data_deleted',
          subject: `deletion:${randomUUID()}`,
          after: { ...deleted, account: accounts > 0n },
        },
      )
    }
    return deleted
  })
}

type Own = ReturnType<typeof ownRows>

/**
 * Ends the checkouts that never came to a payment. Locks all orders and packs that are changed here
 * or later ("Locks" in ARCHITECTURE.md).
 */
async function closeCheckouts(trx: Trx, own: Own): Promise<void> {
  const { rows: orders } = await sql<{ id: string; isOpen: boolean; isStarted: boolean }>`
    select o.id, o.status in ('pending', 'processing') as "isOpen",
      o.status = 'processing' or o.driver = 'hosted' or o.approval_reported_at is not null or exists (
        select from provider_orders p where p.order_id = o.id and p.declined_at is null
      ) as "isStarted"
    from orders o where ${own.orders} order by o.id for update of o`.execute(trx)
  const { rows: packs } = await sql<{ isOpen: boolean }>`
    select p.status in ('pending', 'processing') as "isOpen"
    from krypto_orders p where ${own.krypto_orders} order by p.id for update of p`.execute(trx)
  const open = orders.filter(({ isOpen }) => isOpen)
  if (packs.some(({ isOpen }) => isOpen) || open.some(({ isStarted }) => isStarted)) {
    throw new ServiceError('payment_pending')
  }
  await sql`
    update orders set status = 'expired', next_check_at = null
    where id = any(${open.map(({ id }) => id)})`.execute(trx)
}

/**
 * PayPal and Stripe name the payers. The ids stay, to recognise a repeated event. Writing a body as text
 * is what takes time: `offset 0` makes it once, not for each of the references.
 */
async function eraseWebhooks(trx: Trx, own: Own): Promise<void> {
  await sql`
    with own as materialized (
      select reference from payments where ${own.payments}
      union select id::text from orders where ${own.orders}
      union select unnest(array[payment_intent, session_id]) from krypto_orders
        where ${own.krypto_orders}
    )
    update webhook_events set body = '{}' where (provider, event_id) in (
      select w.provider, w.event_id
      from webhook_events w, lateral (select w.body::text as text offset 0) as written
      where w.processed_at is not null and w.body <> '{}'::jsonb and exists (
        select from own where own.reference <> '' and strpos(written.text, own.reference) > 0
      )
    )`.execute(trx)
}

/**
 * What the staff wrote may name them: notes and messages, whose pictures are deleted in the night
 * after, and reasons. What the staff did stays in the log.
 */
async function eraseStaffTexts(trx: Trx, own: Own): Promise<void> {
  // They stay one of the staff, by their id, should they sign in again.
  await sql`update people set name = ${noName} where ${own.people}`.execute(trx)
  await sql`delete from task_notes where ${own.task_notes}`.execute(trx)
  await sql`delete from order_messages where ${own.order_messages}`.execute(trx)
  await sql`delete from player_notes where ${own.player_notes}`.execute(trx)
  await sql`
    update audit_log set before = audit_without_player(before), after = audit_without_player(after)
    where ${own.audit_log}
      or subject in (select 'perk_batch:' || id from perk_batches where ${own.perk_batches})
  `.execute(trx)
  await sql`
    update perk_batches set reason = ${noName} where ${own.perk_batches}`.execute(trx)
  await sql`
    update perk_entries set reason = ${noName}
    where reason <> ${noName} and ${own.perk_entries}`.execute(trx)
  await sql`
    update unreadable_answers set resolution = ${noName}
    where resolution is not null and ${own.unreadable_answers}`.execute(trx)
}

/** Also cuts them from this browser and account. Their messages are composed when they are sent. */
async function takeNamesOffOrders(trx: Trx, own: Own): Promise<number> {
  const nobody = randomBytes(32).toString('hex')
  await sql`
    delete from messages where kind in ('checkout_started', 'checkout_details', 'order_message')
      and sent_at is null and order_id in (select id from orders where ${own.orders})`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    update orders o set discord_username = ${noName}, discord_avatar_url = null,
      details = null, listed_as_donor = false, networks = null, buyer_hash = ${nobody}, user_id = null
    where ${own.orders}`.execute(trx)
  return Number(numAffectedRows)
}

async function takeNamesOffKr(trx: Trx, own: Own): Promise<number> {
  await sql`
    update krypto_transactions set discord_username = ${noName},
      description = case transaction_type when 'correction' then ${noName} else description end
    where ${own.krypto_transactions}`.execute(trx)
  // As `buy_skin` does: only it and the trigger of the ledger write a balance.
  await sql`select set_config('kryptonique.buying', 'on', true)`.execute(trx)
  // While nobody has linked the Steam ID, its balance keeps a name that is on a line of somebody else.
  await sql`
    update krypto_balance b set discord_username = ${noName}
    where ${own.krypto_balance} or (
      steam_id in (select steam_id from krypto_orders where ${own.krypto_orders})
      and not exists (
        select from krypto_transactions l
        where l.steam_id = b.steam_id and l.discord_username = b.discord_username
      )
    )`.execute(trx)
  await sql`select set_config('kryptonique.buying', 'off', true)`.execute(trx)
  await sql`
    update skin_purchases set discord_username = ${noName}, buyer_hash = null, user_id = null
    where ${own.skin_purchases}`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    update krypto_orders set discord_username = ${noName}, networks = null, buyer_hash = null,
      user_id = null
    where ${own.krypto_orders}`.execute(trx)
  return Number(numAffectedRows)
}

async function eraseListings(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  own: Own,
): Promise<number> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from team_listings where deleted_at is null and ${own.team_listings}
    order by id for update`.execute(trx)
  for (const listing of rows) await eraseListing(trx, listing, clock())
  return rows.length
}
