import type { Updateable } from 'kysely'
import type { OpenOrderRequest } from '#contract/checkout.ts'
import type { Offer } from '#domain/catalogue.ts'
import { defaultTagColor, toHexColor } from '#domain/color.ts'
import { cents } from '#domain/money.ts'
import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import { productOfType } from '#domain/products.ts'
import type { Schema } from '#server/db/schema.ts'
import { requireNotBanned } from '#server/services/bans/bans.ts'
import type { Buyer, Services, Trx } from '#server/services/context.ts'
import { isClosedByOwner } from '#server/services/payments/unreadable-answers.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'
import { isFlooded, queueMessage } from '#server/services/messages/queue-message.ts'
import { lockCartItem } from '#server/services/orders/lock-orders.ts'
import type { Order } from '#server/services/orders/orders.ts'
import type { Site } from '#server/services/site/site.ts'
import { createPricing, holdDiscount, type Price } from '#server/services/offers/codes.ts'
import { admitCheckout } from './open-checkouts.ts'

/**
 * Opens the order of one cart item, before it is paid. Idempotent: the same cart item with the same
 * details returns the same order, with other details a new order that replaces it, and after the
 * payment always the paid one. Refuses with `item_not_sold`, `price_changed`, `banned` or
 * `too_many_open_checkouts`.
 */
export async function openOrder(
  services: Services,
  buyer: Buyer,
  request: OpenOrderRequest,
  networks: ClientNetworks | null,
): Promise<{ orderId: string }> {
  return services.database.transaction(async (trx) => {
    const offer = findOffer(await services.site.hold(trx), request)
    const [item] = request.items
    await lockCartItem(trx, buyer.hash, item.id)
    const earlier = await findLiveOrder(trx, buyer, item.id)
    const { steamId } = request
    await requireNotBanned(services, trx, 'shop', { steam_id: steamId, user_id: buyer.userId })
    // An order that the owner resolved by hand is never delivered: a new payment needs a new order.
    const isUnchanged =
      earlier !== undefined &&
      !(await isClosedByOwner(trx, earlier.provider, [earlier.id])) &&
      isSameOrder(services, earlier, request, offer)
    const kept = earlier && keepsPrice(earlier, isUnchanged) ? earlier : undefined
    const price = await priceItem(services, trx, { request, offer, earlier, kept })
    const admit = () => admitCheckout(services, trx, { table: 'orders', steamId, networks })
    const insert = async () => {
      const pseudonyms = await admit()
      return {
        orderId: await insertOrder(services, trx, buyer, { request, offer, price, pseudonyms }),
      }
    }
    if (!earlier) return insert()
    const change = (changes: Updateable<Schema['orders']>) =>
      trx.updateTable('orders').set(changes).where('id', '=', earlier.id).execute()
    const same =
      isUnchanged && earlier.price_cents === price.priceCents && earlier.offer_id === price.offerId
    if (!same && orderCan.beReplaced(earlier.status)) {
      // Before `insert` counts the open checkouts, so that it does not count twice. Its next check
      // stays, to find a payment that is being captured right now.
      await change({ status: nextOrderStatus(earlier.status, 'replaced') })
      return insert()
    }
    if (same && orderCan.openAgain(earlier.status)) {
      await change({
        status: nextOrderStatus(earlier.status, 'opened_again'),
        opened_at: services.clock(),
        networks: await admit(),
        // The old provider order may be gone.
        provider_order_attempt: earlier.provider_order_attempt + 1,
      })
    }
    if (same && orderCan.deliver(earlier.status)) {
      await change({ listed_as_donor: request.listedAsDonor })
    }
    // While nothing is paid, each press on the pay button agrees again.
    const agreed = orderCan.beReplaced(earlier.status) ? agreement(services, request) : null
    if (same && agreed) await change(agreed)
    return { orderId: earlier.id }
  })
}

/** The offer of the item, after checking that it is for sale. */
function findOffer({ products, catalogue }: Site, { items: [item] }: OpenOrderRequest): Offer {
  if (!productOfType(products, item.type)) {
    throw invalidField('items.0.type', 'invalid_value', 'This is no type of product.')
  }
  const offer = catalogue.findOffer(item)
  if (!offer || offer.hostedButtonId === null) throw new ServiceError('item_not_sold')
  return offer
}

/**
 * Whether a reduced price holds, though its sale or code has ended meanwhile or is used up, by this
 * order too. It holds for this order alone: one that replaces it is priced anew, or a price that is
 * over could be kept for ever.
 */
function keepsPrice({ status, offer_id: offerId }: Order, isUnchanged: boolean): boolean {
  if (offerId === null) return false
  return orderCan.beReplaced(status) ? status === 'pending' && isUnchanged : true
}

/** What the item costs now, or what its order keeps, after checking that the buyer saw this price. */
async function priceItem(
  services: Services,
  trx: Trx,
  {
    request,
    offer,
    earlier,
    kept,
  }: { request: OpenOrderRequest; offer: Offer } & Partial<
    Readonly<Record<'earlier' | 'kept', Order | undefined>>
  >,
): Promise<Price> {
  const {
    items: [item],
    totalCents,
    code,
    steamId,
  } = request
  const isSeen = (price: Price) =>
    item.priceCents === price.priceCents && totalCents === price.priceCents
  if (kept) {
    const held = { priceCents: cents(kept.price_cents), offerId: kept.offer_id }
    if (isSeen(held)) return held
  }
  const discount =
    code === undefined
      ? null
      : await holdDiscount(services, trx, code, { steamId, replacing: earlier ? [earlier.id] : [] })
  const pricing = await createPricing(services, trx, discount)
  const price = pricing(offer)
  if (!isSeen(price))
    throw new ServiceError('price_changed', { currentPriceCents: price.priceCents })
  return price
}

/** Whether an order matches the request but for its price. The choice about the donor ranking does not matter. */
function isSameOrder(
  { config, paypal }: Services,
  order: Order,
  request: OpenOrderRequest,
  offer: Offer,
): boolean {
  return (
    order.steam_id === request.steamId &&
    order.discord_username === request.discordUsername &&
    order.offer_key === offer.key &&
    order.color === orderedColor(offer, request) &&
    order.for_somebody_else === request.forSomebodyElse &&
    order.details === (request.details ?? null) &&
    order.driver === config.paypal.driver &&
    order.provider_mode === paypal.mode
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

/**
 * The agreement of this press, by the server's clock. A version that is not the current one is not
 * kept: its page is older than our texts, so that its buyer has not seen these.
 */
export function agreement(
  { clock, documents }: Services,
  { agreedTerms }: { readonly agreedTerms?: string | undefined },
) {
  const { legalVersion } = documents.current()
  return agreedTerms === legalVersion ? { agreed_terms: agreedTerms, agreed_at: clock() } : null
}

interface NewOrder {
  readonly request: OpenOrderRequest
  readonly offer: Offer
  readonly price: Price
  /** Of the buyer's networks. */
  readonly pseudonyms: string[] | null
}

/** Writes a new order and queues "started" for the staff. Returns its id. */
async function insertOrder(
  services: Services,
  trx: Trx,
  buyer: Buyer,
  { request, offer, price, pseudonyms }: NewOrder,
): Promise<string> {
  const { config, clock, paypal } = services
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
      price_cents: price.priceCents,
      list_price_cents: price.offerId === null ? null : offer.listPriceCents,
      offer_id: price.offerId,
      currency: 'EUR',
      color: orderedColor(offer, request),
      listed_as_donor: request.listedAsDonor,
      for_somebody_else: request.forSomebodyElse,
      details: request.details ?? null,
      ...agreement(services, request),
      provider: paypal.name,
      driver: config.paypal.driver,
      provider_mode: paypal.mode,
      status: 'pending',
      opened_at: clock(),
      networks: pseudonyms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceStarted(services, trx, id)
  return id
}

/** Anybody can start checkouts for free; more than this in ten minutes are not worth a message. */
const maxStartedMessages = 30

/** Notifies the staff of an opened checkout, unless the community turned that off. */
async function announceStarted(services: Services, trx: Trx, orderId: string): Promise<void> {
  if (!services.site.current().community.announceStartedCheckouts) return
  const kind = 'checkout_started'
  if (await isFlooded(services, trx, kind, maxStartedMessages)) return
  await queueMessage(services, trx, { kind, order_id: orderId, occasion: orderId })
}

/** `#rrggbb` of a colour tag, the default where none was chosen; null for other products. */
function orderedColor(offer: Offer, { items: [item] }: OpenOrderRequest): string | null {
  return offer.product.kind === 'color-tag' ? toHexColor(item.color ?? defaultTagColor) : null
}

/** The browser sends this address; only Discord's own avatars reach the staff and the ranking. */
function trustedAvatar({ config }: Services, url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null
  const { href, origin, pathname } = new URL(url)
  const isAvatar = /^\/(avatars|embed\/avatars)\/[\w./-]+$/.test(pathname)
  return origin === config.discord.avatarOrigin && isAvatar ? href : null
}
