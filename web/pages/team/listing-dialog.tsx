import type { ShownListing } from '#web/team/shown-listing.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { DeleteListingDialog } from './delete-listing-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

export type DialogKind = 'contact' | 'report' | 'delete'

export interface ListingDialogProps {
  readonly kind: DialogKind
  readonly listing: ShownListing
  readonly onClose: () => void
  readonly onReport: () => void
}

/** A dialog about a listing. Kept apart from the page, which shows without it. */
export function ListingDialog({ kind, listing, onClose, onReport }: ListingDialogProps) {
  if (kind === 'delete') return <DeleteListingDialog listing={listing} onClose={onClose} />
  if (kind === 'report') return <ReportDialog listingId={listing.id} onClose={onClose} />
  return <ContactDialog listing={listing} onClose={onClose} onReport={onReport} />
}
