import * as z from 'zod/mini'
import { connectionProviders } from '#domain/connection-faults.ts'
import { disputeReasons } from '#domain/dispute-reasons.ts'
import { orderStatuses } from '#domain/orders.ts'
import { rights, staffRoles } from '#domain/rights.ts'
import { orderBase, orderItem } from './checkout.ts'
import { get, patch, post, remove } from './endpoint.ts'
import { cursor, discordUsername, list, nextCursor, search, uuid } from './fields.ts'

const sessionPath = '/api/admin/session'

/** By the access code; the answer brings a cookie. */
export const openAdminSession = post(sessionPath, {
  who: 'anybody',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(200)),
    /** For the log, since the code itself names nobody. */
    name: z.optional(discordUsername),
  }),
})

const adminSessionView = z.object({
  /** By the access code, or by a Discord account of the staff. */
  by: z.enum(['code', 'discord']),
  role: z.enum(staffRoles),
  name: z.nullable(z.string()),
  rights: list(z.enum(rights)),
})
export type AdminSessionView = z.output<typeof adminSessionView>

export const readAdminSession = get(sessionPath, { who: 'staff', answer: adminSessionView })
export const closeAdminSession = remove(sessionPath, { who: 'staff' })

export const adminOrder = z.extend(orderBase, {
  item: orderItem,
  driver: z.enum(['orders', 'hosted']),
  providerMode: z.enum(['live', 'test']),
  /** Whether its buyer chose to be in the donor ranking, unless the staff revoked that. */
  donorListing: z.enum(['none', 'listed', 'revoked']),
  /** Whether its perk is delivered without the staff. */
  isAutomatic: z.boolean(),
  /** What reduced its price; null at the list price. */
  offer: z.nullable(
    z.object({
      /** The end of the code; null of a sale. */
      code: z.nullable(z.string()),
      listPriceCents: z.number(),
    }),
  ),
})
export type AdminOrder = z.output<typeof adminOrder>

export const searchOrders = get('/api/admin/orders', {
  who: 'orders.read',
  query: z.object({
    /** A part of a Steam ID, Discord name, item name, order id, or PayPal transaction or order id. */
    search,
    status: z.optional(z.enum(orderStatuses)),
    /** Only those that were paid, also if the money went back: the latest payment first. */
    paid: z._default(z.stringbool(), false),
    /** Only paid orders that the staff still has to deliver. */
    toDeliver: z._default(z.stringbool(), false),
    /** Only those with messages of their buyer that nobody of the staff has read. */
    unanswered: z._default(z.stringbool(), false),
    cursor,
  }),
  answer: z.object({ orders: list(adminOrder), nextCursor }),
})

const oneOrder = {
  who: 'orders.deliver',
  params: z.object({ id: uuid }),
  unknown: 'order_not_found',
  answer: adminOrder,
} as const

/** Whether a paid order is delivered. */
export const changeDelivery = patch('/api/admin/orders/:id', {
  ...oneOrder,
  body: z.object({ delivered: z.boolean() }),
})

/** Whether the staff keeps its name out of the donor ranking, against the buyer's choice. */
export const moderateDonorListing = patch('/api/admin/orders/:id/donor-listing', {
  ...oneOrder,
  body: z.object({ revoked: z.boolean() }),
})

const connectionFault = z.object({
  provider: z.enum(connectionProviders),
  code: z.string(),
  /** The provider's own words, or the names of the settings. */
  detail: z.string(),
  since: z.string(),
  lastAt: z.string(),
})
export type ConnectionFault = z.output<typeof connectionFault>

const todayKinds = [
  'hand_over',
  'messages',
  'disputes',
  'unmatched_payments',
  'paid_while_banned',
  'kept_packs',
  'payments_to_accept',
  'deliveries',
  'adapters_to_enable',
  'connection_faults',
  'reports',
  'sales_to_check',
  'approval_ends',
] as const
export type TodayKind = (typeof todayKinds)[number]

/** Donations by PayPal and packs by Stripe, less what was refunded of them since. */
const income = z.object({ eurCents: z.number(), usdCents: z.number() })

/** What the caller's role may see; live and test money never add up. */
const todayView = z.object({
  /** Of donations and of packs: one can be live while the other is still tried. */
  modes: z.object({ paypal: z.enum(['live', 'test']), stripe: z.enum(['live', 'test']) }),
  /** The oldest first. What is done in two places is two entries of one kind, such as orders and skins to hand over. */
  todo: list(
    z.object({
      kind: z.enum(todayKinds),
      count: z.number(),
      oldestAt: z.string(),
      /** Until when somebody waits for the first of them. */
      dueAt: z.optional(z.string()),
      /** Where in /admin they are. */
      address: z.string(),
    }),
  ),
  /** What providers refuse until somebody changes a setting, the oldest first. */
  connectionFaults: list(connectionFault),
  /** By the community's time zone, `lastMonth` up to the same day and hour. Null for those who may not see it. */
  money: z.nullable(
    z.object({ today: income, yesterday: income, month: income, lastMonth: income }),
  ),
  /** The perks that end within a week, the soonest first. */
  ending: list(
    z.object({
      steamId: z.string(),
      /** Of the latest order that they have paid for themselves. */
      name: z.nullable(z.string()),
      perk: z.string(),
      endsAt: z.string(),
    }),
  ),
})
export type TodayView = z.output<typeof todayView>

export const readToday = get('/api/admin/today', { who: 'today', answer: todayView })

/** A payer wants their money back, and the provider has not decided yet. */
const disputeView = z.object({
  id: z.string(),
  provider: z.enum(['paypal', 'stripe']),
  amountCents: z.number(),
  currency: z.string(),
  /** Null when the provider gave none. */
  reason: z.nullable(z.enum(disputeReasons)),
  openedAt: z.string(),
  /** Whether the provider waits for our answer, and until when as far as it says. */
  awaitsAnswer: z.boolean(),
  answerBy: z.nullable(z.string()),
  /** The provider's page on which to answer. */
  page: z.string(),
  /** Who bought what; null for a payment without an order. */
  bought: z.nullable(
    z.object({ itemName: z.string(), steamId: z.string(), discordUsername: z.string() }),
  ),
  /** What the shop knows of the sale, in English, for the provider's form. */
  evidence: z.string(),
})
export type DisputeView = z.output<typeof disputeView>

/** A payment without an order, for the owner to resolve. */
const inboxPayment = z.object({
  id: z.string(),
  transactionId: z.string(),
  /** Its page at PayPal, where it can be refunded. */
  refundUrl: z.string(),
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

export const readInbox = get('/api/admin/inbox', {
  who: 'payments',
  answer: z.object({
    /** Those that wait for our answer first, by the time until when. */
    disputes: list(disputeView),
    payments: list(inboxPayment),
    unreadableAnswers: list(unreadableAnswer),
  }),
})

const onePayment = {
  who: 'payments',
  params: z.object({ id: uuid }),
  unknown: 'payment_not_found',
} as const

/** Says which order a payment is for. Pays the order, once. */
export const assignPayment = post('/api/admin/inbox/:id/assign', {
  ...onePayment,
  body: z.object({ orderId: uuid }),
  answer: adminOrder,
})

/** The owner resolved a payment or an unreadable answer in another way, such as by a refund at PayPal. */
export const resolveEntry = post('/api/admin/inbox/:id/resolve', {
  ...onePayment,
  body: z.object({
    // Several lines. The database accepts no other control characters and no half characters.
    note: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(/^(?:[^\p{Cc}\p{Cs}]|\r?\n)*$/u)),
  }),
})

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

/** Newest first. `search`: a part of actor, action or subject. */
export const listAudit = get('/api/admin/audit-log', {
  who: 'log',
  query: z.object({ search, cursor }),
  answer: z.object({ entries: list(auditEntryView), nextCursor }),
})

const demoDataPath = '/api/admin/demo-data'

export const findDemoData = get(demoDataPath, {
  who: 'demo',
  answer: z.object({
    /** When the shop was filled with demo data; null when there is none. */
    filledAt: z.nullable(z.string()),
  }),
})
export const removeDemoData = remove(demoDataPath, { who: 'demo' })
