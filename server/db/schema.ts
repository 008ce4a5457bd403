import type { ColumnType, Generated } from 'kysely'
import type { ProductType } from '../../domain/catalogue.ts'
import type { OrderStatus } from '../../domain/orders.ts'

/** The tables, as Kysely reads them. The migrations are the truth; a test compares the two. */
export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  accounts: AccountsTable
  verifications: VerificationsTable
  orders: OrdersTable
  provider_orders: ProviderOrdersTable
  payments: PaymentsTable
  purchases: PurchasesTable
  webhook_events: WebhookEventsTable
  messages: MessagesTable
  events: EventsTable
  rate_limits: RateLimitsTable
}

type Json<Value> = ColumnType<Value, string, string>

interface UsersTable {
  id: string
  name: string
  email: string
  email_verified: boolean
  image: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface SessionsTable {
  id: string
  expires_at: Date
  token: string
  user_id: string
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  updated_at: Date
}

interface AccountsTable {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  scope: string | null
  password: string | null
  created_at: Generated<Date>
  updated_at: Date
}

interface VerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface OrdersTable {
  id: Generated<string>
  /** SHA-256 of the secret in the maker's cookie; who knows the secret may see and pay the order. */
  buyer_hash: string
  user_id: string | null
  cart_item_id: string
  steam_id: string
  discord_username: string
  discord_avatar_url: string | null
  offer_key: string
  item_name: string
  item_type: ProductType
  duration_months: number | null
  price_cents: number
  currency: string
  provider: 'paypal'
  driver: 'orders' | 'hosted'
  /** `live` or `test`: a test payment must never settle an order made with live keys. */
  provider_mode: 'live' | 'test'
  /** Counts the orders made at the provider for this one. */
  provider_order_attempt: Generated<number>
  status: OrderStatus
  next_check_at: Date | null
  created_at: Generated<Date>
  opened_at: Generated<Date>
  settled_at: Date | null
}

interface ProviderOrdersTable {
  provider: 'paypal'
  reference: string
  order_id: string
  attempt: number
  /** Who receives the money, as the provider said when it was made. */
  payee: string | null
  created_at: Generated<Date>
}

export type PaymentStatus = 'held' | 'completed' | 'declined' | 'refunded'

export interface PaymentsTable {
  id: Generated<string>
  provider: 'paypal'
  /** The provider's name for the payment: PayPal's capture id, also its transaction id. */
  reference: string
  /** Null while the payment matches no order: the owner's inbox. */
  order_id: string | null
  unmatched_reason: string | null
  status: PaymentStatus
  amount_cents: number
  refunded_cents: Generated<number>
  currency: string
  provider_mode: 'live' | 'test'
  made_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface PurchasesTable {
  id: Generated<string>
  order_id: string
  steam_id: string
  discord_username: string
  offer_key: string
  item_name: string
  item_type: ProductType
  duration_months: number | null
  price_cents: number
  created_at: Generated<Date>
}

interface WebhookEventsTable {
  provider: 'paypal'
  event_id: string
  type: string
  body: Json<unknown>
  received_at: Generated<Date>
  processed_at: Date | null
  error: string | null
}

export type MessageKind = 'checkout_started' | 'checkout_paid' | 'payment_unmatched'

interface MessagesTable {
  id: Generated<string>
  kind: MessageKind
  dedupe_key: string
  /** What it is about: an order, or a payment without one. */
  order_id: string | null
  payment_id: string | null
  attempts: Generated<number>
  last_error: string | null
  sent_at: Date | null
  created_at: Generated<Date>
}

interface EventsTable {
  id: Generated<number>
  name: string
  data: Json<unknown>
  created_at: Generated<Date>
}

interface RateLimitsTable {
  key: string
  window_start: Date
  count: number
}
