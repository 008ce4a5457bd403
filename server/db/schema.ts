import type { Generated } from 'kysely'
import type { ProductType } from '#domain/products.ts'
import type { PackOrderStatus, TransactionType } from '#domain/kryptonite.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type {
  AccountsTable,
  AdminSessionsTable,
  SessionsTable,
  SteamClaimsTable,
  SteamNoncesTable,
  UsersTable,
  VerificationsTable,
} from './account-tables.ts'
import type { ConnectionFaultsTable } from './connection-tables.ts'
import type { GameServerSamplesTable, GameServerStatusTable } from './game-server-tables.ts'
import type {
  CftoolsPlayersTable,
  DiscordRolesGivenTable,
  LbPollsTable,
  PriorityPullsTable,
  LbRequestsTable,
  PerkAdaptersTable,
  PerkAttemptsTable,
  PerkBatchesTable,
  PerkCoverageTable,
  PerkDeliveriesTable,
  PerkEntriesTable,
  PerkFileVersionsTable,
  PerkReminderChoicesTable,
  PerkRemindersSentTable,
} from './perk-tables.ts'
import type {
  ImagesTable,
  ShopItemsTable,
  SkinPurchasesTable,
  TaskNotesTable,
} from './skin-tables.ts'
import type { TeamListingReportsTable, TeamListingsTable } from './team-tables.ts'
import type { Json } from './types.ts'

/** The types of the tables for Kysely. The migrations are the truth; a test compares the two. */
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
  disputes: DisputesTable
  unreadable_answers: UnreadableAnswersTable
  connection_faults: ConnectionFaultsTable
  messages: MessagesTable
  events: EventsTable
  rate_limits: RateLimitsTable
  admin_sessions: AdminSessionsTable
  audit_log: AuditLogTable
  krypto_balance: KryptoBalanceTable
  krypto_transactions: KryptoTransactionsTable
  krypto_orders: KryptoOrdersTable
  shop_items: ShopItemsTable
  skin_purchases: SkinPurchasesTable
  images: ImagesTable
  task_notes: TaskNotesTable
  steam_claims: SteamClaimsTable
  steam_nonces: SteamNoncesTable
  idempotency_keys: IdempotencyKeysTable
  game_server_status: GameServerStatusTable
  game_server_samples: GameServerSamplesTable
  team_listings: TeamListingsTable
  team_listing_reports: TeamListingReportsTable
  perk_entries: PerkEntriesTable
  perk_batches: PerkBatchesTable
  perk_coverage: PerkCoverageTable
  perk_deliveries: PerkDeliveriesTable
  perk_attempts: PerkAttemptsTable
  perk_adapters: PerkAdaptersTable
  perk_file_versions: PerkFileVersionsTable
  perk_reminder_choices: PerkReminderChoicesTable
  perk_reminders_sent: PerkRemindersSentTable
  lb_requests: LbRequestsTable
  lb_polls: LbPollsTable
  cftools_players: CftoolsPlayersTable
  discord_roles_given: DiscordRolesGivenTable
  priority_pulls: PriorityPullsTable
  demo_rows: DemoRowsTable
}

export type PaymentProviderName = 'paypal' | 'stripe'

export interface OrdersTable {
  id: Generated<string>
  /** SHA-256 of the secret in the maker's cookie; the secret allows to see and pay the order. */
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
  /** `#rrggbb`, of a colour tag. */
  color: string | null
  /** Whether the buyer chose to be named in the donor ranking. */
  listed_as_donor: Generated<boolean>
  /** Whether the staff keeps it out of the ranking anyway. */
  donor_listing_revoked: Generated<boolean>
  /** Whether the buyer said that the Steam ID is somebody else's. */
  for_somebody_else: Generated<boolean>
  /** What the staff need to know to deliver it, in the buyer's words. */
  details: string | null
  /** The version of the legal texts that the buyer agreed to, and when; null without both. */
  agreed_terms: string | null
  agreed_at: Date | null
  provider: 'paypal'
  driver: 'orders' | 'hosted'
  /** A test payment must never pay an order made with live keys. */
  provider_mode: 'live' | 'test'
  /** The number of the current order at the provider for this one. */
  provider_order_attempt: Generated<number>
  status: OrderStatus
  next_check_at: Date | null
  /** When the buyer's page or the provider last reported the buyer's approval. */
  told_at: Date | null
  /** Pseudonyms of the buyer's networks, narrowest first; null once the checkout is over. */
  networks: string[] | null
  created_at: Generated<Date>
  opened_at: Generated<Date>
  settled_at: Date | null
}

/** An order at the provider pays for one of our orders or, a row each, for several at once. */
interface ProviderOrdersTable {
  provider: 'paypal'
  reference: string
  order_id: string
  attempt: number
  /** The receiver of the money, as the provider named it when the order was made. */
  payee: string | null
  declined_at: Date | null
  /** Since when its money may be being taken; null once the outcome is known. */
  capturing_at: Date | null
  created_at: Generated<Date>
}

export type PaymentStatus = 'held' | 'completed' | 'declined' | 'refunded'

export interface PaymentsTable {
  id: Generated<string>
  provider: PaymentProviderName
  /** The provider's id of the payment: PayPal's capture id, also its transaction id. */
  reference: string
  /** Null while the payment matches no order: the owner's inbox. */
  order_id: string | null
  unmatched_reason: string | null
  status: PaymentStatus
  amount_cents: number
  /** The total returned, by refunds and lost disputes. */
  refunded_cents: Generated<number>
  currency: string
  provider_mode: 'live' | 'test'
  /** Why the provider holds it, by its own code; means nothing in other states. */
  held_reason: string | null
  made_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** When and how the owner resolved a payment that matches no order. */
  resolved_at: Date | null
  resolution: string | null
}

export type DisputeStatus = 'open' | 'won' | 'lost'

export interface DisputesTable {
  provider: PaymentProviderName
  reference: string
  /** `payments.reference`; the dispute may be known before its payment. */
  payment_reference: string
  status: DisputeStatus
  /** The disputed amount; of a lost dispute what it took from us. */
  amount_cents: number
  currency: string
  /** Increases when a decided dispute is opened again, as by an appeal. */
  round: Generated<number>
  opened_at: Date
  /** When the provider last changed it, by the provider's clock. */
  updated_at: Generated<Date>
  /** When to fetch an open dispute again, in case the webhook of its end is lost. */
  next_check_at: Generated<Date>
}

/** Provider answers about payments that we cannot parse: one row per order. */
export interface UnreadableAnswersTable {
  id: Generated<string>
  provider: PaymentProviderName
  /** The id of our order where it is known, otherwise the reference. */
  subject: string
  /** The provider's id of what we requested; our order's id where the provider has no id yet. */
  reference: string
  order_id: string | null
  krypto_order_id: string | null
  /** Which part of it cannot be parsed. */
  detail: string
  /** The latest one, shortened, without names, addresses and secrets. */
  answer: string
  /** Since the entry was last opened: a resolved entry can open again. */
  first_seen_at: Date
  last_seen_at: Date
  /** When a later answer could be parsed, or the owner resolved it. */
  resolved_at: Date | null
  /** The owner's note; null when it resolved itself. */
  resolution: string | null
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
  color: string | null
  /** When the staff began to work on it. */
  started_at: Date | null
  /** When the staff marked it as delivered in the game. */
  delivered_at: Date | null
}

interface WebhookEventsTable {
  provider: PaymentProviderName
  event_id: string
  type: string
  body: Json<unknown>
  received_at: Generated<Date>
  processed_at: Date | null
  error: string | null
}

export type MessageKind =
  | 'checkout_started'
  | 'checkout_paid'
  | 'checkout_details'
  | 'payment_unmatched'
  | 'order_refunded'
  | `dispute_${'opened' | 'won' | 'lost'}`
  | 'pack_refunded'
  | 'pack_disputed'
  | 'pack_dispute_won'
  | 'pack_mismatch'
  | 'listing_reported'
  | `wrong_${'admin' | 'beta'}_codes`
  | 'answer_unreadable'
  | `perk_${'adapter' | 'delivery'}_failed`
  | 'payment_to_accept'
  | 'connection_failed'

interface MessagesTable {
  id: Generated<string>
  kind: MessageKind
  dedupe_key: string
  /** Its subject, one of these and `perk_adapter`; a message about wrong codes has none. */
  order_id: string | null
  payment_id: string | null
  krypto_order_id: string | null
  team_listing_id: string | null
  unreadable_answer_id: string | null
  perk_adapter: string | null
  perk_steam_id: string | null
  perk: string | null
  connection_fault_id: string | null
  attempts: Generated<number>
  /** Why Discord refused it. */
  last_error: string | null
  sent_at: Date | null
  created_at: Generated<Date>
}

interface EventsTable {
  id: Generated<number>
  name: string
  data: Json<unknown>
  created_at: Generated<Date>
  /** The Steam ID whose pages receive it; null for all pages. */
  audience: string | null
}

/** Append-only: the database refuses anything else. */
export interface AuditLogTable {
  id: Generated<number>
  /** `discord:<id>`, `code:<first digits of the session's hash>`, or `player` who deleted their data. */
  actor: string
  action: string
  /** The target: `order:<id>`, `payment:<id>`, `session:<first digits of its hash>`. */
  subject: string
  before: Json<unknown> | null
  after: Json<unknown> | null
  created_at: Generated<Date>
}

interface RateLimitsTable {
  key: string
  window_start: Date
  count: number
}

/** Updated by a trigger on `krypto_transactions` and by `buy_skin`, and by nothing else. */
interface KryptoBalanceTable {
  steam_id: string
  discord_username: string
  /** Kr; below zero only after a refund or dispute of a pack whose Kr were spent. */
  balance: Generated<number>
  updated_at: Generated<Date>
}

/** The ledger. Append-only: the database refuses anything else, but that a name becomes `-`. */
export interface KryptoTransactionsTable {
  id: Generated<number>
  steam_id: string
  discord_username: string
  /** Kr; negative when they are taken. */
  amount: number
  transaction_type: TransactionType
  description: string
  /** What caused it, unique: `stripe:<session>`, `skin_purchase:<id>`, `admin_request:<id>`. */
  source: string
  created_at: Generated<Date>
}

export interface KryptoOrdersTable {
  id: Generated<string>
  /** As in `orders`; null in rows that are older than this column. */
  buyer_hash: string | null
  user_id: string | null
  steam_id: string
  discord_username: string
  /** The pack at the time of the order. */
  amount: number
  bonus: number
  price_cents: number
  currency: string
  price_id: string
  provider_mode: 'live' | 'test'
  for_somebody_else: Generated<boolean>
  /** As in `orders`. */
  agreed_terms: string | null
  agreed_at: Date | null
  /** Stripe's checkout session; null until it is made. */
  session_id: string | null
  session_url: string | null
  payment_intent: string | null
  status: PackOrderStatus
  /** Why a payment was not credited: it differs from what the order asked for. */
  mismatch: string | null
  refunded_cents: Generated<number>
  /** In open and lost disputes. */
  disputed_cents: Generated<number>
  kr_taken_back: Generated<number>
  /** Increases with every change, so that an older answer is not applied after a change. */
  revision: Generated<number>
  next_check_at: Date | null
  /** Pseudonyms of the buyer's networks, narrowest first; null once the checkout is over. */
  networks: string[] | null
  created_at: Generated<Date>
  paid_at: Date | null
}

interface IdempotencyKeysTable {
  /** The operation. */
  scope: string
  key: string
  /** SHA-256 of the request. */
  request_hash: string
  answer: Json<unknown> | null
  created_at: Generated<Date>
}

/** Demo data, which the owner can remove: the table and id of each row, and when the shop was filled. */
interface DemoRowsTable {
  kind: string
  id: string
}
