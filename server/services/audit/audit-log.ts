import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff.ts'
import type { StaffRole } from '#domain/rights.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { containing, readNumberCursor, rowsToFetch, toPage } from '#server/services/list-queries.ts'

/** Somebody of the staff. `actor` names them in the audit log. */
export interface Admin {
  readonly role: StaffRole
  readonly by: contract.AdminSessionView['by']
  readonly actor: `discord:${string}` | `code:${string}`
}

/**
 * An action of the staff, a player's deletion of their data, or the end of a ban, and its subject:
 * `order:<id>`, `session:<first digits of its hash>`, …
 */
export interface AuditEntry {
  readonly action:
    | 'session_opened'
    | 'session_closed'
    | 'delivery_changed'
    | 'donor_listing_changed'
    | 'payment_assigned'
    | 'payment_resolved'
    | 'unreadable_answer_resolved'
    | 'kr_credited'
    | 'kr_corrected'
    | 'player_note_added'
    | 'player_note_removed'
    | 'shop_item_added'
    | 'shop_item_changed'
    | 'shop_item_deleted'
    | 'skin_delivery_changed'
    | 'task_changed'
    | 'task_note_added'
    | 'order_message_added'
    | 'order_message_removed'
    | 'team_listing_removed'
    | 'team_listing_put_back'
    | 'team_listing_reports_handled'
    | 'perk_granted'
    | 'perk_voided'
    | 'perk_delivery_changed'
    | 'perks_transferred'
    | 'perks_compensated'
    | 'perks_imported'
    | 'perk_batch_undone'
    | 'perk_adapter_enabled'
    | 'perk_adapter_retried'
    | 'perk_file_put_back'
    | 'edit_removed'
    | 'edit_saved'
    | 'edit_undone'
    | 'person_added'
    | 'person_changed'
    | 'person_removed'
    | 'access_code_changed'
    | 'offer_added'
    | 'offer_changed'
    | 'offer_stopped'
    | 'ban_saved'
    | 'ban_lifted'
    | 'discord_posted'
    | 'data_deleted'
    | 'demo_data_removed'
    | 'shop_exported'
  readonly subject: `${'order' | 'payment' | 'unreadable_answer' | 'session' | 'balance' | 'player' | 'shop_item' | 'skin_purchase' | 'team_listing' | 'perk' | 'perk_batch' | 'perk_adapter' | 'edit' | 'person' | 'access_code' | 'ban' | 'offer' | 'discord_post' | 'deletion' | 'demo_data' | 'export'}:${string}`
  readonly before?: unknown
  readonly after?: unknown
}

/** Records an action in its own transaction. The database refuses any change of the record. */
export async function writeAudit(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { actor }: { readonly actor: Admin['actor'] | 'player' | 'shop' },
  { action, subject, before = null, after = null }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      actor,
      action,
      subject,
      before: toJson(before),
      after: toJson(after),
      created_at: clock(),
    })
    .execute()
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/**
 * The name of an actor: of the Discord account, while it exists, or the one that was entered with the
 * access code.
 */
export function actorName(
  actor:
    | 'audit_log.actor'
    | 'order_messages.author'
    | 'perk_batches.actor'
    | 'edits.changed_by'
    | 'player_notes.author'
    | 'bans.banned_by'
    | RawBuilder<string>,
) {
  const text = typeof actor === 'string' ? sql.ref(actor) : actor
  const [kind, id] = [1, 2].map((part) => sql`split_part(${text}, ':', ${sql.lit(part)})`)
  return sql<string | null>`coalesce(
    (select u.name from accounts a join users u on u.id = a.user_id
      where a.provider_id = ${kind} and a.account_id = ${id}),
    (select p.name from people p where 'discord' = ${kind} and p.discord_id = ${id}),
    (select opened.after ->> 'name' from audit_log opened
      where 'code' = ${kind} and opened.action = 'session_opened'
        and opened.subject = 'session:' || ${id})
  )`
}

/** A page of the audit log, newest first. Refuses an invalid cursor with `validation_failed`. */
export async function listAudit(
  { database }: Services,
  { search, cursor }: QueryOf<typeof contract.listAudit>,
) {
  let query = database.db
    .selectFrom('audit_log')
    .select(['id', 'actor', 'action', 'subject', 'before', 'after', 'created_at as at'])
    .select(actorName('audit_log.actor').as('actorName'))
  if (search !== '') {
    const part = containing(search)
    query = query.where(
      sql<boolean>`(actor ilike ${part} or action ilike ${part} or subject ilike ${part}
        or ${actorName('audit_log.actor')} ilike ${part})`,
    )
  }
  if (cursor !== undefined) query = query.where('id', '<', readNumberCursor(cursor))
  const found = await query.orderBy('id', 'desc').limit(rowsToFetch).execute()
  return toPage(found, ({ id }) => String(id))
}
