import { useState } from 'react'
import { useLoadedDialog } from '#web/app/loaded-dialog.ts'
import { focusHeadingIfLost } from '#web/features/team/save-outcome.tsx'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import type { DialogKind } from './listing-dialog.tsx'
import type { Elements } from '#web/ui/elements.ts'

export type OpenDialog = (kind: DialogKind, listing: ShownListing) => void

/** The dialog about a listing, and a function that opens it. It stays open if the listing leaves the list. */
export function useListingDialog(): readonly [dialog: Elements, open: OpenDialog] {
  const [shown, setShown] = useState<{ kind: DialogKind; listing: ShownListing } | null>(null)
  const part = useLoadedDialog(loadDialog, shown !== null, () => setShown(null))
  const open: OpenDialog = (kind, listing) => setShown({ kind, listing })

  if (shown === null || part === null) return [null, open]
  const { kind, listing } = shown
  const dialog = (
    <part.ListingDialog
      // A new instance, which returns the focus to where the first dialog was opened.
      key={kind}
      kind={kind}
      listing={listing}
      onClose={() => {
        setShown(null)
        // The button that should get the focus may have disappeared with its listing.
        focusHeadingIfLost()
      }}
      onReport={() => setShown({ kind: 'report', listing })}
    />
  )
  return [dialog, open]
}

const loadDialog = () => import('./listing-dialog.tsx')
