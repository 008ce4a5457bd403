import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TaskChange, TaskState } from '#contract/tasks.ts'
import { perkOf } from '#domain/products.ts'
import { writeAudit, type AuditEntry, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { storeImage } from '#server/services/images/images.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { deliverOrderManually } from '#server/services/perks/order-perks.ts'
import { publishOrderChange } from '#server/services/perks/perk-events.ts'
import { ServiceError } from '#server/services/service-error.ts'

interface TaskNote {
  /** As the database writes times in JSON. */
  readonly at: string
  readonly text: string
  readonly pictureUrl: string | null
}

export interface TaskTimes {
  readonly started_at: Date | null
  readonly delivered_at: Date | null
}

export interface SkinTask extends TaskTimes {
  readonly notes: readonly TaskNote[]
}

export function taskState({
  started_at: startedAt,
  delivered_at: deliveredAt,
}: TaskTimes): TaskState {
  if (deliveredAt !== null) return 'delivered'
  return startedAt === null ? 'open' : 'in_progress'
}

/** The notes of a bought skin as a column of a query, oldest first. */
export const skinNotes = sql<readonly TaskNote[]>`coalesce((
  select json_agg(
    json_build_object('at', note.at, 'text', note.text, 'pictureUrl', note.picture_url)
    order by note.id
  )
  from task_notes note where note.skin_purchase_id = skin_purchases.id
), '[]')`

/** Whether the staff hands an order over once, because its product gives no perk. */
export function isHandedOverOnce({ site }: Pick<Services, 'site'>) {
  const { products } = site.current()
  const slugs = products.flatMap((product) => (perkOf(product) === null ? [] : [product.slug]))
  return sql<boolean>`split_part(orders.offer_key, '/', 1) <> all(${slugs}::text[])`
}

/** Locked against concurrent admins. */
interface LockedTask extends TaskTimes {
  /** A bought skin, or what was paid by an order. */
  readonly table: 'purchases' | 'skin_purchases'
  readonly rowId: string
  /** Null for a skin. */
  readonly orderId: string | null
  /** Disputed and refunded orders must not be delivered. */
  readonly mayBeDelivered: boolean
  readonly isPerk: boolean
  readonly audited: {
    readonly action: 'delivery_changed' | 'skin_delivery_changed'
    readonly subject: AuditEntry['subject']
    readonly details: object
  }
}

/** Refuses with `order_not_paid`; null for an unknown order. */
async function lockOrder(
  services: Pick<Services, 'site'>,
  trx: Trx,
  orderId: string,
): Promise<LockedTask | null> {
  const purchase = await trx
    .selectFrom('purchases')
    .select(['id', 'started_at', 'delivered_at'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  const order = await trx
    .selectFrom('orders')
    .select(['status', isHandedOverOnce(services).as('is_handed_over_once')])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return null
  if (!purchase) throw new ServiceError('order_not_paid')
  const { id: rowId, ...times } = purchase
  return {
    ...times,
    table: 'purchases',
    rowId,
    orderId,
    mayBeDelivered: order.status === 'paid',
    isPerk: !order.is_handed_over_once,
    audited: { action: 'delivery_changed', subject: `order:${orderId}`, details: {} },
  }
}

async function lockSkin(trx: Trx, purchaseId: string): Promise<LockedTask | null> {
  const skin = await trx
    .selectFrom('skin_purchases')
    .select(['started_at', 'delivered_at', 'item_name', 'steam_id'])
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  if (!skin) return null
  const { item_name: itemName, steam_id: steamId, ...times } = skin
  return {
    ...times,
    table: 'skin_purchases',
    rowId: purchaseId,
    orderId: null,
    mayBeDelivered: true,
    isPerk: false,
    audited: {
      action: 'skin_delivery_changed',
      subject: `skin_purchase:${purchaseId}`,
      details: { itemName, steamId },
    },
  }
}

/** A task by the id of its order or skin. Refuses with `not_found` or `order_not_paid`. */
async function lockTask(
  services: Pick<Services, 'site'>,
  trx: Trx,
  id: string,
): Promise<LockedTask> {
  const task = (await lockSkin(trx, id)) ?? (await lockOrder(services, trx, id))
  if (!task || task.isPerk) throw new ServiceError('not_found')
  return task
}

/**
 * Marks a paid order, also one of a perk, as delivered in the game, or opens it again. Repeating it
 * changes nothing. Refuses with `order_not_found`, or with `order_not_paid`, also for refunded and
 * disputed orders.
 */
export async function changeOrderDelivery(
  services: Services,
  trx: Trx,
  admin: Admin,
  orderId: string,
  delivered: boolean,
): Promise<void> {
  const task = await lockOrder(services, trx, orderId)
  if (!task) throw new ServiceError('order_not_found')
  if ((task.delivered_at !== null) === delivered) return
  await moveTask(services, trx, admin, task, delivered ? 'delivered' : 'open')
}

/**
 * Moves a task to another state, unless another admin has moved it since the caller saw it in
 * `from`: that is refused with `task_changed`. Repeating it changes nothing. Other refusals:
 * `not_found`, and `order_not_paid`, also for refunded and disputed orders.
 */
export async function changeTask(
  services: Services,
  admin: Admin,
  id: string,
  { state, from }: TaskChange,
): Promise<TaskTimes> {
  return services.database.transaction(async (trx) => {
    const task = await lockTask(services, trx, id)
    const current = taskState(task)
    if (current === state) return task
    if (from !== undefined && from !== current) throw new ServiceError('task_changed')
    return moveTask(services, trx, admin, task, state)
  })
}

async function moveTask(
  services: Services,
  trx: Trx,
  admin: Admin,
  task: LockedTask,
  state: TaskState,
): Promise<TaskTimes> {
  if (state !== 'open' && !task.mayBeDelivered) throw new ServiceError('order_not_paid')
  const now = services.clock()
  const startedAt = { open: null, in_progress: now, delivered: task.started_at }[state]
  const deliveredAt = state === 'delivered' ? now : null
  await sql`
    update ${sql.table(task.table)}
    set started_at = ${startedAt}, delivered_at = ${deliveredAt}
    where id = ${task.rowId}`.execute(trx)
  const isDeliveryChange = (task.delivered_at === null) !== (deliveredAt === null)
  if (isDeliveryChange && task.orderId !== null) {
    await deliverOrderManually(services, trx, task.orderId, deliveredAt !== null)
  }
  await publishTaskChange(trx, task)
  const { action, subject, details } = task.audited
  await writeAudit(services, trx, admin, {
    action: isDeliveryChange ? action : 'task_changed',
    subject,
    before: {
      ...details,
      ...(isDeliveryChange ? { deliveredAt: task.delivered_at } : { state: taskState(task) }),
    },
    after: { ...details, ...(isDeliveryChange ? { deliveredAt } : { state }) },
  })
  return { started_at: startedAt, delivered_at: deliveredAt }
}

/** Makes the open pages of its buyer request their orders again, or the wallet that has the skin. */
async function publishTaskChange(trx: Trx, { rowId, orderId }: LockedTask): Promise<void> {
  if (orderId !== null) return publishOrderChange(trx, orderId)
  await publishEvents(
    trx,
    sql`select 'balance', jsonb_build_object('balance', b.balance), b.steam_id
      from skin_purchases s join krypto_balance b using (steam_id) where s.id = ${rowId}`,
  )
}

export interface NewNote {
  readonly text: string
  readonly picture: Buffer | null
}

const storedNote = z.object({ id: z.number() })

/**
 * Adds a note that the buyer of a skin reads, once per key. Refuses with `not_found`, `image_refused`,
 * `rate_limited` when the decoder is overloaded, or `idempotency_key_reused`.
 */
export async function addTaskNote(
  services: Services,
  admin: Admin,
  id: string,
  { text, picture }: NewNote,
  key: string | null,
): Promise<SkinTask> {
  const encoded = picture && (await encodePicture(services, picture))
  const now = services.clock()
  const pictureHash = picture && createHash('sha256').update(picture).digest('hex')
  const once = { scope: 'task_note', key, requestHash: hashRequest(id, text, pictureHash), now }
  return services.database.transaction(async (trx) => {
    const task = await lockSkin(trx, id)
    if (!task) throw new ServiceError('not_found')
    await answerOnce(trx, once, storedNote, async () => {
      const { id: noteId } = await trx
        .insertInto('task_notes')
        .values({
          skin_purchase_id: id,
          text,
          picture_url: encoded && (await storeImage(trx, encoded, now)),
          author: admin.actor,
          at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      // Without the text, which may be about a person: nothing can be removed from the audit log.
      await writeAudit(services, trx, admin, {
        action: 'task_note_added',
        subject: task.audited.subject,
        after: { ...task.audited.details, noteId },
      })
      await publishTaskChange(trx, task)
      return { id: noteId }
    })
    return trx
      .selectFrom('skin_purchases')
      .select(['started_at', 'delivered_at', skinNotes.as('notes')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  })
}
