import { z } from 'zod'
import { durationsMonths, productTypes, type ProductType } from '../domain/catalogue.ts'
import { parseEuros } from '../domain/money.ts'
import type { OrderStatus } from '../domain/orders.ts'
import { parseSteamId } from '../domain/steam-id.ts'

const steamId = z
  .string()
  .max(200)
  .transform((text, context) => {
    const result = parseSteamId(text)
    if (result.ok) return result.steamId64
    context.addIssue({ code: 'custom', message: result.problem, params: { code: result.problem } })
    return z.NEVER
  })

const euros = z
  .union([z.string().max(20), z.number().transform(String)])
  .transform((text, context) => {
    const amount = parseEuros(text)
    if (amount !== null) return amount
    context.addIssue({
      code: 'custom',
      message: 'not_an_amount',
      params: { code: 'not_an_amount' },
    })
    return z.NEVER
  })

const colorComponent = z.int().min(0).max(255)

const cartItem = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(100),
  type: z.enum(productTypes),
  price: euros,
  duration: z.literal(durationsMonths).optional(),
  color: z.object({ r: colorComponent, g: colorComponent, b: colorComponent }).optional(),
})

/** Body of `POST /functions/v1/discord-purchase-notification`: opens the order of one cart item. */
export const openOrderRequest = z.object({
  steamId,
  discordUsername: z.string().trim().min(1).max(100),
  discordAvatarUrl: z.string().max(500).nullish(),
  items: z.tuple([cartItem]),
  totalPrice: euros,
})
export type OpenOrderRequest = z.output<typeof openOrderRequest>

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
  readonly priceCents: number
}

/** Answer of `GET /api/orders/:id`, of capture and of claim. */
export interface OrderView {
  readonly id: string
  readonly status: OrderStatus
  readonly items: readonly OrderItem[]
  readonly totalCents: number
}

/** Answer of `POST /api/orders/:id/paypal-order` (driver `orders`). */
export interface PayPalOrderAnswer {
  readonly paypalOrderId: string
}

/** Answer of `GET /api/payment-options`: what the pay button needs to be drawn. */
export interface PaymentOptions {
  readonly driver: 'orders' | 'hosted'
  readonly clientId: string
  /** Where PayPal's script comes from, without a path. */
  readonly scriptOrigin: string
  readonly currency: 'EUR'
  /** Button id by offer key; an offer without one cannot be bought. */
  readonly hostedButtonIds: Readonly<Record<string, string>>
}
