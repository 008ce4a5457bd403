import type { RgbColor } from '#domain/color.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'

/** A perk that should be outside. */
export interface WantedPerk {
  readonly steamId: SteamId64
  readonly perk: string
  readonly color: RgbColor | null
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** The grant that runs: `order:<id>` or `grant:<id>`. */
  readonly note: string
  /** The linked account's id at Discord. */
  readonly discordId: string | null
}

/** A perk that we may have put outside, wanted or not. */
export interface ManagedPerk {
  readonly steamId: SteamId64
  readonly perk: string
  /** The account at Discord that it was put on. */
  readonly discordId: string | null
}

/** All that should be outside. Whatever is there and not among `managed` is foreign, and stays. */
export interface Wanted {
  readonly perks: readonly WantedPerk[]
  readonly managed: readonly ManagedPerk[]
}

/** What applying would change. */
export interface Comparison {
  readonly outcome: 'compared'
  readonly adds: readonly SteamId64[]
  readonly keeps: readonly SteamId64[]
  readonly removes: readonly SteamId64[]
  /** The entries of others, as they call them. */
  readonly foreign: readonly string[]
}

/** A perk that could not be delivered, although the rest was. */
export interface DeliveryException {
  readonly steamId: SteamId64
  readonly perk: string
  readonly state: 'waiting_first_join' | 'waiting_restart' | 'needs_owner' | 'retrying'
  readonly code: string
  /** As in `AdapterFault`. */
  readonly detail: string
  /** When to try again, if that is known; the reconciler decides otherwise. */
  readonly retryAt?: Date
}

/** Outside is now what was wanted, but for the exceptions. */
export interface Applied {
  readonly outcome: 'applied'
  readonly isChanged: boolean
  /** What was read back, as JSON. */
  readonly proof: Readonly<Record<string, unknown>>
  readonly exceptions: readonly DeliveryException[]
  /** The text before the change, of adapters that write a file. */
  readonly previousText?: string
}

/** One way of delivering perks. It only makes the outside equal to what is wanted; dates are ours. */
export interface PerkAdapter {
  readonly name: string
  /** Fingerprint of where it writes. With another one it starts anew: nothing there is ours. */
  readonly target: string
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
  readonly serves: (perk: string) => boolean
  /** Changes nothing. */
  readonly read: (wanted: Wanted, stopped: AbortSignal) => Promise<Comparison | AdapterFault>
  /**
   * Applies and reads back. May be cut off at any point and is then called again. Once `stopped`, it
   * must not write any more: another process may write then.
   */
  readonly apply: (wanted: Wanted, stopped: AbortSignal) => Promise<Applied | AdapterFault>
  /** Whether the settings are right, with remarks for the owner. Changes nothing. */
  readonly check: (
    stopped: AbortSignal,
  ) => Promise<{ readonly outcome: 'ready'; readonly notes: readonly string[] } | AdapterFault>
}

/**
 * Why an adapter could not do its work. `retry` passes by itself, `needs_owner` does not: the staff
 * read what to do in a text by this code.
 */
export interface AdapterFault {
  readonly outcome: 'retry' | 'needs_owner'
  readonly code: AdapterFaultCode
  /** For the log and the staff, in the words of the other side; without secrets. */
  readonly detail: string
  /** When the provider allows the next try, if it says so. */
  readonly retryAfterSeconds?: number
}

export type AdapterFaultCode =
  | 'unreachable'
  | 'interrupted'
  | 'limited'
  | 'changed_meanwhile'
  | 'read_back_differs'
  | 'password_refused'
  | 'key_changed'
  | 'certificate_unknown'
  | 'folder_missing'
  | 'not_allowed'
  | 'disk_full'
  | 'upload_incomplete'
  | 'unexpected_answer'

const passing = new Set<AdapterFaultCode>([
  'unreachable',
  'interrupted',
  'limited',
  'changed_meanwhile',
  'read_back_differs',
])

/** A fault, whose code decides whether it passes by itself. */
export function adapterFault(code: AdapterFaultCode, detail: string): AdapterFault {
  return {
    outcome: passing.has(code) ? 'retry' : 'needs_owner',
    code,
    detail: detail.slice(0, 300),
  }
}

/** Carries a fault out of a library's callbacks; nobody outside an adapter sees it. */
export class FaultError extends Error {
  readonly fault: AdapterFault

  constructor(code: AdapterFaultCode, detail: string) {
    super(detail)
    this.fault = adapterFault(code, detail)
  }
}
