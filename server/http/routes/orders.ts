import type { Context } from 'hono'
import * as contract from '#contract/checkout.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import * as messages from '#contract/order-messages.ts'
import * as adminContract from '#contract/staff.ts'
import { parseHexColor } from '#domain/color.ts'
import { readHeldFor } from '#domain/held-payments.ts'
import { codeEnd } from '#domain/offers.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import { readVisitorNetworks } from '#server/http/client-address.ts'
import type { App, HttpEnvironment } from '#server/http/environment.ts'
import { limitAtOnce, rateLimit } from '#server/http/middleware/rate-limit.ts'
import { sandboxedPolicy } from '#server/http/middleware/security-headers.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import { startPayment } from '#server/services/checkout/start-payment.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { changeDonorListing, moderateDonorListing } from '#server/services/donors/donors.ts'
import { hashRequest, refuseReusedKey } from '#server/services/idempotency.ts'
import { imageMediaType } from '#server/services/images/images.ts'
import { changeDelivery, searchOrders } from '#server/services/orders/admin-orders.ts'
import { changeDetails } from '#server/services/orders/order-details.ts'
import {
  addOrderMessage,
  listOrderMessages,
  markOrderMessagesRead,
  readMessagePicture,
  removeOrderMessage,
  type Correspondent,
} from '#server/services/orders/order-messages.ts'
import {
  findOrder,
  findOrders,
  listOrders,
  type OrderRecord,
} from '#server/services/orders/orders.ts'
import {
  claimPayment,
  collectPayment,
  findOrderIdsOf,
} from '#server/services/payments/confirm-payment.ts'
import { readOrderPerks } from '#server/services/perks/order-perks.ts'
import { taskState } from '#server/services/tasks/tasks.ts'
import { readNote } from './tasks.ts'

/** Less at once than the connections to the database: payments of the same orders wait for each other. */
const paymentsAtOnce = { perNetwork: 4, waiting: 12 }

/** A buyer's own orders: only their maker may read, pay and change them. */
export function orderRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const atOnce = limitAtOnce(services, paymentsAtOnce)
  const paying = rateLimit(services, { name: 'pay-order', requests: 120, windowSeconds: 60 })
  const claiming = rateLimit(services, { name: 'claim-payment', requests: 10, windowSeconds: 600 })
  const changing = rateLimit(services, { name: 'change-order', requests: 60, windowSeconds: 60 })
  // Each answer is a message to the staff.
  const answering = rateLimit(services, { name: 'order-details', requests: 30, windowSeconds: 600 })

  // Of one buyer it is 30 an hour, and less before they pay (`order-messages.ts`); each picture has to be
  // decoded.
  const writing = rateLimit(services, { name: 'write-message', requests: 120, windowSeconds: 3600 })

  // Looks at the orders first: a stranger's requests store no keys.
  const refuseReuse = async (
    context: Context,
    buyer: Buyer,
    { scope, orderIds }: { readonly scope: string; readonly orderIds: readonly string[] },
    ...request: readonly string[]
  ): Promise<void> => {
    const key = readIdempotencyKey(context)
    if (key === null) return
    await findOrders(services, buyer, orderIds)
    await refuseReusedKey(services, {
      scope: `${scope}:${buyer.hash}`,
      key,
      requestHash: hashRequest(...request),
    })
  }

  const present = async (order: OrderRecord): Promise<contract.OrderView> => {
    const perks = await readOrderPerks(services, [order.id])
    return presentOrder(order, perks.get(order.id) ?? null)
  }
  const presentAll = async (found: readonly OrderRecord[]): Promise<contract.OrderList> => {
    const perks = await readOrderPerks(
      services,
      found.map(({ id }) => id),
    )
    return { orders: found.map((order) => presentOrder(order, perks.get(order.id) ?? null)) }
  }

  serve(app, contract.listOrders, async ({ context }) =>
    presentAll(await listOrders(services, await identifyBuyer(context, config, auth))),
  )
  serve(app, contract.readOrder, async ({ context, params: { id } }) =>
    present(await findOrder(services, await identifyBuyer(context, config, auth), id)),
  )
  serve(app, contract.changeOrder, [changing], async ({ context, params: { id }, body }) => {
    const buyer = await identifyBuyer(context, config, auth)
    return present(await changeDonorListing(services, buyer, id, body.listedAsDonor))
  })
  serve(app, contract.changeDetails, [answering], async ({ context, params: { id }, body }) => {
    const buyer = await identifyBuyer(context, config, auth)
    return present(await changeDetails(services, buyer, id, body.details))
  })
  const start = async (context: Context<HttpEnvironment>, orderIds: readonly string[]) => {
    const buyer = await identifyBuyer(context, config, auth)
    await refuseReuse(context, buyer, { scope: 'paypal_order', orderIds }, ...orderIds)
    const { providerOrderId } = await startPayment(services, buyer, orderIds)
    return { paypalOrderId: providerOrderId }
  }
  serve(app, contract.startOrder, [atOnce, paying], ({ context, params }) =>
    start(context, [params.id]),
  )
  serve(app, contract.startPayment, [atOnce, paying], ({ context, body }) =>
    start(context, body.orderIds),
  )
  serve(app, contract.captureOrder, [atOnce, paying], async ({ context, params: { id } }) => {
    const buyer = await identifyBuyer(context, config, auth)
    await refuseReuse(context, buyer, { scope: 'capture', orderIds: [id] }, id)
    await collectPayment(services, buyer, [id])
    return present(await findOrder(services, buyer, id))
  })
  serve(app, contract.capturePayment, [atOnce, paying], async ({ context, params }) => {
    const reference = params.paypalOrderId
    const buyer = await identifyBuyer(context, config, auth)
    const orderIds = await findOrderIdsOf(services, reference)
    await refuseReuse(context, buyer, { scope: 'capture', orderIds }, reference)
    return presentAll(await collectPayment(services, buyer, orderIds, reference))
  })
  serve(
    app,
    contract.claimPayment,
    [atOnce, claiming],
    async ({ context, params: { id }, body }) => {
      const buyer = await identifyBuyer(context, config, auth)
      const claim = { scope: 'claim_payment', orderIds: [id] }
      await refuseReuse(context, buyer, claim, id, body.transactionId)
      await claimPayment(services, buyer, id, body.transactionId)
      return present(await findOrder(services, buyer, id))
    },
  )
  const asBuyer = async (context: Context<HttpEnvironment>): Promise<Correspondent> => ({
    side: 'buyer',
    buyer: await identifyBuyer(context, config, auth),
    networks: readVisitorNetworks(config, context),
  })
  const presentMessages = async (who: Correspondent, id: string) => ({
    // By name the staff knows each other; to a buyer they are the staff.
    messages: (await listOrderMessages(services, who, id)).map((message) => ({
      id: message.id,
      from: sideOf(message.author),
      text: message.text,
      pictureUrl: pictureUrl(messages.readPicture, id, message),
      at: message.at,
    })),
  })
  serve(app, messages.readMessages, async ({ context, params: { id } }) =>
    presentMessages(await asBuyer(context), id),
  )
  serve(app, messages.addMessage, [writing], async ({ context, params: { id }, body }) => {
    const buyer = await asBuyer(context)
    await addOrderMessage(services, buyer, id, readNote(body), readIdempotencyKey(context))
    return presentMessages(buyer, id)
  })
  serve(app, messages.markMessagesRead, [changing], async ({ context, params: { id }, body }) => {
    const buyer = await asBuyer(context)
    await markOrderMessagesRead(services, buyer, id, body.readUpTo)
  })
  serve(app, messages.readPicture, async ({ context, params: { id, messageId } }) =>
    sendPicture(context, await readMessagePicture(services, await asBuyer(context), id, messageId)),
  )
}

function pictureUrl(
  endpoint: Pick<Endpoint, 'path'>,
  id: string,
  message: { readonly id: number; readonly hasPicture: boolean },
): string | null {
  return message.hasPicture ? addressOf(endpoint, { params: { id, messageId: message.id } }) : null
}

/** For those alone who may read its message: nothing keeps it. */
function sendPicture(context: Context, picture: Uint8Array<ArrayBuffer>): Response {
  context.header('cache-control', 'no-store')
  context.header('content-security-policy', sandboxedPolicy)
  return context.body(picture, 200, { 'content-type': imageMediaType })
}

function sideOf(author: string | null): messages.OrderMessage['from'] {
  return author === null ? 'buyer' : 'staff'
}

export function adminOrderRoutes(app: App, services: Services): void {
  serve(app, adminContract.searchOrders, async ({ query }) => {
    const { rows, nextCursor } = await searchOrders(services, query)
    return { orders: rows.map(presentAdminOrder), nextCursor }
  })
  serve(app, adminContract.changeDelivery, async ({ staff, params, body }) =>
    presentAdminOrder(await changeDelivery(services, staff, params.id, body.delivered)),
  )
  serve(app, adminContract.moderateDonorListing, async ({ staff, params, body }) =>
    presentAdminOrder(await moderateDonorListing(services, staff, params.id, body.revoked)),
  )
  const presentMessages = async (staff: Admin, id: string) => ({
    messages: (await listOrderMessages(services, { side: 'staff', staff }, id)).map(
      ({ author, hasPicture, ...message }) => ({
        ...message,
        actor: author,
        from: sideOf(author),
        pictureUrl: pictureUrl(messages.readPictureAsStaff, id, { ...message, hasPicture }),
      }),
    ),
  })
  serve(app, messages.readMessagesAsStaff, ({ staff, params: { id } }) =>
    presentMessages(staff, id),
  )
  serve(app, messages.addMessageAsStaff, async ({ context, staff, params: { id }, body }) => {
    const key = readIdempotencyKey(context)
    await addOrderMessage(services, { side: 'staff', staff }, id, readNote(body), key)
    return presentMessages(staff, id)
  })
  serve(app, messages.markMessagesReadAsStaff, async ({ staff, params: { id }, body }) => {
    await markOrderMessagesRead(services, { side: 'staff', staff }, id, body.readUpTo)
  })
  serve(app, messages.readPictureAsStaff, async ({ context, staff, params: { id, messageId } }) =>
    sendPicture(
      context,
      await readMessagePicture(services, { side: 'staff', staff }, id, messageId),
    ),
  )
  serve(app, messages.removeMessage, ({ staff, params: { id, messageId } }) =>
    removeOrderMessage(services, staff, id, messageId),
  )
}

/** The parts of an order that its buyer and the staff may see. */
function presentBase(order: OrderRecord) {
  const isHandover = order.purchase_id !== null && order.is_handed_over_once
  return {
    id: order.id,
    status: order.status,
    heldFor: heldFor(order),
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    refundedCents: order.refunded_cents,
    forSomebodyElse: order.for_somebody_else,
    details: order.details,
    openedAt: order.opened_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    task: isHandover ? { state: taskState(order) } : null,
    transactionId: order.transaction_id,
  }
}

function heldFor({ status, is_kept_back: isKeptBack, held_reason: reason }: OrderRecord) {
  if (status !== 'processing') return null
  return isKeptBack ? 'ban' : readHeldFor(reason)
}

/** The parts that the buyer's page may see. */
function presentOrder(order: OrderRecord, perk: contract.OrderView['perk']): contract.OrderView {
  const { agreed_terms: version, agreed_at: at } = order
  return {
    ...presentBase(order),
    messages: { count: order.messages.count, unread: order.messages.unreadByBuyer },
    items: [presentOrderItem(order)],
    totalCents: order.price_cents,
    listedAsDonor: order.listed_as_donor && !order.donor_listing_revoked,
    agreedTerms: version !== null && at !== null ? { version, at: at.toISOString() } : null,
    perk,
  }
}

function presentOrderItem(order: OrderRecord): contract.OrderItem {
  const color = order.color === null ? null : parseHexColor(order.color)
  return {
    offerKey: order.offer_key,
    name: order.item_name,
    type: order.item_type,
    ...(order.duration_months !== null && { duration: order.duration_months }),
    ...(color && { color }),
    priceCents: order.price_cents,
  }
}

/** The parts that the staff needs to deliver it and to find it at PayPal. */
export function presentAdminOrder(order: OrderRecord): adminContract.AdminOrder {
  const { list_price_cents: listPriceCents, offer_code: code } = order
  return {
    ...presentBase(order),
    messages: { count: order.messages.count, unread: order.messages.unreadByStaff },
    item: presentOrderItem(order),
    driver: order.driver,
    providerMode: order.provider_mode,
    donorListing: donorListing(order),
    isAutomatic: order.is_delivered_by_adapter,
    offer: listPriceCents === null ? null : { code: code && codeEnd(code), listPriceCents },
  }
}

function donorListing(order: OrderRecord): adminContract.AdminOrder['donorListing'] {
  if (order.donor_listing_revoked) return 'revoked'
  return order.listed_as_donor ? 'listed' : 'none'
}
