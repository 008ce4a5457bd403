import type { Generated, Selectable } from 'kysely'
import type { MovementKind } from '#domain/books.ts'
import type {
  ConnectionName,
  ConnectionProvider,
  Finding,
  LastingFaultCode,
} from '#domain/connection-faults.ts'
import type { DeliveryState, DeliveryStep } from '#domain/deliveries.ts'
import type { PackOrderStatus, TransactionType } from '#domain/kryptonite.ts'
import type { OfferKind } from '#domain/offers.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { ProductType } from '#domain/products.ts'
import type { StaffRole } from '#domain/rights.ts'
import type { GameServerOutcome, GameServerReading } from '#domain/server-status.ts'
import type {
  ListingType,
  PlayStyle,
  ReportReason,
  SpokenLanguage,
  UsualHours,
} from '#domain/team.ts'
import type { Rows } from './rows.d.ts'
import type { Json } from './types.ts'

/** The tables for Kysely: the generated types, narrowed where we know more than the database. */
export interface Schema extends Rows {
  offers: Narrow<Rows['offers'], { kind: OfferKind }>
  orders: Narrow<
    Rows['orders'],
    {
      item_type: ProductType
      provider: 'paypal'
      driver: 'orders' | 'hosted'
      provider_mode: ProviderMode
      status: OrderStatus
    }
  >
  provider_orders: Narrow<Rows['provider_orders'], { provider: 'paypal' }>
  payments: Narrow<
    Rows['payments'],
    { provider: PaymentProviderName; status: PaymentStatus; provider_mode: ProviderMode }
  >
  disputes: Narrow<Rows['disputes'], { provider: PaymentProviderName; status: DisputeStatus }>
  money_movements: Narrow<
    Rows['money_movements'],
    { provider: PaymentProviderName; kind: MovementKind }
  >
  webhook_events: Narrow<Rows['webhook_events'], { provider: PaymentProviderName }>
  unreadable_answers: Narrow<Rows['unreadable_answers'], { provider: PaymentProviderName }>
  connection_faults: Narrow<
    Rows['connection_faults'],
    { provider: ConnectionProvider; code: LastingFaultCode }
  >
  connection_tests: Narrow<
    Rows['connection_tests'],
    { name: ConnectionName; findings: Json<readonly Finding[]> }
  >
  messages: Narrow<Rows['messages'], { kind: MessageKind }>
  krypto_transactions: Narrow<Rows['krypto_transactions'], { transaction_type: TransactionType }>
  krypto_orders: Narrow<
    Rows['krypto_orders'],
    { provider_mode: ProviderMode; status: PackOrderStatus }
  >
  people: Narrow<Rows['people'], { role: StaffRole }>
  game_server_status: Narrow<
    Rows['game_server_status'],
    { outcome: Generated<GameServerOutcome>; reading: Json<GameServerReading> | null }
  >
  team_listings: Narrow<
    Rows['team_listings'],
    {
      type: ListingType
      languages: Generated<SpokenLanguage[]>
      play_styles: Generated<PlayStyle[]>
      usual_hours: Json<UsualHours> | null
    }
  >
  team_listing_reports: Narrow<Rows['team_listing_reports'], { reason: ReportReason }>
  perk_entries: Narrow<
    Rows['perk_entries'],
    {
      kind: 'granted' | 'voided' | 'suspended' | 'resumed' | 'colored'
      term_kind: 'months' | 'time' | 'until' | 'permanent' | null
      source: 'order' | 'staff' | 'compensation' | 'import' | 'transfer' | null
    }
  >
  perk_batches: Narrow<Rows['perk_batches'], { kind: 'compensation' | 'transfer' | 'import' }>
  perk_deliveries: Narrow<
    Rows['perk_deliveries'],
    { state: DeliveryState; steps: Json<readonly DeliveryStep[]> }
  >
  perk_attempts: Narrow<Rows['perk_attempts'], { what: 'put' | 'remove' | 'run' }>
  perk_adapters: Narrow<
    Rows['perk_adapters'],
    {
      state: 'ready' | 'retrying' | 'needs_owner'
      remembered: Json<Remembered>
      dry_run: Json<DryRun> | null
      unfinished: Json<{ readonly before: string; readonly after: string }> | null
    }
  >
  perk_file_versions: Narrow<Rows['perk_file_versions'], { ours: Json<readonly string[]> }>
  perk_reminders_sent: Narrow<
    Rows['perk_reminders_sent'],
    { kind: 'week_before' | 'day_before' | 'ended' }
  >
}

/** A row as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>

/** Does not compile with a column that the table lacks, or whose type is not narrower. */
type Narrow<
  Table,
  Columns extends {
    [Column in keyof Columns]: Column extends keyof Table ? Table[Column] : never
  },
> = Omit<Table, keyof Columns> & Columns

export type PaymentProviderName = 'paypal' | 'stripe'

type ProviderMode = 'live' | 'test'

export type PaymentStatus = 'held' | 'completed' | 'declined' | 'refunded'

export type DisputeStatus = 'open' | 'won' | 'lost'

export type MessageKind =
  | 'checkout_started'
  | 'checkout_paid'
  | 'checkout_details'
  | 'order_message'
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
  | 'approval_ends'

interface DryRun {
  readonly adds: readonly string[]
  readonly keeps: readonly string[]
  readonly removes: readonly string[]
  readonly foreign: readonly string[]
}

export interface Remembered {
  /** The fingerprint of each machine's first key. */
  readonly [machine: `${string}:${string}`]: string
  /** What the owner should know of how the latest change was made. */
  readonly notes?: readonly { readonly code: string; readonly detail: string }[]
}
