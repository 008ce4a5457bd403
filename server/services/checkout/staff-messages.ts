import { toDecimalEuros, cents } from '../../../domain/money.ts'
import { siteConfig } from '../../../site.config.ts'
import type { MessageKind, OrdersTable } from '../../db/schema.ts'
import type { StaffMessage } from '../../providers/discord/staff-channel.ts'
import type { Selectable } from 'kysely'
import type { Services, Trx } from '../context.ts'

/** Started checkouts cost nothing to make; more than these in ten minutes are not worth a message. */
const startedMessagesPerWindow = 30
const windowMilliseconds = 10 * 60 * 1000

/** Tells the staff that somebody opened a checkout, unless the community turned that off. */
export async function queueStartedMessage(
  services: Services,
  trx: Trx,
  orderId: string,
): Promise<void> {
  if (!siteConfig.announceStartedCheckouts) return
  const { recent } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('kind', '=', 'checkout_started')
    .where('created_at', '>', new Date(services.clock().getTime() - windowMilliseconds))
    .executeTakeFirstOrThrow()
  if (recent < startedMessagesPerWindow) {
    await queueMessage(services, trx, 'checkout_started', orderId)
  }
}

/** Tells the staff of a paid order: this is what they act on. */
export function queuePaidMessage(services: Services, trx: Trx, orderId: string): Promise<void> {
  return queueMessage(services, trx, 'checkout_paid', orderId)
}

async function queueMessage(
  { jobs }: Services,
  trx: Trx,
  kind: MessageKind,
  orderId: string,
): Promise<void> {
  const message = await trx
    .insertInto('messages')
    .values({ kind, order_id: orderId, dedupe_key: `${kind}:${orderId}` })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (message) await jobs.sendMessage(trx, message.id)
}

const headings: Readonly<Record<MessageKind, { title: string; color: number }>> = {
  checkout_started: { title: '🛒 Commande commencée, non payée', color: 0xf5a524 },
  checkout_paid: { title: '✅ Commande payée : à livrer', color: 0x4dff9e },
}

/** The staff reads French, the language of the community. */
export function composeMessage(kind: MessageKind, order: Selectable<OrdersTable>): StaffMessage {
  const duration = order.duration_months ? ` (${order.duration_months} mois)` : ''
  return {
    ...headings[kind],
    thumbnailUrl: order.discord_avatar_url,
    fields: [
      { name: 'Article', value: `${order.item_name}${duration}` },
      { name: 'Prix', value: `${toDecimalEuros(cents(order.price_cents))} €` },
      { name: 'Steam ID', value: order.steam_id },
      { name: 'Discord', value: order.discord_username },
      { name: 'Commande', value: order.id },
    ],
  }
}
