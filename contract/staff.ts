import { z } from 'zod'
import { orderStatuses, type OrderStatus } from '#domain/orders.ts'
import type { OrderItem } from './checkout.ts'
import { cursor, search, uuid } from './fields.ts'

/** Body of `POST /api/admin/session`; the answer is 204 and a cookie. */
export const openAdminSessionRequest = z.object({ code: z.string().min(1).max(200) })

/** Answer of `GET /api/admin/session`, for admins only; others are refused with `forbidden`. */
export interface AdminSessionView {
  /** By the access code, or by a Discord account that the settings name. */
  readonly by: 'code' | 'discord'
}

/** Query of `GET /api/admin/orders`. */
export const adminOrdersQuery = z.object({
  /** A part of a Steam ID, Discord name, item name, order id or PayPal transaction id. */
  search,
  status: z.enum(orderStatuses).optional(),
  /** Paid orders that the staff has not handed over yet. */
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

/** Body of `PATCH /api/admin/orders/:id`: whether a paid order is handed over. Answers the order. */
export const changeDeliveryRequest = z.object({ delivered: z.boolean() })

/**
 * Body of `PATCH /api/admin/orders/:id/donor-listing`: whether its name is kept out of the donor
 * ranking, whatever its buyer wants. Answers the order.
 */
export const changeDonorListingRequest = z.object({ revoked: z.boolean() })

/** Answer of `GET /api/admin/sales`: live and test money are never added up. */
export interface SalesView {
  readonly providerMode: 'live' | 'test'
  readonly paidOrders: number
  readonly toDeliverOrders: number
  readonly inboxPayments: number
  /** Sold for Kr, not handed over in the game yet. */
  readonly toHandOverSkins: number
  /** Listings of the team finder with reports that nobody looked at. */
  readonly reportedListings: number
  readonly receivedCents: number
  readonly refundedCents: number
  /** Money of open disputes; neither kept nor lost yet. */
  readonly disputedCents: number
  /** What is surely kept: received, less what went back and what is disputed. */
  readonly netCents: number
}

/** A payment that matches no order, for the owner to look into. */
export interface InboxPayment {
  readonly id: string
  readonly transactionId: string
  readonly status: 'held' | 'completed' | 'declined' | 'refunded'
  readonly amountCents: number
  readonly refundedCents: number
  /** Whether its payer wants the money back, and PayPal has not decided. */
  readonly isDisputed: boolean
  readonly currency: string
  /** Why it matches no order, as a stable code. */
  readonly reason: string
  readonly madeAt: string
  readonly resolvedAt: string | null
  readonly resolution: string | null
  /** Orders of this amount that still wait for a payment, the nearest in time first. */
  readonly candidates: readonly AdminOrder[]
}

/** What a provider answered about a payment and nobody here can read. */
export interface UnreadableAnswer {
  readonly id: string
  readonly provider: 'paypal' | 'stripe'
  /** What the provider was asked for, by its own name. */
  readonly reference: string
  /** What of the answer cannot be read, for who looks into it. */
  readonly detail: string
  /** The newest one, shortened, without names, addresses and secrets. */
  readonly answer: string
  /** Whose payment waits because of it; null when nobody can tell. */
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
  /** The owner's note; null as long as it is open, and when a later answer could be read. */
  readonly resolution: string | null
}

/** Answer of `GET /api/admin/inbox`. */
export interface InboxView {
  readonly payments: readonly InboxPayment[]
  readonly unreadableAnswers: readonly UnreadableAnswer[]
}

/** Body of `POST /api/admin/inbox/:id/assign`: this payment is that order's. Settles the order, once. */
export const assignPaymentRequest = z.object({ orderId: uuid })

/**
 * Body of `POST /api/admin/inbox/:id/resolve` and `POST /api/admin/unreadable-answers/:id/resolve`:
 * dealt with otherwise, such as by a refund at PayPal.
 */
export const resolvePaymentRequest = z.object({
  // Several lines; what cannot be read (other control characters, half characters) no database takes.
  note: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|\r?\n)*$/u),
})
