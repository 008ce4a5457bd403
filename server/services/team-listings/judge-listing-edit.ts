import type { Selectable } from 'kysely'
import { resolveConflict } from '#domain/team.ts'
import type { TeamListingsTable } from '#server/db/team-tables.ts'
import { Refusal } from '#server/services/refusal.ts'

/** What an edit or a deletion says of how it was made. */
export interface EditBasis {
  readonly revision?: number | undefined
  readonly editedSecondsAgo?: number | undefined
}

/** When an edit counts as made, and whether it replaces an unseen one. Refuses with `listing_changed`. */
export function judgeListingEdit(
  listing: Pick<Selectable<TeamListingsTable>, 'edited_at' | 'edited_revision'>,
  { revision, editedSecondsAgo = 0 }: EditBasis,
  now: Date,
) {
  const verdict = resolveConflict(
    { revision: listing.edited_revision, at: listing.edited_at },
    { seenRevision: revision ?? null, secondsAgo: editedSecondsAgo },
    now,
  )
  if (!verdict.applies) throw new Refusal('listing_changed')
  return verdict
}
