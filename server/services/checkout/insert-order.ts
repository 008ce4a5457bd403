import type { OpenOrderRequest } from '#contract/checkout.ts'
import { hasColor } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import { defaultTagColor, toHexColor } from '#domain/color.ts'
import type { Buyer, Services, Trx } from '#server/services/context.ts'
import { queueStartedMessage } from './staff-messages.ts'

interface NewOrder {
  readonly request: OpenOrderRequest
  readonly offer: Offer
  /** Of its buyer's networks. */
  readonly pseudonyms: string[] | null
}

/** Writes a new order and queues "started" for the staff. Answers its id. */
export async function insertOrder(
  services: Services,
  trx: Trx,
  buyer: Buyer,
  { request, offer, pseudonyms }: NewOrder,
): Promise<string> {
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
      color: orderedColor(offer, request),
      listed_as_donor: request.listedAsDonor,
      provider: payments.name,
      driver: config.paypal.driver,
      provider_mode: payments.mode,
      status: 'pending',
      opened_at: clock(),
      networks: pseudonyms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueStartedMessage(services, trx, id)
  return id
}

/** `#rrggbb` of a colour tag, the default where none was chosen; null for what has no colour. */
export function orderedColor(offer: Offer, { items: [item] }: OpenOrderRequest): string | null {
  return hasColor(offer.type) ? toHexColor(item.color ?? defaultTagColor) : null
}

/** The browser names the picture; only one of Discord's own is passed on to the staff and the ranking. */
function trustedAvatar({ config }: Services, url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null
  const { href, origin, pathname } = new URL(url)
  const isAvatar = /^\/(avatars|embed\/avatars)\/[\w./-]+$/.test(pathname)
  return origin === config.discord.avatarOrigin && isAvatar ? href : null
}
