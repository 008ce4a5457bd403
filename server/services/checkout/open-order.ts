import { catalogue } from '#site/catalogue.ts'
import type { OpenOrderRequest } from '#contract/checkout.ts'
import type { Offer } from '#domain/catalogue.ts'
import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import type { Buyer, Services, Trx } from '#server/services/context.ts'
import { admitCheckout } from '#server/services/open-checkouts.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { Refusal } from '#server/services/refusal.ts'
import { isClosedByOwner } from '#server/services/unreadable-answers.ts'
import type { Order } from './find-order.ts'
import { insertOrder, orderedColor } from './insert-order.ts'
import { lockCartItem } from './locks.ts'
import { payableMilliseconds } from './next-check.ts'

/**
 * Opens the order of one cart item, before anything is paid. Safe to repeat: the same cart item with
 * the same details answers the same order, with other details a new one in its place, and once it is
 * paid always the paid one. Refuses with `item_not_sold`, `price_changed` or `too_many_open_checkouts`.
 */
export async function openOrder(
  services: Services,
  buyer: Buyer,
  request: OpenOrderRequest,
  networks: ClientNetworks | null,
): Promise<{ orderId: string }> {
  const offer = priceItem(request)
  return services.database.transaction(async (trx) => {
    const [item] = request.items
    await lockCartItem(trx, buyer.hash, item.id)
    const earlier = await findLiveOrder(trx, buyer, item.id)
    const admit = () =>
      admitCheckout(services, trx, {
        table: 'orders',
        steamId: request.steamId,
        networks,
        payableMilliseconds,
      })
    const insert = async () => {
      const pseudonyms = await admit()
      return { orderId: await insertOrder(services, trx, buyer, { request, offer, pseudonyms }) }
    }
    if (!earlier) return insert()
    // What the owner has dealt with by hand is never delivered: the next payment needs an order of its own.
    const isOver = await isClosedByOwner(trx, 'paypal', [earlier.id])
    const same = !isOver && isSameOrder(services, earlier, request, offer)
    if (!same && orderCan.beReplaced(earlier.status)) {
      // First, so that it does not count twice.
      await replaceOrder(trx, earlier)
      return insert()
    }
    if (same && orderCan.openAgain(earlier.status)) {
      await reopenOrder(services, trx, earlier, await admit())
    }
    if (same && orderCan.deliver(earlier.status)) await listAsDonor(trx, earlier, request)
    return { orderId: earlier.id }
  })
}

/** Our price, after checking that the item is for sale and that the buyer saw the same. */
function priceItem({ items: [item], totalPrice }: OpenOrderRequest): Offer {
  const offer = catalogue.findOffer(item)
  if (!offer || offer.hostedButtonId === null) throw new Refusal('item_not_sold')
  if (item.price !== offer.priceCents || totalPrice !== offer.priceCents) {
    throw new Refusal('price_changed', { currentPriceCents: offer.priceCents })
  }
  return offer
}

/** Whether an order is for what is asked now. Who is named as a donor changes nothing of what is paid for. */
function isSameOrder(
  { config, payments }: Services,
  order: Order,
  request: OpenOrderRequest,
  offer: Offer,
): boolean {
  return (
    order.steam_id === request.steamId &&
    order.discord_username === request.discordUsername &&
    order.offer_key === offer.key &&
    order.price_cents === offer.priceCents &&
    order.color === orderedColor(offer, request) &&
    order.driver === config.paypal.driver &&
    order.provider_mode === payments.mode
  )
}

function findLiveOrder(trx: Trx, buyer: Buyer, cartItemId: string): Promise<Order | undefined> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('buyer_hash', '=', buyer.hash)
    .where('cart_item_id', '=', cartItemId)
    .where('status', 'not in', ['superseded', 'refunded'])
    .forUpdate()
    .executeTakeFirst()
}

async function replaceOrder(trx: Trx, order: Order): Promise<void> {
  await trx
    .updateTable('orders')
    // Its next check stays: money that is being taken right now must still be found.
    .set({ status: nextOrderStatus(order.status, 'replaced') })
    .where('id', '=', order.id)
    .execute()
}

/** An expired order is payable again, by a new order at the provider: the old one may be gone there. */
async function reopenOrder(
  { clock }: Services,
  trx: Trx,
  order: Order,
  pseudonyms: string[] | null,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({
      status: nextOrderStatus(order.status, 'opened_again'),
      opened_at: clock(),
      networks: pseudonyms,
      provider_order_attempt: eb('provider_order_attempt', '+', 1),
    }))
    .where('id', '=', order.id)
    .execute()
}

async function listAsDonor(trx: Trx, order: Order, request: OpenOrderRequest): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ listed_as_donor: request.listedAsDonor })
    .where('id', '=', order.id)
    .where('listed_as_donor', '<>', request.listedAsDonor)
    .execute()
}
