import * as z from 'zod/mini'
import { maxDetailsLength } from '#domain/cart.ts'
import { parseAmount, type Cents } from '#domain/money.ts'
import { heldFor } from '#domain/held-payments.ts'
import { orderStatuses } from '#domain/orders.ts'
import { durationsMonths } from '#domain/products.ts'
import { get, patch, post, put } from './endpoint.ts'
import { discordUsername, list, readableLines, rgbColor, steamId, uuid } from './fields.ts'
import { code } from './offers.ts'
import { deliveryView } from './perks.ts'
import { taskView } from './tasks.ts'

/** An amount in euros as a cart has it; yields cents. */
const euros = z.pipe(
  z.union([z.string().check(z.maxLength(20)), z.pipe(z.number(), z.transform(String))]),
  z.transform((text: string, { issues }): Cents => {
    const amount = parseAmount(text)
    if (amount !== null) return amount
    issues.push({
      code: 'custom',
      input: text,
      message: 'This is not an amount in euros.',
      params: { code: 'not_an_amount' },
    })
    return z.NEVER
  }),
)

const cartItem = z.pipe(
  z.object({
    id: uuid,
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    /** One that is not sold is `item_not_sold`. */
    type: z.string().check(z.minLength(1), z.maxLength(100)),
    price: euros,
    duration: z.optional(z.literal(durationsMonths)),
    color: z.optional(rgbColor),
  }),
  z.transform(({ price: priceCents, ...item }) => ({ ...item, priceCents })),
)

/** What the staff need to know to deliver an item: the tag, which statistics, a wish or a link. */
const details = readableLines(maxDetailsLength)

const newOrder = z.pipe(
  z.object({
    steamId,
    discordUsername,
    discordAvatarUrl: z.nullish(z.string().check(z.maxLength(500))),
    items: z.tuple([cartItem]),
    /** One that makes the item cheaper. */
    code: z.optional(code),
    totalPrice: euros,
    /** Whether the buyer wants to be named in the donor ranking. */
    listedAsDonor: z._default(z.boolean(), false),
    /** Whether the Steam ID is not the buyer's own. */
    forSomebodyElse: z._default(z.boolean(), false),
    details: z.optional(details),
    /** The version of the legal texts that the page showed at the pay button. */
    agreedTerms: z.optional(z.string().check(z.maxLength(40))),
  }),
  z.transform(({ totalPrice: totalCents, ...request }) => ({ ...request, totalCents })),
)
export type OpenOrderRequest = z.output<typeof newOrder>
/** The request as it is sent: prices in euros, the Steam ID as text. */
export type OpenOrderBody = z.input<typeof newOrder>

/** Opens the order of one cart item. */
export const openOrder = post('/functions/v1/discord-purchase-notification', {
  who: 'anybody',
  body: newOrder,
  answer: z.object({ orderId: z.string() }),
})

export const orderItem = z.object({
  /** The offer that it was sold by. */
  offerKey: z.string(),
  name: z.string(),
  // Orders outlive the products and durations on sale.
  type: z.string(),
  duration: z.optional(z.number()),
  color: z.optional(z.object({ r: z.number(), g: z.number(), b: z.number() })),
  priceCents: z.number(),
})
export type OrderItem = z.output<typeof orderItem>

/** What buyers and the staff see of an order. Times are ISO 8601. */
export const orderBase = z.object({
  id: z.string(),
  status: z.enum(orderStatuses),
  /** While its payment is held, which is `processing`: what it waits for. */
  heldFor: z.nullable(z.enum(heldFor)),
  /** The account that the item is activated on. */
  steamId: z.string(),
  discordUsername: z.string(),
  /** How much was returned, by refunds and lost disputes. */
  refundedCents: z.number(),
  /** Whether the buyer said that the Steam ID is somebody else's. */
  forSomebodyElse: z.boolean(),
  /** What the buyer wrote for the staff; may have several lines. */
  details: z.nullable(z.string()),
  openedAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** When the staff marked it as delivered in the game. */
  deliveredAt: z.nullable(z.string()),
  /** Of a paid order whose product is handed over once; null for perks. */
  task: z.nullable(taskView),
  /** The number on the buyer's PayPal receipt. */
  transactionId: z.nullable(z.string()),
  /** Between its buyer and the staff; `unread` are those of the other side. */
  messages: z.object({ count: z.number(), unread: z.number() }),
})

const orderView = z.extend(orderBase, {
  items: list(orderItem),
  totalCents: z.number(),
  /** Also false when the staff revoked it. */
  listedAsDonor: z.boolean(),
  /** The version of the legal texts that the buyer agreed to; null when none was sent. */
  agreedTerms: z.nullable(z.object({ version: z.string(), at: z.string() })),
  /** The perk that it brought; null without one, or while it is not paid. */
  perk: z.nullable(
    z.object({
      perk: z.string(),
      /** When what this order brought begins, which may be after what was there before; null as `endsAt`. */
      startsAt: z.nullable(z.string()),
      /**
       * When it ends, with the compensations that followed it, as `GET /api/perks` has it; null when
       * unknown, because of a dispute.
       */
      endsAt: z.nullable(z.string()),
      /** Whether the staff took it away before its time had run out. */
      voided: z.boolean(),
      delivery: deliveryView,
    }),
  ),
})
export type OrderView = z.output<typeof orderView>

const orderList = z.object({ orders: list(orderView) })
export type OrderList = z.output<typeof orderList>

/** The orders of this browser and this account, newest first. */
export const listOrders = get('/api/orders', { who: 'anybody', answer: orderList })

const oneOrder = {
  who: 'anybody',
  params: z.object({ id: uuid }),
  unknown: 'order_not_found',
  answer: orderView,
} as const

export const readOrder = get('/api/orders/:id', oneOrder)
export const changeOrder = patch('/api/orders/:id', {
  ...oneOrder,
  body: z.object({ listedAsDonor: z.boolean() }),
})
/** Of a paid order until it is delivered. */
export const changeDetails = put('/api/orders/:id/details', {
  ...oneOrder,
  body: z.object({ details }),
})

/** An order at PayPal, with the driver `orders`. */
const payPalOrder = z.object({ paypalOrderId: z.string() })

/** The same two calls as below, for one order by its own id. */
export const startOrder = post('/api/orders/:id/paypal-order', { ...oneOrder, answer: payPalOrder })
export const captureOrder = post('/api/orders/:id/capture', oneOrder)

/** Open orders of this buyer, to be paid at once; a single one is a list of one. */
export const startPayment = post('/api/paypal-orders', {
  who: 'anybody',
  body: z.object({
    orderIds: z.array(uuid).check(
      z.minLength(1),
      z.maxLength(10),
      z.refine((ids) => new Set(ids).size === ids.length, { params: { code: 'repeated' } }),
    ),
  }),
  answer: payPalOrder,
})
export const capturePayment = post('/api/paypal-orders/:paypalOrderId/capture', {
  who: 'anybody',
  params: z.object({ paypalOrderId: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  unknown: 'order_not_found',
  answer: orderList,
})

/** By the transaction id on the buyer's PayPal receipt. */
export const claimPayment = post('/api/orders/:id/claim', {
  ...oneOrder,
  body: z.object({ transactionId: z.string().check(z.trim(), z.regex(/^[A-Z0-9]{10,40}$/i)) }),
})

const paymentOptions = z.object({
  driver: z.enum(['orders', 'hosted']),
  clientId: z.string(),
  /** The origin of PayPal's script. */
  scriptOrigin: z.string(),
  currency: z.literal('EUR'),
  /** Button id by offer key; an offer without one cannot be bought. */
  hostedButtonIds: z.record(z.string(), z.string()),
})
export type PaymentOptions = z.output<typeof paymentOptions>

/** What the payment button needs. */
export const readPaymentOptions = get('/api/payment-options', {
  who: 'anybody',
  answer: paymentOptions,
})
/** Whether PayPal accepts our client id and secret. */
export const checkPayPal = post('/api/payment-options/check', {
  who: 'anybody',
  answer: z.object({ isSetUp: z.boolean() }),
})
