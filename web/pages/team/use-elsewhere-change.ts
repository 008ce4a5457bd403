import { useEffect, useEffectEvent, useState } from 'react'
import { draftOf, isSameListing } from '#web/team/listing-draft.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import type { ListingForm } from './use-listing-form.ts'

export interface ElsewhereChange {
  /** `followed`: nothing was typed, so the form shows it. `asks`: it differs from what was typed. */
  readonly state: 'none' | 'followed' | 'asks'
  /** Puts the listing as it is now in place of what was typed. */
  readonly takeOver: () => void
  /** Goes on with what was typed, knowing what it will replace. */
  readonly keepTyped: () => void
}

/** Notices when a listing becomes another one while its form is open. */
export function useElsewhereChange(form: ListingForm, listing: ShownListing): ElsewhereChange {
  const [hasFollowed, setHasFollowed] = useState(false)
  const { kept, isSaving } = form
  const latest = draftOf(listing)
  const isChanged = !isSaving && !isSameListing(latest, kept.basis)
  const isTyped = !isSameListing(kept.draft, kept.basis)
  const asks = isChanged && isTyped && !isSameListing(latest, kept.draft)
  const follows = isChanged && !asks

  function takeOver(): void {
    form.replace({ draft: latest, basis: latest, basisRevision: listing.revision })
  }

  if (follows && !isTyped && !hasFollowed) setHasFollowed(true)

  const follow = useEffectEvent(takeOver)

  useEffect(() => {
    if (follows) follow()
  }, [follows])

  return {
    state: asks ? 'asks' : hasFollowed ? 'followed' : 'none',
    takeOver,
    keepTyped: () =>
      form.replace({ draft: kept.draft, basis: latest, basisRevision: listing.revision }),
  }
}
