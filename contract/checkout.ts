import { z } from 'zod'
import { durationsMonths, typesOf, type ProductType } from '#domain/products.ts'
import { products } from '#site/products.ts'
import type { RgbColor } from '#domain/color.ts'
import { parseAmount } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { discordUsername, steamId, uuid } from './fields.ts'

const euros = z
  .union([z.string().max(20), z.number().transform(String)])
  .transform((text, context) => {
    const amount = parseAmount(text)
    if (amount !== null) return amount
    context.addIssue({
      code: 'custom',
      message: 'This is no amount in euros.',
      params: { code: 'not_an_amount' },
    })
    return z.NEVER
  })

const colorComponent = z.int().min(0).max(255)

const cartItem = z.object({
  id: uuid,
  name: z.string().min(1).max(100),
  type: z.enum(typesOf(products)),
  price: euros,
  duration: z.literal(durationsMonths).optional(),
  color: z.object({ r: colorComponent, g: colorComponent, b: colorComponent }).optional(),
})

/** Body of `POST /functions/v1/discord-purchase-notification`: opens the order of one cart item. */
export const openOrderRequest = z.object({
  steamId,
  discordUsername,
  discordAvatarUrl: z.string().max(500).nullish(),
  items: z.tuple([cartItem]),
  totalPrice: euros,
  /** Whether the buyer wants to be named in the donor ranking. */
  listedAsDonor: z.boolean().default(false),
})
export type OpenOrderRequest = z.output<typeof openOrderRequest>
/** The request as it is sent: prices in euros, the Steam ID as text. */
export type OpenOrderBody = z.input<typeof openOrderRequest>

export interface OpenOrderAnswer {
  readonly orderId: string
}

/** Body of `POST /api/orders/:id/claim`: the transaction id on the buyer's PayPal receipt. */
export const claimPaymentRequest = z.object({
  transactionId: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{10,40}$/i),
})

export interface OrderItem {
  readonly name: string
  readonly type: ProductType
  readonly duration?: number
  readonly color?: RgbColor
  readonly priceCents: number
}

/** Answer of `GET /api/orders/:id`, of capture and of claim. Times are ISO 8601. */
export interface OrderView {
  readonly id: string
  readonly status: OrderStatus
  /** The account that the item is activated on. */
  readonly steamId: string
  readonly discordUsername: string
  readonly items: readonly OrderItem[]
  readonly totalCents: number
  /** How much was returned, by refunds and lost disputes. */
  readonly refundedCents: number
  /** Also false when the staff revoked it. */
  readonly listedAsDonor: boolean
  readonly openedAt: string
  readonly paidAt: string | null
  /** When the staff marked it as delivered in the game. */
  readonly deliveredAt: string | null
  /** The number on the buyer's PayPal receipt. */
  readonly transactionId: string | null
}

/** Answer of `GET /api/orders`: the orders of this browser and this account, newest first. */
export interface OrderList {
  readonly orders: readonly OrderView[]
}

/** Body of `PATCH /api/orders/:id`. */
export const changeOrderRequest = z.object({ listedAsDonor: z.boolean() })

/** Answer of `POST /api/orders/:id/paypal-order` (driver `orders`). */
export interface PayPalOrderAnswer {
  readonly paypalOrderId: string
}

/** Answer of `GET /api/payment-options`: what the payment button needs. */
export interface PaymentOptions {
  readonly driver: 'orders' | 'hosted'
  readonly clientId: string
  /** The origin of PayPal's script. */
  readonly scriptOrigin: string
  readonly currency: 'EUR'
  /** Button id by offer key; an offer without one cannot be bought. */
  readonly hostedButtonIds: Readonly<Record<string, string>>
}
