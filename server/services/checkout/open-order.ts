import type { OpenOrderRequest } from '../../../contract/checkout.ts'
import { findOffer, type Offer } from '../../../domain/catalogue.ts'
import { nextOrderStatus, orderCan } from '../../../domain/orders.ts'
import type { Buyer, Services, Trx } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { lockCartItem } from './locks.ts'
import { queueStartedMessage } from './staff-messages.ts'

/**
 * Opens the order of one cart item, before anything is paid. Safe to repeat: the same cart item with
 * the same details answers the same order, with other details a new one in its place, and once it is
 * paid always the paid one. Refuses with `item_not_sold` or `price_changed`.
 */
export async function openOrder(
  services: Services,
  buyer: Buyer,
  request: OpenOrderRequest,
): Promise<{ orderId: string }> {
  const offer = priceItem(request)
  return services.database.transaction(async (trx) => {
    const [item] = request.items
    await lockCartItem(trx, buyer.hash, item.id)
    const earlier = await findLiveOrder(trx, buyer, item.id)
    if (!earlier) return insertOrder(services, trx, buyer, request, offer)
    const same =
      earlier.steam_id === request.steamId &&
      earlier.discord_username === request.discordUsername &&
      earlier.offer_key === offer.key &&
      earlier.price_cents === offer.priceCents &&
      earlier.driver === services.config.paypal.driver &&
      earlier.provider_mode === services.payments.mode
    if (same && orderCan.openAgain(earlier.status)) {
      await reopenOrder(services, trx, earlier)
    } else if (!same && orderCan.beReplaced(earlier.status)) {
      await trx
        .updateTable('orders')
        // Its next check stays: money that is being taken right now must still be found.
        .set({ status: nextOrderStatus(earlier.status, 'replaced') })
        .where('id', '=', earlier.id)
        .execute()
      return insertOrder(services, trx, buyer, request, offer)
    }
    return { orderId: earlier.id }
  })
}

/** Our price, after checking that the buyer saw the same. */
function priceItem({ items: [item], totalPrice }: OpenOrderRequest): Offer {
  const offer = findOffer(item)
  if (!offer) throw new Refusal('item_not_sold')
  if (item.price !== offer.priceCents || totalPrice !== offer.priceCents) {
    throw new Refusal('price_changed', { currentPriceCents: offer.priceCents })
  }
  return offer
}

type LiveOrder = NonNullable<Awaited<ReturnType<typeof findLiveOrder>>>

function findLiveOrder(trx: Trx, buyer: Buyer, cartItemId: string) {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('buyer_hash', '=', buyer.hash)
    .where('cart_item_id', '=', cartItemId)
    .where('status', 'not in', ['superseded', 'refunded'])
    .forUpdate()
    .executeTakeFirst()
}

/** An expired order is payable again, by a new order at the provider: the old one may be gone there. */
async function reopenOrder({ clock }: Services, trx: Trx, order: LiveOrder): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({
      status: nextOrderStatus(order.status, 'opened_again'),
      opened_at: clock(),
      provider_order_attempt: eb('provider_order_attempt', '+', 1),
    }))
    .where('id', '=', order.id)
    .execute()
}

async function insertOrder(
  services: Services,
  trx: Trx,
  buyer: Buyer,
  request: OpenOrderRequest,
  offer: Offer,
): Promise<{ orderId: string }> {
  const { config, clock, payments } = services
  const { id } = await trx
    .insertInto('orders')
    .values({
      buyer_hash: buyer.hash,
      user_id: buyer.userId,
      cart_item_id: request.items[0].id,
      steam_id: request.steamId,
      discord_username: request.discordUsername,
      discord_avatar_url: trustedAvatar(services, request.discordAvatarUrl),
      offer_key: offer.key,
      item_name: offer.name,
      item_type: offer.type,
      duration_months: offer.durationMonths,
      price_cents: offer.priceCents,
      currency: 'EUR',
      provider: payments.name,
      driver: config.paypal.driver,
      provider_mode: payments.mode,
      status: 'pending',
      opened_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueStartedMessage(services, trx, id)
  return { orderId: id }
}

/** The browser names the picture; only one of Discord's own is passed on to the staff. */
function trustedAvatar({ config }: Services, url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null
  const { href, origin, pathname } = new URL(url)
  const isAvatar = /^\/(avatars|embed\/avatars)\/[\w./-]+$/.test(pathname)
  return origin === config.discord.avatarOrigin && isAvatar ? href : null
}
