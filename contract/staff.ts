import { z } from 'zod'
import { orderStatuses, type OrderStatus } from '#domain/orders.ts'
import type { OrderItem } from './checkout.ts'
import { cursor, search, uuid } from './fields.ts'

/** Body of `POST /api/admin/session`; the answer is 204 and a cookie. */
export const openAdminSessionRequest = z.object({ code: z.string().min(1).max(200) })

/** Answer of `GET /api/admin/session`; refuses others than admins with `forbidden`. */
export interface AdminSessionView {
  /** By the access code, or by a Discord account that the settings name. */
  readonly by: 'code' | 'discord'
}

/** Query of `GET /api/admin/orders`. */
export const adminOrdersQuery = z.object({
  /** A part of a Steam ID, Discord name, item name, order id or PayPal transaction id. */
  search,
  status: z.enum(orderStatuses).optional(),
  /** Only paid orders that the staff has not delivered yet. */
  toDeliver: z.stringbool().default(false),
  cursor,
})

export interface AdminOrder {
  readonly id: string
  readonly status: OrderStatus
  readonly steamId: string
  readonly discordUsername: string
  readonly item: OrderItem
  readonly driver: 'orders' | 'hosted'
  readonly providerMode: 'live' | 'test'
  readonly refundedCents: number
  /** Whether its buyer chose to be in the donor ranking, unless the staff revoked that. */
  readonly donorListing: 'none' | 'listed' | 'revoked'
  readonly openedAt: string
  readonly paidAt: string | null
  readonly deliveredAt: string | null
  readonly transactionId: string | null
}

export interface AdminOrderPage {
  readonly orders: readonly AdminOrder[]
  readonly nextCursor: string | null
}

/** Body of `PATCH /api/admin/orders/:id`: whether a paid order is delivered. Answers the order. */
export const changeDeliveryRequest = z.object({ delivered: z.boolean() })

/**
 * Body of `PATCH /api/admin/orders/:id/donor-listing`: whether the staff keeps its name out of the
 * donor ranking, against the buyer's choice. Answers the order.
 */
export const changeDonorListingRequest = z.object({ revoked: z.boolean() })

/** Answer of `GET /api/admin/sales`: for one mode, because live and test money never add up. */
export interface SalesView {
  readonly providerMode: 'live' | 'test'
  readonly paidOrders: number
  readonly toDeliverOrders: number
  readonly inboxPayments: number
  /** Sold for Kr, not delivered in the game yet. */
  readonly toHandOverSkins: number
  /** Listings of the team finder with open reports. */
  readonly reportedListings: number
  readonly receivedCents: number
  readonly refundedCents: number
  /** Money in open disputes. */
  readonly disputedCents: number
  /** Received minus refunded and disputed. */
  readonly netCents: number
}

/** A payment without an order, for the owner to resolve. */
export interface InboxPayment {
  readonly id: string
  readonly transactionId: string
  readonly status: 'held' | 'completed' | 'declined' | 'refunded'
  readonly amountCents: number
  readonly refundedCents: number
  /** Whether the payer disputes it and PayPal has not decided yet. */
  readonly isDisputed: boolean
  readonly currency: string
  /** Why it has no order, as a stable code. */
  readonly reason: string
  readonly madeAt: string
  readonly resolvedAt: string | null
  readonly resolution: string | null
  /** Unpaid orders of this amount, the nearest in time first. */
  readonly candidates: readonly AdminOrder[]
}

/** A provider's answer about a payment that we cannot parse. */
export interface UnreadableAnswer {
  readonly id: string
  readonly provider: 'paypal' | 'stripe'
  /** The provider's name for what we requested. */
  readonly reference: string
  /** Which part of the answer cannot be parsed. */
  readonly detail: string
  /** The latest one, shortened, without names, addresses and secrets. */
  readonly answer: string
  /** The order whose payment waits because of it; null when unknown. */
  readonly order: {
    readonly id: string
    readonly kind: 'order' | 'pack'
    readonly steamId: string
    readonly discordUsername: string
    readonly priceCents: number
    readonly currency: string
  } | null
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  readonly resolvedAt: string | null
  /** The owner's note; null while it is open, and when a later answer could be parsed. */
  readonly resolution: string | null
}

/** Answer of `GET /api/admin/inbox`. */
export interface InboxView {
  readonly payments: readonly InboxPayment[]
  readonly unreadableAnswers: readonly UnreadableAnswer[]
}

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
    .trim()
    .min(1)
    .max(500)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|\r?\n)*$/u),
})
