import { m } from '#web/i18n/paraglide/messages.js'
import { useSession } from '#web/session.ts'
import { finishListing } from '#web/team/finish-listing.ts'
import { useHabits } from '#web/team/habits.ts'
import { draftOf, isSameListing } from '#web/team/listing-draft.ts'
import { changeListing, makeListing } from '#web/team/own-listings.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { ChangedElsewhere, DeletedElsewhere } from './elsewhere-notices.tsx'
import { EditNotices } from './edit-notices.tsx'
import { ListingForm } from './listing-form.tsx'
import { tellOutcome } from './tell-outcome.ts'
import { useElsewhereChange } from './use-elsewhere-change.ts'
import { useLeaveForList } from './use-leave-for-list.ts'
import { useListingForm } from './use-listing-form.ts'

interface EditListingProps {
  readonly listing: ShownListing
  /** It was deleted elsewhere since the form was opened. */
  readonly isGone: boolean
}

/** The form with a listing in it; it follows changes made elsewhere, and never over what was typed. */
export function EditListing({ listing, isGone }: EditListingProps) {
  const { user } = useSession()
  const habits = useHabits()
  const leave = useLeaveForList()
  const form = useListingForm({
    formKey: listing.id,
    isKnown: true,
    start: draftOf(listing),
    startRevision: listing.revision,
    knownName: '',
    save: async (fields, { basis, basisRevision }) => {
      const isBasisCurrent = isSameListing(basis, draftOf(listing))
      const revision = isBasisCurrent ? listing.revision : basisRevision
      const outcome = await (isGone
        ? makeListing(fields)
        : changeListing(listing.id, fields, revision))
      tellOutcome(outcome, isGone ? 'made' : 'changed')
      if (outcome.kind === 'refused') {
        // That it is gone, and what to do now, is said as soon as it is.
        return outcome.problem.code === 'listing_not_found' ? null : outcome.problem
      }
      // The newer one is in the form's reach now, and what was typed stays beside it.
      if (outcome.kind === 'overtaken') return null
      finishListing(listing.id, fields, habits)
      leave()
      return null
    },
  })
  const elsewhere = useElsewhereChange(form, listing)

  return (
    <div className="grid content-start gap-6">
      <EditNotices listing={listing} isGone={isGone} />
      <ListingForm
        form={form}
        isKnown
        submitLabel={isGone ? m.team_form_post_anew() : m.team_form_update()}
        accountName={user?.discordUsername ?? null}
      >
        {isGone ? <DeletedElsewhere /> : <ChangedElsewhere elsewhere={elsewhere} />}
      </ListingForm>
    </div>
  )
}
