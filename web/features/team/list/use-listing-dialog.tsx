import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import { toast } from '#web/app/toasts.ts'
import { focusHeadingIfLost } from '#web/features/team/save-outcome.tsx'
import type { DialogKind, ListingDialogProps } from './listing-dialog.tsx'

export type OpenDialog = (kind: DialogKind, listing: ShownListing) => void

/** The dialog about a listing, which stays when the listing leaves the list meanwhile, and what opens it. */
export function useListingDialog(): readonly [dialog: ReactNode, open: OpenDialog] {
  const [shown, setShown] = useState<{ kind: DialogKind; listing: ShownListing } | null>(null)
  const [Dialog, setDialog] = useState<ComponentType<ListingDialogProps> | null>(null)

  // At once, so that it is there when it is asked for, also when the network is gone by then.
  useEffect(() => {
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      // Said when it is asked for.
      () => undefined,
    )
  }, [])

  const open: OpenDialog = (kind, listing) => {
    setShown({ kind, listing })
    if (Dialog !== null) return
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => {
        setShown(null)
        toast({
          title: m.team_list_dialog_failed(),
          description: m.team_list_dialog_failed_text(),
          tone: 'destructive',
        })
      },
    )
  }

  if (shown === null || Dialog === null) return [null, open]
  const { kind, listing } = shown
  const dialog = (
    <Dialog
      // Another one gives the focus back to where the first was opened.
      key={kind}
      kind={kind}
      listing={listing}
      onClose={() => {
        setShown(null)
        // The button to which the focus goes back may have gone with its listing.
        focusHeadingIfLost()
      }}
      onReport={() => setShown({ kind: 'report', listing })}
    />
  )
  return [dialog, open]
}

async function loadDialog(): Promise<ComponentType<ListingDialogProps>> {
  return (await import('./listing-dialog.tsx')).ListingDialog
}
