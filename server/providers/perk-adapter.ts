import type { DeliveryFailure } from '#domain/deliveries.ts'
import { outcomeByFault, type DeliveryFaultCode } from '#domain/delivery-faults.ts'
import type { RgbColor } from '#domain/color.ts'
import type { ImportList } from '#domain/perk-imports.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { cleanText, cutText } from '#domain/provider-text.ts'

export interface PerkKey {
  readonly steamId: SteamId64
  readonly perk: string
}

/** A perk that should be in effect where the adapter delivers. */
export interface DesiredPerk extends PerkKey {
  readonly color: RgbColor | null
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** The grant that runs: `order:<id>` or `grant:<id>`. */
  readonly note: string
  /** The linked account's id at Discord. */
  readonly discordId: string | null
}

/** A perk that we may have put there. */
interface OwnedPerk extends PerkKey {
  /** The entry there that was somebody else's before an import took it over. */
  readonly takenOver?: string | null
}

/** The desired state of one adapter. What is there and not among `owned` is unmanaged, and stays. */
export interface DesiredState {
  readonly perks: readonly DesiredPerk[]
  /** What we may have put there, desired or not. */
  readonly owned: readonly OwnedPerk[]
  /** The earlier text of the file that the owner is putting back; null to start from the current one. */
  readonly restore: string | null
}

export interface BegunChange {
  /** The text that it replaces, of adapters that write a file. */
  readonly text: string | null
  /** What we put there by it, and own from now on. What was there already stays unmanaged. */
  readonly adds: readonly PerkKey[]
}

/** A text that is written over another one in place, and may be cut off in the middle. */
export interface Overwriting {
  readonly before: string
  readonly after: string
}

/** Keeps each change before it is made, so that a crash in the middle cannot hide what was there. */
export interface ChangeJournal {
  /** What was being written over a file, if that never ended. */
  readonly unfinished: Overwriting | null
  /** When it throws, nothing may be changed: another process may be writing. */
  readonly begin: (change: BegunChange) => Promise<void>
  /** Keeps what is about to be written over a file, or, by null, that the file is whole. Throws as `begin` does. */
  readonly overwrite: (texts: Overwriting | null) => Promise<void>
}

/** What applying would change, each entry as the adapter names it. */
export interface Comparison {
  readonly outcome: 'compared'
  readonly adds: readonly string[]
  readonly keeps: readonly string[]
  readonly removes: readonly string[]
  /** There, and not put there by us; some of it may be desired as well. */
  readonly unmanaged: readonly string[]
}

/** A perk that could not be delivered, although the rest was. */
export interface DeliveryException extends PerkKey {
  readonly event: DeliveryFailure
  readonly code: string
  /** As in `AdapterFault`. */
  readonly detail: string
  /** When to try again, if that is known; the reconciler decides otherwise. */
  readonly retryAt?: Date
}

/** The actual state is the desired one now, except what `exceptions` lists. */
export interface Applied {
  readonly outcome: 'applied'
  /** When the first unmanaged entry ends that already gives a desired perk; `apply` is due again then. */
  readonly againAt?: Date
  readonly isChanged: boolean
  /** What was read back, as JSON. */
  readonly proof: Readonly<Record<string, unknown>>
  readonly exceptions: readonly DeliveryException[]
  /** What the owner should know of how it was changed. Missing when nothing was, which keeps the notes of before. */
  readonly notes?: readonly AdapterNote[]
  /**
   * The restarts around now, for a game that reads its perks only when it starts: what was added
   * after the last one takes effect at the next one.
   */
  readonly restarts?: { readonly last: Date; readonly next: Date } | null
}

/**
 * One way of delivering perks. It only makes the actual state equal to the desired one; dates are the reconciler's. Its
 * calls are stopped when they take long without `onProgress`, which a slow machine makes necessary.
 */
export interface PerkAdapter {
  readonly name: string
  /** Fingerprint of the place to which it writes. When it changes, nothing there counts as owned. */
  readonly target: string
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
  readonly serves: (perk: string) => boolean
  /** Whether it only adds to a perk that other adapters, or the staff, still have to deliver. */
  readonly isExtra?: (perk: string) => boolean
  /** Changes nothing. */
  readonly read: (
    desired: DesiredState,
    stopped: AbortSignal,
    onProgress?: () => void,
  ) => Promise<Comparison | AdapterFault>
  /**
   * Applies and reads back. May be cut off at any point and is then called again. Once `stopped`, it
   * must not write any more: another process may write then.
   */
  readonly apply: (
    desired: DesiredState,
    journal: ChangeJournal,
    stopped: AbortSignal,
    onProgress?: () => void,
  ) => Promise<Applied | AdapterFault>
  /** Whether the settings are right, with remarks for the owner. Changes nothing that the game reads. */
  readonly check: (
    stopped: AbortSignal,
    onProgress?: () => void,
  ) => Promise<CheckResult | AdapterFault>
  /** Lists all players who have a perk there, for an import; missing where that is impossible. */
  readonly list?: (stopped: AbortSignal, onProgress?: () => void) => Promise<Listing | AdapterFault>
}

export interface Listing extends ImportList {
  readonly outcome: 'listed'
}

export interface CheckResult {
  readonly outcome: 'ready'
  readonly notes: readonly AdapterNote[]
}

/** Something that the owner should know, although it stops nothing. */
export interface AdapterNote {
  readonly code:
    | 'host_key'
    | 'not_encrypted'
    | 'file_missing'
    | 'ids_found'
    | 'words_not_understood'
    | 'written_in_place'
    | 'owner_not_kept'
    | 'draft_left'
    | 'server_found'
    | 'entries_found'
    | 'role_found'
    | 'members_not_listed'
  readonly detail: string
}

/**
 * Why an adapter could not do its work. A `retry` passes by itself; a `needs_owner` does not, and the
 * staff gets a text by `code` that says what to do.
 */
export interface AdapterFault {
  readonly outcome: 'retry' | 'needs_owner'
  readonly code: DeliveryFaultCode
  /** What the other program or machine reported, for the log and the staff; without secrets. */
  readonly detail: string
  /** When the provider allows the next try, if it says so. */
  readonly retryAfterSeconds?: number
}

const maxDetailLength = 300

/** A fault, whose code decides whether it passes by itself. */
export function adapterFault(
  code: DeliveryFaultCode,
  detail: string,
  retryAfterSeconds?: number,
): AdapterFault {
  return {
    outcome: outcomeByFault[code],
    code,
    detail: cleanText(cutText(detail, maxDetailLength)),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

/** The result of an adapter's work, or the `FaultError` that it threw, without these secrets. */
export async function catchFault<Result>(
  stopped: AbortSignal,
  secrets: readonly string[],
  work: () => Promise<Result>,
): Promise<Result | AdapterFault> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const fault = stopped.aborted ? new FaultError('interrupted', error.message) : error
    return fault.withoutSecrets(secrets)
  }
}

/** Carries a fault from an adapter's inner functions to `catchFault`, and never leaves the adapter. */
export class FaultError extends Error {
  readonly code: DeliveryFaultCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: DeliveryFaultCode, detail: string, retryAfterSeconds?: number) {
    super(detail)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The fault for the adapter's result, without these secrets, which the other program may repeat. */
  withoutSecrets(secrets: readonly string[]): AdapterFault {
    const detail = secrets
      .filter((secret) => secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, '***'), this.message)
    return adapterFault(this.code, detail, this.retryAfterSeconds)
  }
}
