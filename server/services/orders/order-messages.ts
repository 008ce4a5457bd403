import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { orderCan } from '#domain/orders.ts'
import type { Schema } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import { actorName, writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Buyer, Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest, isRepeated } from '#server/services/idempotency.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import {
  messageColors,
  messageFields,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'
import { isFlooded, queueMessage } from '#server/services/messages/queue-message.ts'
import { publishTodo } from '#server/services/notify-events.ts'
import { publishOrderChange } from '#server/services/perks/perk-events.ts'
import { countRequest, requireAllowed, type ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import type { NewNote } from '#server/services/tasks/tasks.ts'
import { lockOrder } from './lock-orders.ts'
import { findOrder, findOrderRecord, type Order, type OrderRecord } from './orders.ts'

/** Who reads and writes about an order: its buyer, or somebody of the staff. */
export type Correspondent =
  | {
      readonly side: 'buyer'
      readonly buyer: Buyer
      /** Null for this machine itself, which is not counted. */
      readonly networks: ClientNetworks | null
    }
  | { readonly side: 'staff'; readonly staff: Admin }

/** Refuses with `order_not_found`, a buyer also for the orders of others. */
async function requireOrder(
  services: Services,
  who: Correspondent,
  orderId: string,
  db?: Kysely<Schema>,
): Promise<OrderRecord> {
  return who.side === 'buyer'
    ? findOrder(services, who.buyer, orderId, db)
    : findOrderRecord(services, orderId, db)
}

/** The messages about an order, oldest first. Refuses with `order_not_found`. */
export async function listOrderMessages(services: Services, who: Correspondent, orderId: string) {
  await requireOrder(services, who, orderId)
  return services.database.db
    .selectFrom('order_messages')
    .select(['id', 'author', 'text', 'at'])
    .select(sql<boolean>`picture is not null`.as('hasPicture'))
    .select(actorName('order_messages.author').as('actorName'))
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** The picture of a message, as we encoded it. Refuses with `order_not_found`, or `not_found`. */
export async function readMessagePicture(
  services: Services,
  who: Correspondent,
  orderId: string,
  messageId: number,
): Promise<Uint8Array<ArrayBuffer>> {
  await requireOrder(services, who, orderId)
  const message = await services.database.db
    .selectFrom('order_messages')
    .select('picture')
    .where('order_id', '=', orderId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message?.picture) throw new ServiceError('not_found')
  return new Uint8Array(message.picture)
}

/** Removes a message of either side, with its picture. Refuses with `not_found`. */
export async function removeOrderMessage(
  services: Services,
  staff: Admin,
  orderId: string,
  messageId: number,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('order_messages')
      .where('order_id', '=', orderId)
      .where('id', '=', messageId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new ServiceError('not_found')
    await writeAudit(services, trx, staff, {
      action: 'order_message_removed',
      subject: `order:${orderId}`,
      before: { messageId },
    })
    await publishOrderChange(trx, orderId)
  })
}

/** Of one buyer: their browser, and their account where they are signed in. */
const buyersLimit = { name: 'order-messages', requests: 30, windowSeconds: 3600 } as const

/** Anybody can open an order for free, and what they write about it is kept for months. */
const mostUnpaid = { messages: 20, pictures: 3 } as const
/** Of one network, about all orders that nobody has paid. */
const unpaidPictures = { name: 'unpaid-pictures', requests: 10, windowSeconds: 86_400 } as const

const storedMessage = z.object({ id: z.number() })

/**
 * Adds a message, once per key. Refuses with `order_not_found`, `image_refused`,
 * `idempotency_key_reused`, with `order_not_paid` a buyer who writes much before they pay, or with
 * `rate_limited`: a buyer, or anybody while the decoder is overloaded.
 */
export async function addOrderMessage(
  services: Services,
  who: Correspondent,
  orderId: string,
  { text, picture }: NewNote,
  key: string | null,
): Promise<void> {
  const { status } = await requireOrder(services, who, orderId)
  const pictureHash = picture && createHash('sha256').update(picture).digest('hex')
  const now = services.clock()
  const once = {
    scope: who.side === 'buyer' ? `order_message:${who.buyer.hash}` : 'order_message',
    key,
    requestHash: hashRequest(orderId, text, pictureHash),
    now,
  }
  if (await isRepeated(services, once)) return
  if (who.side === 'buyer') {
    await countMessage(services, who.buyer)
    if (picture && orderCan.receivePayment(status)) await countPicture(services, who.networks)
  }
  const encoded = picture && (await encodePicture(services, picture))
  await services.database.transaction(async (trx) => {
    // Again under the lock: nothing is written about an order whose buyer has just deleted their data.
    const order = await lockOrder(trx, orderId)
    await requireOrder(services, who, orderId, trx)
    await answerOnce(trx, once, storedMessage, async () => {
      if (who.side === 'buyer' && orderCan.receivePayment(order.status)) {
        await requireRoom(trx, orderId, { hasPicture: picture !== null })
      }
      const message = await trx
        .insertInto('order_messages')
        .values({
          order_id: orderId,
          author: who.side === 'staff' ? who.staff.actor : null,
          text,
          picture: encoded,
          at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (who.side === 'buyer') await notifyStaff(services, trx, order)
      else {
        // Without the text, which may be about a person: nothing can be removed from the audit log.
        await writeAudit(services, trx, who.staff, {
          action: 'order_message_added',
          subject: `order:${orderId}`,
          after: { messageId: message.id },
        })
      }
      await publishOrderChange(trx, orderId)
      return message
    })
  })
}

async function countMessage(services: Services, { hash, userId }: Buyer): Promise<void> {
  const account = userId === null ? [] : [{ name: `account ${userId}`, factor: 1 }]
  const browser = { name: `browser ${hash}`, factor: 1 }
  requireAllowed(await countRequest(services, buyersLimit, [browser, ...account]))
}

async function countPicture(services: Services, networks: ClientNetworks | null): Promise<void> {
  const verdict = networks && (await countRequest(services, unpaidPictures, networks))
  if (verdict?.allowed === false) throw new ServiceError('order_not_paid')
}

/** Under the lock of an order that nobody has paid. */
async function requireRoom(
  trx: Trx,
  orderId: string,
  { hasPicture }: { readonly hasPicture: boolean },
): Promise<void> {
  const { messages, pictures } = await trx
    .selectFrom('order_messages')
    .select(({ fn }) => [
      fn.countAll<number>().as('messages'),
      fn.count<number>('picture').as('pictures'),
    ])
    .where('order_id', '=', orderId)
    .where('author', 'is', null)
    .executeTakeFirstOrThrow()
  const isFull = hasPicture && pictures >= mostUnpaid.pictures
  if (isFull || messages >= mostUnpaid.messages) throw new ServiceError('order_not_paid')
}

/** Anybody can open an order for free: more about those in ten minutes are not worth a message. */
const maxStaffMessages = 10

/** Once for each order until somebody of the staff has read what its buyer wrote. */
async function notifyStaff(services: Services, trx: Trx, order: Order): Promise<void> {
  const isMuted =
    order.paid_at === null && (await isFlooded(services, trx, 'order_message', maxStaffMessages))
  if (isMuted) return publishTodo(trx)
  const { first } = await trx
    .selectFrom('order_messages')
    .select(({ fn }) => fn.min('id').as('first'))
    .where('order_id', '=', order.id)
    .where('author', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  await queueMessage(services, trx, {
    kind: 'order_message',
    order_id: order.id,
    occasion: String(first),
  })
}

/** Says where a buyer has written; what they wrote stays on the site. */
export function composeBuyerMessage(
  { labels, orders: texts }: MessageTexts,
  { id, item_name: item, discord_username: name }: Order,
  publicOrigin: string,
): StaffMessage {
  return {
    title: texts.message,
    url: `${publicOrigin}/admin?section=orders&search=${id}`,
    color: messageColors.amber,
    fields: messageFields(
      [labels.item, item],
      [labels.discord, name],
      [labels.order, id],
      [labels.action, texts.action_message],
    ),
  }
}

/** What the other side wrote, up to the message that was shown last. Refuses with `order_not_found`. */
export async function markOrderMessagesRead(
  services: Services,
  who: Correspondent,
  orderId: string,
  readUpTo: number,
): Promise<void> {
  await requireOrder(services, who, orderId)
  await services.database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('order_messages')
      .set({ read_at: services.clock() })
      .where('order_id', '=', orderId)
      .where('author', who.side === 'buyer' ? 'is not' : 'is', null)
      .where('read_at', 'is', null)
      .where('id', '<=', readUpTo)
      .executeTakeFirst()
    // Their other pages show how many are unread.
    if (numUpdatedRows > 0n && who.side === 'buyer') await publishOrderChange(trx, orderId)
  })
}

const isUnanswered = sql<boolean>`order_messages.author is null and not exists (
  select from order_messages later where later.order_id = order_messages.order_id
    and later.id > order_messages.id and later.author is not null)`

/** Whether the last message about an order is its buyer's. */
export const awaitsAnswer = sql<boolean>`orders.id in (
  select order_id from order_messages where ${isUnanswered})`

/** The orders whose last message is their buyer's. */
export function findUnanswered({ database }: Pick<Services, 'database'>) {
  return database.db
    .selectFrom('order_messages')
    .select(({ fn }) => [
      fn.count<number>('order_id').distinct().as('count'),
      fn.min('at').as('oldestAt'),
    ])
    .where(isUnanswered)
    .executeTakeFirstOrThrow()
}
