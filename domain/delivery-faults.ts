/** Why perks could not be delivered: `retry` passes by itself, `needs_owner` does not. */
export const outcomeByFault = {
  unreachable: 'retry',
  interrupted: 'retry',
  limited: 'retry',
  changed_meanwhile: 'retry',
  upload_incomplete: 'retry',
  read_back_differs: 'retry',
  password_refused: 'needs_owner',
  ssh_key_refused: 'needs_owner',
  login_unsupported: 'needs_owner',
  host_key_changed: 'needs_owner',
  certificate_unknown: 'needs_owner',
  folder_missing: 'needs_owner',
  not_allowed: 'needs_owner',
  disk_full: 'needs_owner',
  file_unreadable: 'needs_owner',
  is_a_folder: 'needs_owner',
  managed_by_others: 'needs_owner',
  unexpected_answer: 'needs_owner',
  not_polling_yet: 'retry',
  not_polling: 'needs_owner',
  not_fetched_yet: 'retry',
  not_fetched: 'needs_owner',
  mod_missing: 'needs_owner',
  change_refused: 'needs_owner',
  version_unknown: 'needs_owner',
  key_refused: 'needs_owner',
  server_not_found: 'needs_owner',
  not_granted: 'needs_owner',
  bucket_missing: 'needs_owner',
  entry_in_the_way: 'needs_owner',
  permission_missing: 'needs_owner',
  members_not_listed: 'needs_owner',
  role_missing: 'needs_owner',
  role_unsafe: 'needs_owner',
  role_above_bot: 'needs_owner',
  not_recorded: 'needs_owner',
} as const satisfies Readonly<Record<string, 'retry' | 'needs_owner'>>

export type DeliveryFaultCode = keyof typeof outcomeByFault

/** The codes of faults that pass only once the staff has acted. */
export const ownerFaultCodes: readonly string[] = Object.entries(outcomeByFault).flatMap(
  ([code, outcome]) => (outcome === 'needs_owner' ? [code] : []),
)
