import { z } from 'zod'
import type { OpenPackCheckoutRequest } from '#contract/kryptonite.ts'
import type { Language } from '#contract/language.ts'
import { cents } from '#domain/money.ts'
import { packKey } from '#domain/offers.ts'
import type { Pack } from '#domain/packs.ts'
import type { OpenedSession } from '#server/providers/stripe/stripe-checkout.ts'
import { requireNotBanned } from '#server/services/bans/bans.ts'
import type { Buyer, Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { handleUnclear, refuseUnclear } from '#server/services/payments/engine.ts'
import { nextPackCheck } from '#server/services/payments/due-checks.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { admitCheckout } from '#server/services/checkout/open-checkouts.ts'
import { agreement } from '#server/services/checkout/open-order.ts'
import { findSale, readSalesAndPrices } from '#server/services/offers/sales.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'

interface CheckoutContext {
  readonly buyer: Buyer
  /** The language of Stripe's page. */
  readonly language: Language
  readonly idempotencyKey: string | null
  readonly networks: ClientNetworks | null
}

const openedOrder = z.object({ orderId: z.uuid() })

/**
 * Opens the order of a pack and its payment page at Stripe. The same key returns the same page,
 * also after a failure half way. Refuses with `item_not_sold`, `price_changed`, `banned`,
 * `idempotency_key_reused`, `too_many_open_checkouts`, `payment_expired` or a code of `refuseUnclear`.
 */
export async function openPackCheckout(
  services: Services,
  request: OpenPackCheckoutRequest,
  { buyer, language, idempotencyKey, networks }: CheckoutContext,
): Promise<{ url: string }> {
  const { database, clock } = services
  const requestHash = hashRequest(request)
  const once = { scope: 'krypto_checkout', key: idempotencyKey, requestHash, now: clock() }
  const { orderId } = await database.transaction((trx) =>
    answerOnce(trx, once, openedOrder, async () => {
      const { packs } = await services.site.hold(trx)
      const pack = packs.find(({ priceId }) => priceId === request.priceId)
      if (!pack) throw new ServiceError('item_not_sold')
      return { orderId: await insertPackOrder(services, trx, pack, request, { buyer, networks }) }
    }),
  )
  const order = await database.db
    .selectFrom('krypto_orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  // They may have been banned since the key's first use.
  await requireNotBanned(services, database.db, 'shop', order)
  // A paid order keeps its address, where Stripe shows that nothing is left to pay.
  if (order.status === 'expired' || order.status === 'failed')
    throw new ServiceError('payment_expired')
  if (order.session_url !== null) return { url: order.session_url }
  if (order.status !== 'pending' || order.provider_mode !== services.stripe.mode) {
    throw new ServiceError('payment_expired')
  }
  return { url: await startCheckout(services, order, language) }
}

/** Runs outside a transaction: Stripe may take seconds. Equal requests get the same session. */
async function startCheckout(
  services: Services,
  order: PackOrder,
  language: Language,
): Promise<string> {
  const { config, stripe, log } = services
  const answer = await stripe.openSession({
    orderId: order.id,
    attempt: order.revision + 1,
    name: order.bonus > 0 ? `${order.amount} Kr + ${order.bonus} Kr` : `${order.amount} Kr`,
    amountCents: cents(order.price_cents),
    currency: order.currency,
    language,
    successUrl: `${config.publicOrigin}/krypto-success`,
    cancelUrl: `${config.publicOrigin}/krypto-points`,
  })
  const request = { provider: stripe.name, reference: order.id, packOrderId: order.id }
  const opened = await handleUnclear(services, request, answer)
  // Stripe may repeat its refusal for this attempt.
  if (opened.outcome === 'seller_refused') await startNewAttempt(services, order)
  refuseUnclear(opened, 'card_payments_unavailable', 'payments_not_set_up')
  if (opened.outcome === 'opened') return storeSession(services, order, opened.session)
  log.error({ orderId: order.id, fault: opened.detail }, 'pack cannot be sold')
  await startNewAttempt(services, order)
  throw new ServiceError('card_payments_unavailable', { retryAfterSeconds: 5 })
}

/**
 * Stores the session; only a stored one may be paid. Of concurrent requests the first one wins;
 * returns the stored address. Refuses with `payment_expired` when the order has ended meanwhile.
 */
async function storeSession(
  { database, clock }: Services,
  order: PackOrder,
  { sessionId, url }: OpenedSession,
): Promise<string> {
  await database.db
    .updateTable('krypto_orders')
    .set((eb) => ({
      session_id: sessionId,
      session_url: url,
      next_check_at: nextPackCheck(order, clock()),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .where('session_url', 'is', null)
    // A webhook may have stored the session id already.
    .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
    .execute()
  const { session_url: storedUrl } = await database.db
    .selectFrom('krypto_orders')
    .select('session_url')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (storedUrl === null) throw new ServiceError('payment_expired')
  return storedUrl
}

/** Changes the idempotency key, because Stripe would repeat its answer to this attempt for ever. */
async function startNewAttempt({ database }: Services, { id, revision }: PackOrder): Promise<void> {
  await database.db
    .updateTable('krypto_orders')
    .set({ revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}

/**
 * Writes a new order of a pack. Returns its id; refuses with `price_changed` and
 * `too_many_open_checkouts`.
 */
async function insertPackOrder(
  services: Services,
  trx: Trx,
  pack: Pack,
  request: OpenPackCheckoutRequest,
  { buyer, networks }: Pick<CheckoutContext, 'buyer' | 'networks'>,
): Promise<string> {
  const { stripe, clock } = services
  const { steamId, discordUsername } = request
  await requireNotBanned(services, trx, 'shop', { steam_id: steamId, user_id: buyer.userId })
  const table = 'krypto_orders'
  const pseudonyms = await admitCheckout(services, trx, { table, steamId, networks })
  const now = clock()
  const { priceId, listPriceCents } = pack
  const past = await readSalesAndPrices(trx, now)
  const sale = findSale(
    { config: services.config, now, past },
    { key: packKey(priceId), priceCents: listPriceCents },
  )
  const priceCents = sale?.priceCents ?? listPriceCents
  if ((request.priceCents ?? priceCents) !== priceCents) {
    throw new ServiceError('price_changed', { currentPriceCents: priceCents })
  }
  const state = { status: 'pending', mismatch: null, created_at: now, paid_at: null } as const
  const { id } = await trx
    .insertInto(table)
    .values({
      ...state,
      buyer_hash: buyer.hash,
      user_id: buyer.userId,
      steam_id: steamId,
      discord_username: discordUsername,
      for_somebody_else: request.forSomebodyElse,
      ...agreement(services, request),
      amount: pack.amount,
      bonus: pack.bonus,
      price_cents: priceCents,
      list_price_cents: sale && listPriceCents,
      offer_id: sale?.offerId ?? null,
      currency: 'USD',
      price_id: priceId,
      provider_mode: stripe.mode,
      next_check_at: nextPackCheck(state, now),
      networks: pseudonyms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
