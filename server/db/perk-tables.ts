import type { Generated } from 'kysely'
import type { DeliveryState, DeliveryStep } from '#domain/deliveries.ts'
import type { Json } from './types.ts'

/** The ledger of perks. Append-only: the database refuses anything else, but that a reason becomes `-`. */
export interface PerkEntriesTable {
  id: Generated<string>
  /** The order in which the entries of one Steam ID and perk were written. */
  seq: Generated<number>
  steam_id: string
  perk: string
  kind: 'granted' | 'voided' | 'suspended' | 'resumed' | 'colored'
  /** Of what is granted its own id; null for a choice of colour. */
  grant_id: string | null
  term_kind: 'months' | 'time' | 'until' | 'permanent' | null
  term_months: number | null
  term_ms: number | null
  term_until: Date | null
  /** `#rrggbb`. */
  color: string | null
  source: 'order' | 'staff' | 'compensation' | 'import' | 'transfer' | null
  order_id: string | null
  /** The grant of another Steam ID that this one continues. */
  moved_from: string | null
  batch_id: string | null
  reason: string | null
  /** `order`, `player`, or an admin as in `audit_log`. */
  actor: string
  at: Date
}

/** What the staff does for several Steam IDs at once. */
export interface PerkBatchesTable {
  id: Generated<string>
  kind: 'compensation' | 'transfer' | 'import'
  reason: string
  actor: string
  details: Json<unknown>
  made_at: Date
  undone_at: Date | null
}

/** What follows from the ledger: a row for each Steam ID and perk that has or had something. */
export interface PerkCoverageTable {
  steam_id: string
  perk: string
  starts_at: Date
  /** Null when permanent. */
  ends_at: Date | null
  /** Whether a part of it waits for the end of a dispute. */
  is_suspended: boolean
  /** `#rrggbb`, the newest choice. */
  color: string | null
  /** The grant that runs: `order:<id>` or `grant:<id>`. */
  note: string
  /** The time of the newest entry. */
  as_of: Date
}

/** How far one adapter is with a Steam ID and perk. */
export interface PerkDeliveriesTable {
  adapter: string
  steam_id: string
  perk: string
  state: DeliveryState
  /** Since it was last queued. */
  steps: Json<readonly DeliveryStep[]>
  /** Whether we own it, since we may have put it there: what we do not own is never touched. */
  is_ours: Generated<boolean>
  /** Whether it only adds to the perk, as a role in Discord does, and somebody else delivers it. */
  is_extra: Generated<boolean>
  /** The entry there that an import took over, where the adapter has ids of entries. */
  taken_over: string | null
  reason_code: string | null
  reason_detail: string | null
  /** The first change that is not delivered yet, and the latest one. */
  queued_at: Date
  changed_at: Date
  /** When it is due again: the next try, or the end of what was delivered. */
  next_at: Date | null
  /** The run that works on it; null once it has changed again. */
  run_id: string | null
  /** Since when it is there by us, as first read back; null when it is not. */
  put_at: Date | null
}

/** What a run did. Without a Steam ID it is about the adapter. */
export interface PerkAttemptsTable {
  id: Generated<number>
  adapter: string
  run_id: string
  steam_id: string | null
  perk: string | null
  what: 'put' | 'remove' | 'run'
  /** Null when it succeeded. */
  code: string | null
  answer: string
  at: Date
}

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

export interface PerkAdaptersTable {
  name: string
  /** Fingerprint of where it writes. */
  target: string
  /** When the owner switched it on; null while it only reads. */
  enabled_at: Date | null
  state: 'ready' | 'retrying' | 'needs_owner'
  reason_code: string | null
  reason_detail: string | null
  /** Since when no run has succeeded. */
  failing_since: Date | null
  last_run_at: Date | null
  next_run_at: Date | null
  /** The run that may write, and until when nobody else may. */
  lease_id: string | null
  lease_until: Date | null
  /** What is kept of an adapter as long as it writes to the same place. */
  remembered: Json<Remembered>
  dry_run: Json<DryRun> | null
  /** What the latest run read back. */
  proof: Json<unknown> | null
  /** The texts of a file that was being written over, and may be cut. */
  unfinished: Json<{ readonly before: string; readonly after: string }> | null
  /** An earlier text that the owner puts back. */
  put_back: string | null
}

/** A file as it was before we changed it. */
export interface PerkFileVersionsTable {
  id: Generated<string>
  adapter: string
  sha256: string
  content: string
  /** The Steam IDs in it that we had put there. */
  ours: Json<readonly string[]>
  replaced_at: Date
}

/** Who wants to be reminded by Discord, until Discord refuses. */
export interface PerkReminderChoicesTable {
  user_id: string
  /** Of the messages: the page's, on which they were chosen. */
  language: Generated<string>
  chosen_at: Date
  stopped_at: Date | null
  stop_reason: string | null
}

export interface PerkRemindersSentTable {
  steam_id: string
  perk: string
  ends_at: Date
  kind: 'week_before' | 'day_before' | 'ended'
  sent_at: Date
}

/** What the game server is to do, which it fetches from us. */
export interface LbRequestsTable {
  id: Generated<number>
  body: string
  created_at: Date
  sent_at: Date | null
  /** The number and port by which the game fetched it; once it is answered, those of the answer. */
  poll_id: number | null
  poll_port: number | null
  answered_at: Date | null
  answer: string | null
}

export interface LbPollsTable {
  only_row: Generated<boolean>
  last_at: Date | null
}

/** CFTools' ids of players, which never change. */
export interface CftoolsPlayersTable {
  steam_id: string
  cftools_id: string
}

/** The roles in Discord that we may have given and not taken yet: all others are unmanaged. */
export interface DiscordRolesGivenTable {
  guild_id: string
  discord_id: string
  role_id: string
}

/** The ids of the priority queue that a script on the game's machine fetches from us. */
export interface PriorityPullsTable {
  only_row: Generated<boolean>
  /** What it gets next. */
  offered: Generated<string[]>
  /** When the owner switched on the delivery that offers it; once it is off or elsewhere, nothing is. */
  offered_since: Date | null
  /** What it has got last, and when. */
  fetched: Generated<string[]>
  fetched_at: Date | null
}
