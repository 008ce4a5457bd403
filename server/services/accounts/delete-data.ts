import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { DeletedAccountData } from '#contract/accounts.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import { eraseListing } from '#server/services/team/change-listings.ts'
import {
  findReach,
  isOwnKr,
  isOwnOrder,
  isOwnPack,
  type DataOwner,
  type Reach,
} from './own-data.ts'

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
): Promise<DeletedAccountData> {
  return services.database.transaction(async (trx) => {
    const reach = await findReach(trx, owner)
    await closeCheckouts(trx, owner)
    await eraseWebhooks(trx, owner, reach)
    await deleteNotes(trx, owner, reach)
    await eraseAudit(trx, owner, reach)
    const deleted = {
      orders: await takeNamesOffOrders(trx, owner),
      packs: await takeNamesOffKr(trx, owner, reach),
      listings: await eraseListings(services, trx, owner),
    }
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
          before: null,
          after: { ...deleted, account: accounts > 0n },
        },
      )
    }
    return deleted
  })
}

/** Ends the checkouts that never came to a payment. */
async function closeCheckouts(trx: Trx, owner: DataOwner): Promise<void> {
  const { rows: open } = await sql<{ id: string; isStarted: boolean }>`
    select o.id, o.status = 'processing' or o.driver = 'hosted' or o.told_at is not null or exists (
      select from provider_orders p where p.order_id = o.id and p.declined_at is null
    ) as "isStarted"
    from orders o where ${isOwnOrder(owner)} and o.status in ('pending', 'processing')
    order by o.id for update`.execute(trx)
  const { rows: openPacks } = await sql`
    select from krypto_orders p
    where p.buyer_hash = ${owner.hash} and p.status in ('pending', 'processing')
    order by p.id for update`.execute(trx)
  if (openPacks.length > 0 || open.some(({ isStarted }) => isStarted)) {
    throw new ServiceError('payment_pending')
  }
  await sql`
    update orders set status = 'expired', next_check_at = null
    where id = any(${open.map(({ id }) => id)})`.execute(trx)
}

/** PayPal and Stripe name the payers. The ids stay, to recognise a repeated event. */
async function eraseWebhooks(trx: Trx, owner: DataOwner, reach: Reach): Promise<void> {
  await sql`
    update webhook_events w set body = '{}'
    where w.processed_at is not null and w.body <> '{}'::jsonb and exists (
      select from (
        select p.reference from orders o join payments p on p.order_id = o.id
          where ${isOwnOrder(owner)}
        union select o.id::text from orders o where ${isOwnOrder(owner)}
        union select p.payment_intent from krypto_orders p where ${isOwnPack(owner, reach)}
        union select p.session_id from krypto_orders p where ${isOwnPack(owner, reach)}
      ) own where own.reference <> '' and strpos(w.body::text, own.reference) > 0
    )`.execute(trx)
}

/** The staff's notes may name them. Their pictures are deleted in the night after. */
async function deleteNotes(trx: Trx, owner: DataOwner, reach: Reach): Promise<void> {
  await sql`
    delete from task_notes where purchase_id in (
      select p.id from purchases p join orders o on o.id = p.order_id where ${isOwnOrder(owner)}
    ) or skin_purchase_id in (
      select s.id from skin_purchases s where ${isOwnSkin(owner, reach)}
    )`.execute(trx)
}

function isOwnSkin({ userId }: DataOwner, reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`(s.user_id = ${userId} or ${isOwnKr(reach)})`
}

/** What the staff did with their listings and their Kr stays in the log, without their names and words. */
async function eraseAudit(
  trx: Trx,
  { userId, secretHash }: DataOwner,
  { linked, bought, names }: Reach,
): Promise<void> {
  await sql`
    update audit_log a set before = audit_without_player(before), after = audit_without_player(after)
    where a.subject in (
      select 'team_listing:' || id from team_listings
        where user_id = ${userId} or secret_hash = ${secretHash}
      union select 'balance:' || unnest(${linked}::text[])
    ) or (
      a.subject in (select 'balance:' || unnest(${bought}::text[]))
        and a.after ->> 'discordUsername' = any(${names})
    )`.execute(trx)
}

/** Also cuts them from this browser and account. Their messages are composed when they are sent. */
async function takeNamesOffOrders(trx: Trx, owner: DataOwner): Promise<number> {
  const nobody = randomBytes(32).toString('hex')
  await sql`
    delete from messages where kind in ('checkout_started', 'checkout_details')
      and sent_at is null and order_id in (
      select o.id from orders o where ${isOwnOrder(owner)})`.execute(trx)
  await sql`
    update purchases set discord_username = ${noName} where order_id in (
      select o.id from orders o where ${isOwnOrder(owner)})`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    update orders o set discord_username = ${noName}, discord_avatar_url = null,
      details = null, listed_as_donor = false, networks = null, buyer_hash = ${nobody}, user_id = null
    where ${isOwnOrder(owner)}`.execute(trx)
  return Number(numAffectedRows)
}

async function takeNamesOffKr(trx: Trx, owner: DataOwner, reach: Reach): Promise<number> {
  await sql`
    update skin_purchases s set discord_username = ${noName}, user_id = null
    where ${isOwnSkin(owner, reach)}`.execute(trx)
  await sql`
    update krypto_transactions s set discord_username = ${noName}
    where s.discord_username <> ${noName} and (${isOwnKr(reach)} or exists (
      select from krypto_orders p where p.steam_id = s.steam_id
        and starts_with(s.source, 'stripe:' || p.session_id) and ${isOwnPack(owner, reach)}
    ))`.execute(trx)
  // As `buy_skin` does: only it and the trigger of the ledger write a balance.
  await sql`select set_config('kryptonique.buying', 'on', true)`.execute(trx)
  await sql`
    update krypto_balance s set discord_username = ${noName} where ${isOwnKr(reach)}`.execute(trx)
  await sql`select set_config('kryptonique.buying', 'off', true)`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    update krypto_orders p set discord_username = ${noName}, networks = null, buyer_hash = null
    where ${isOwnPack(owner, reach)}`.execute(trx)
  return Number(numAffectedRows)
}

async function eraseListings(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { userId, secretHash }: DataOwner,
): Promise<number> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from team_listings
    where deleted_at is null and (user_id = ${userId} or secret_hash = ${secretHash})
    order by id for update`.execute(trx)
  for (const listing of rows) await eraseListing(trx, listing, clock())
  return rows.length
}
