import * as z from 'zod/mini'
import { connectionFaultCodes, connectionProviders } from '#domain/connection-faults.ts'
import { heldFor } from '#domain/held-payments.ts'
import { orderStatuses } from '#domain/orders.ts'
import { orderItem } from './checkout.ts'
import { cursor, list, nextCursor, search, uuid } from './fields.ts'
import { taskView } from './tasks.ts'

/** Body of `POST /api/admin/session`; the answer is 204 and a cookie. */
export const openAdminSessionRequest = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** Answer of `GET /api/admin/session`; refuses others than admins with `forbidden`. */
export const adminSessionView = z.object({
  /** By the access code, or by a Discord account that the settings name. */
  by: z.enum(['code', 'discord']),
})
export type AdminSessionView = z.output<typeof adminSessionView>

/** Query of `GET /api/admin/orders`. */
export const adminOrdersQuery = z.object({
  /** A part of a Steam ID, Discord name, item name, order id or PayPal transaction id. */
  search,
  status: z.optional(z.enum(orderStatuses)),
  /** Only those that were paid, also if the money went back: the latest payment first. */
  paid: z._default(z.stringbool(), false),
  /** Only paid orders that the staff still has to deliver. */
  toDeliver: z._default(z.stringbool(), false),
  cursor,
})

export const adminOrder = z.object({
  id: z.string(),
  status: z.enum(orderStatuses),
  /** While its payment is held: whom it waits for. */
  heldFor: z.nullable(z.enum(heldFor)),
  steamId: z.string(),
  discordUsername: z.string(),
  forSomebodyElse: z.boolean(),
  /** What the buyer wrote for the staff. */
  details: z.nullable(z.string()),
  item: orderItem,
  driver: z.enum(['orders', 'hosted']),
  providerMode: z.enum(['live', 'test']),
  refundedCents: z.number(),
  /** Whether its buyer chose to be in the donor ranking, unless the staff revoked that. */
  donorListing: z.enum(['none', 'listed', 'revoked']),
  openedAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** Whether its perk is delivered without the staff. */
  isAutomatic: z.boolean(),
  /** When the staff marked it as delivered. */
  deliveredAt: z.nullable(z.string()),
  task: z.nullable(taskView),
  transactionId: z.nullable(z.string()),
})
export type AdminOrder = z.output<typeof adminOrder>

export const adminOrderPage = z.object({ orders: list(adminOrder), nextCursor })
export type AdminOrderPage = z.output<typeof adminOrderPage>

/** Body of `PATCH /api/admin/orders/:id`: whether a paid order is delivered. Answers the order. */
export const changeDeliveryRequest = z.object({ delivered: z.boolean() })

/**
 * Body of `PATCH /api/admin/orders/:id/donor-listing`: whether the staff keeps its name out of the
 * donor ranking, against the buyer's choice. Answers the order.
 */
export const changeDonorListingRequest = z.object({ revoked: z.boolean() })

const connectionFault = z.object({
  provider: z.enum(connectionProviders),
  code: z.enum(connectionFaultCodes),
  /** The provider's own words, or the names of the settings. */
  detail: z.string(),
  since: z.string(),
  lastAt: z.string(),
})
export type ConnectionFault = z.output<typeof connectionFault>

/** Answer of `GET /api/admin/sales`: for one mode, because live and test money never add up. */
export const salesView = z.object({
  providerMode: z.enum(['live', 'test']),
  paidOrders: z.number(),
  toDeliverOrders: z.number(),
  inboxPayments: z.number(),
  /** Sold for Kr, not delivered in the game yet. */
  toHandOverSkins: z.number(),
  /** Listings of the team finder with open reports. */
  reportedListings: z.number(),
  /** Perks that wait for the staff. A way of delivering them that needs the staff counts as one. */
  perksToHandle: z.number(),
  /** Ways of delivering perks that are not switched on. */
  adaptersToEnable: z.number(),
  /** Held by PayPal until the staff accepts them there. */
  paymentsToAccept: z.number(),
  /** What providers refuse until somebody changes a setting, the oldest first. */
  connectionFaults: list(connectionFault),
  receivedCents: z.number(),
  refundedCents: z.number(),
  /** Money in open disputes. */
  disputedCents: z.number(),
  /** Received minus refunded and disputed. */
  netCents: z.number(),
})
export type SalesView = z.output<typeof salesView>

/** A payment without an order, for the owner to resolve. */
const inboxPayment = z.object({
  id: z.string(),
  transactionId: z.string(),
  status: z.enum(['held', 'completed', 'declined', 'refunded']),
  amountCents: z.number(),
  refundedCents: z.number(),
  /** Whether the payer disputes it and PayPal has not decided yet. */
  isDisputed: z.boolean(),
  currency: z.string(),
  /** Why it has no order, as a stable code. */
  reason: z.string(),
  madeAt: z.string(),
  resolvedAt: z.nullable(z.string()),
  resolution: z.nullable(z.string()),
  /** Unpaid orders of this amount, the nearest in time first. */
  candidates: list(adminOrder),
})
export type InboxPayment = z.output<typeof inboxPayment>

/** A provider's answer about a payment that we cannot parse. */
const unreadableAnswer = z.object({
  id: z.string(),
  provider: z.enum(['paypal', 'stripe']),
  /** The provider's name for what we requested. */
  reference: z.string(),
  /** Which part of the answer cannot be parsed. */
  detail: z.string(),
  /** The latest one, shortened, without names, addresses and secrets. */
  answer: z.string(),
  /** The order whose payment waits because of it; null when unknown. */
  order: z.nullable(
    z.object({
      id: z.string(),
      kind: z.enum(['order', 'pack']),
      steamId: z.string(),
      discordUsername: z.string(),
      priceCents: z.number(),
      currency: z.string(),
    }),
  ),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  resolvedAt: z.nullable(z.string()),
  /** The owner's note; null while it is open, and when a later answer could be parsed. */
  resolution: z.nullable(z.string()),
})
export type UnreadableAnswer = z.output<typeof unreadableAnswer>

/** Answer of `GET /api/admin/inbox`. */
export const inboxView = z.object({
  payments: list(inboxPayment),
  unreadableAnswers: list(unreadableAnswer),
})
export type InboxView = z.output<typeof inboxView>

/** Body of `POST /api/admin/inbox/:id/assign`: the order of this payment. Pays the order, once. */
export const assignPaymentRequest = z.object({ orderId: uuid })

/**
 * Body of `POST /api/admin/inbox/:id/resolve` and `POST /api/admin/unreadable-answers/:id/resolve`:
 * the owner resolved it in another way, such as by a refund at PayPal.
 */
export const resolvePaymentRequest = z.object({
  // Several lines. The database accepts no other control characters and no half characters.
  note: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(/^(?:[^\p{Cc}\p{Cs}]|\r?\n)*$/u)),
})

/** Query of `GET /api/admin/audit-log`. `search`: a part of actor, action or subject. */
export const auditQuery = z.object({ search, cursor })

const auditEntryView = z.object({
  id: z.number(),
  actor: z.string(),
  /** The name of the Discord account that did it; null without one, and once it was deleted. */
  actorName: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  at: z.string(),
})
export type AuditEntryView = z.output<typeof auditEntryView>

/** Newest first. */
export const auditPage = z.object({ entries: list(auditEntryView), nextCursor })
export type AuditPage = z.output<typeof auditPage>

/** Answer of `GET /api/admin/demo-data`. */
export const demoDataView = z.object({
  /** When the shop was filled with demo data; null when there is none. */
  filledAt: z.nullable(z.string()),
})
export type DemoDataView = z.output<typeof demoDataView>
