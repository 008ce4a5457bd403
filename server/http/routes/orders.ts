import { Hono, type Context } from 'hono'
import {
  changeDetailsRequest,
  changeOrderRequest,
  claimPaymentRequest,
  payTogetherRequest,
  type OrderItem,
  type OrderList,
  type OrderView,
  type PayPalOrderAnswer,
} from '#contract/checkout.ts'
import {
  adminOrdersQuery,
  changeDeliveryRequest,
  changeDonorListingRequest,
  type AdminOrder,
  type AdminOrderPage,
} from '#contract/staff.ts'
import { parseHexColor } from '#domain/color.ts'
import { readHeldFor } from '#domain/held-payments.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { limitAtOnce, rateLimit } from '#server/http/middleware/rate-limit.ts'
import { readIdempotencyKey, readJson, readQuery, readUuid } from '#server/http/read-request.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import { startPayment } from '#server/services/checkout/start-payment.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { changeDonorListing, moderateDonorListing } from '#server/services/donors/donors.ts'
import { hashRequest, refuseReusedKey } from '#server/services/idempotency.ts'
import { changeDelivery, searchOrders } from '#server/services/orders/admin-orders.ts'
import { changeDetails } from '#server/services/orders/order-details.ts'
import { findOrder, listOrders, type OrderRecord } from '#server/services/orders/orders.ts'
import {
  claimPayment,
  collectPayment,
  collectPayments,
} from '#server/services/payments/confirm-payment.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isHandedOverOnce } from '#server/services/tasks/tasks.ts'
import { presentTask } from './tasks.ts'
import { readOrderPerks, type OrderPerk } from '#server/services/perks/order-perks.ts'
import { presentDelivery } from './perks.ts'

/** Less at once than the connections to the database: payments of the same orders wait for each other. */
const paymentsAtOnce = { perNetwork: 4, waiting: 12 }

/** A buyer's own orders: only their maker may read, pay and change them. */
export function orderRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const atOnce = limitAtOnce(services, paymentsAtOnce)
  const paying = rateLimit(services, { name: 'pay-order', requests: 120, windowSeconds: 60 })
  const claiming = rateLimit(services, { name: 'claim-payment', requests: 10, windowSeconds: 600 })
  const changing = rateLimit(services, { name: 'change-order', requests: 60, windowSeconds: 60 })
  // Each answer is a message to the staff.
  const answering = rateLimit(services, { name: 'order-details', requests: 30, windowSeconds: 600 })

  const refuseReuse = (
    context: Context,
    buyer: Buyer,
    scope: string,
    ...request: readonly string[]
  ) =>
    refuseReusedKey(services, {
      scope: `${scope}:${buyer.hash}`,
      key: readIdempotencyKey(context),
      requestHash: hashRequest(...request),
    })

  const present = async (order: OrderRecord): Promise<OrderView> => {
    const perks = await readOrderPerks(services, [order.id])
    return presentOrder(order, perks.get(order.id) ?? null)
  }
  const presentAll = async (found: readonly OrderRecord[]): Promise<OrderList> => {
    const perks = await readOrderPerks(
      services,
      found.map(({ id }) => id),
    )
    return { orders: found.map((order) => presentOrder(order, perks.get(order.id) ?? null)) }
  }

  return new Hono<HttpEnvironment>()
    .get('/api/orders', async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      return context.json<OrderList>(await presentAll(await listOrders(services, buyer)))
    })
    .get('/api/orders/:id', async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      const order = await findOrder(services, buyer, readOrderId(context))
      return context.json<OrderView>(await present(order))
    })
    .patch('/api/orders/:id', changing, async (context) => {
      const id = readOrderId(context)
      const { listedAsDonor } = await readJson(context, changeOrderRequest)
      const buyer = await identifyBuyer(context, config, auth)
      const order = await changeDonorListing(services, buyer, id, listedAsDonor)
      return context.json<OrderView>(await present(order))
    })
    .put('/api/orders/:id/details', answering, async (context) => {
      const id = readOrderId(context)
      const { details } = await readJson(context, changeDetailsRequest)
      const buyer = await identifyBuyer(context, config, auth)
      const order = await changeDetails(services, buyer, id, details)
      return context.json<OrderView>(await present(order))
    })
    .post('/api/orders/:id/paypal-order', atOnce, paying, async (context) => {
      const id = readOrderId(context)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'paypal_order', id)
      const { providerOrderId } = await startPayment(services, buyer, [id])
      return context.json<PayPalOrderAnswer>({ paypalOrderId: providerOrderId })
    })
    .post('/api/orders/:id/capture', atOnce, paying, async (context) => {
      const id = readOrderId(context)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'capture', id)
      const order = await collectPayment(services, buyer, id)
      return context.json<OrderView>(await present(order))
    })
    .post('/api/paypal-orders', atOnce, paying, async (context) => {
      const { orderIds } = await readJson(context, payTogetherRequest)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'paypal_order', ...orderIds)
      const { providerOrderId } = await startPayment(services, buyer, orderIds)
      return context.json<PayPalOrderAnswer>({ paypalOrderId: providerOrderId })
    })
    .post('/api/paypal-orders/:paypalOrderId/capture', atOnce, paying, async (context) => {
      const reference = readPayPalOrderId(context)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'capture', reference)
      const orders = await collectPayments(services, buyer, reference)
      return context.json<OrderList>(await presentAll(orders))
    })
    .post('/api/orders/:id/claim', atOnce, claiming, async (context) => {
      const id = readOrderId(context)
      const { transactionId } = await readJson(context, claimPaymentRequest)
      const buyer = await identifyBuyer(context, config, auth)
      await refuseReuse(context, buyer, 'claim_payment', id, transactionId)
      await claimPayment(services, buyer, id, transactionId)
      return context.json<OrderView>(await present(await findOrder(services, buyer, id)))
    })
}

function readOrderId(context: Context): string {
  return readUuid(context.req.param('id') ?? '', 'order_not_found')
}

function readPayPalOrderId(context: Context): string {
  const id = context.req.param('paypalOrderId') ?? ''
  if (!/^[\w-]{1,40}$/.test(id)) throw new ServiceError('order_not_found')
  return id
}

/** All buyers' orders, for the staff. */
export function adminOrderRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/orders', async (context) => {
      adminOf(context)
      const query = readQuery(context, adminOrdersQuery)
      const { rows, nextCursor } = await searchOrders(services, query)
      return context.json<AdminOrderPage>({ orders: rows.map(presentAdminOrder), nextCursor })
    })
    .patch('/api/admin/orders/:id', async (context) => {
      const admin = adminOf(context)
      const orderId = readUuid(context.req.param('id'), 'order_not_found')
      const { delivered } = await readJson(context, changeDeliveryRequest)
      const order = await changeDelivery(services, admin, orderId, delivered)
      return context.json<AdminOrder>(presentAdminOrder(order))
    })
    .patch('/api/admin/orders/:id/donor-listing', async (context) => {
      const admin = adminOf(context)
      const orderId = readUuid(context.req.param('id'), 'order_not_found')
      const { revoked } = await readJson(context, changeDonorListingRequest)
      const order = await moderateDonorListing(services, admin, orderId, revoked)
      return context.json<AdminOrder>(presentAdminOrder(order))
    })
}

/** The parts of an order that the buyer's page may see. */
function presentOrder(order: OrderRecord, perk: OrderPerk | null): OrderView {
  return {
    id: order.id,
    status: order.status,
    heldFor: presentHeldFor(order),
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    items: [presentOrderItem(order)],
    totalCents: order.price_cents,
    refundedCents: order.refunded_cents,
    listedAsDonor: order.listed_as_donor && !order.donor_listing_revoked,
    forSomebodyElse: order.for_somebody_else,
    details: order.details,
    agreedTerms: presentAgreement(order),
    openedAt: order.opened_at.toISOString(),
    paidAt: order.settled_at?.toISOString() ?? null,
    perk: perk && {
      perk: perk.perk,
      startsAt: perk.startsAt?.toISOString() ?? null,
      endsAt: perk.endsAt?.toISOString() ?? null,
      voided: perk.isVoided,
      delivery: presentDelivery(perk),
    },
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    task: presentOrderTask(order),
    transactionId: order.transaction_id,
  }
}

function presentHeldFor({ status, held_reason: reason }: OrderRecord) {
  return status === 'processing' ? readHeldFor(reason) : null
}

function presentAgreement({ agreed_terms: version, agreed_at: at }: OrderRecord) {
  return version !== null && at !== null ? { version, at: at.toISOString() } : null
}

/** The task of a paid order without a perk. */
function presentOrderTask(order: OrderRecord): OrderView['task'] {
  return order.purchase_id !== null && isHandedOverOnce(order) ? presentTask(order) : null
}

/** The item of an order, for buyers and staff alike. */
function presentOrderItem(order: OrderRecord): OrderItem {
  const color = order.color === null ? null : parseHexColor(order.color)
  return {
    name: order.item_name,
    type: order.item_type,
    ...(order.duration_months !== null && { duration: order.duration_months }),
    ...(color && { color }),
    priceCents: order.price_cents,
  }
}

/** The parts of an order that the staff needs to deliver it and to find it at PayPal. */
export function presentAdminOrder(order: OrderRecord): AdminOrder {
  return {
    id: order.id,
    status: order.status,
    heldFor: presentHeldFor(order),
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    forSomebodyElse: order.for_somebody_else,
    details: order.details,
    item: presentOrderItem(order),
    driver: order.driver,
    providerMode: order.provider_mode,
    refundedCents: order.refunded_cents,
    donorListing: donorListing(order),
    openedAt: order.opened_at.toISOString(),
    paidAt: order.settled_at?.toISOString() ?? null,
    isAutomatic: order.is_delivered_by_adapter,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    task: presentOrderTask(order),
    transactionId: order.transaction_id,
  }
}

function donorListing(order: OrderRecord): AdminOrder['donorListing'] {
  if (order.donor_listing_revoked) return 'revoked'
  return order.listed_as_donor ? 'listed' : 'none'
}
