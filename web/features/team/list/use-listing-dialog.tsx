import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import { toast } from '#web/app/toasts.ts'
import { focusHeadingIfLost } from '#web/features/team/save-outcome.tsx'
import type { DialogKind, ListingDialogProps } from './listing-dialog.tsx'

export type OpenDialog = (kind: DialogKind, listing: ShownListing) => void

/** The dialog about a listing, and a function that opens it. It stays open if the listing leaves the list. */
export function useListingDialog(): readonly [dialog: ReactNode, open: OpenDialog] {
  const [shown, setShown] = useState<{ kind: DialogKind; listing: ShownListing } | null>(null)
  const [Dialog, setDialog] = useState<ComponentType<ListingDialogProps> | null>(null)

  // Loaded in advance, so that it opens without a network too.
  useEffect(() => {
    // The failure is shown when the dialog is opened.
    loadDialog(setDialog).catch(() => undefined)
  }, [])

  const open: OpenDialog = (kind, listing) => {
    setShown({ kind, listing })
    loadDialog(setDialog).catch(() => {
      setShown(null)
      toast({
        title: m.team_list_dialog_failed(),
        description: m.team_list_dialog_failed_text(),
        tone: 'destructive',
      })
    })
  }

  if (shown === null || Dialog === null) return [null, open]
  const { kind, listing } = shown
  const dialog = (
    <Dialog
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

async function loadDialog(
  show: (load: () => ComponentType<ListingDialogProps>) => void,
): Promise<void> {
  const { ListingDialog } = await import('./listing-dialog.tsx')
  show(() => ListingDialog)
}
