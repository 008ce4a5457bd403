import { previewOf } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { useOwnListings } from '#web/team/use-own-listings.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { OpenDialog } from './use-listing-dialog.tsx'
import { OwnActions } from './own-actions.tsx'
import { OwnState } from './own-state.tsx'
import { RenewButton } from './renew-button.tsx'
import { TypeBadge } from './type-badge.tsx'

/** The visitor's own listings, also those that nobody else sees (any more). */
export function OwnListingsPanel({ onOpen }: { readonly onOpen: OpenDialog }) {
  const { listings } = useOwnListings()
  if (listings.length === 0) return null
  return (
    <Panel title={m.team_list_own()} tone="crystal" className="mb-10">
      <ul aria-label={m.team_list_own()} className="-mt-2 divide-y divide-line">
        {listings.map((listing) => (
          <li
            key={listing.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 last:pb-0"
          >
            <OwnListing listing={listing} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface OwnListingProps {
  readonly listing: ShownListing
  readonly onOpen: OpenDialog
}

function OwnListing({ listing, onOpen }: OwnListingProps) {
  const canRenew = listing.state !== 'removed' && listing.sending === 'sent'
  return (
    <>
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TypeBadge type={listing.type} />
          <span dir="auto" className="min-w-0 overflow-x-clip wrap-anywhere">
            {previewOf(listing.description)}
          </span>
        </div>
        <OwnState listing={listing} />
      </div>
      <div className="flex flex-wrap gap-2">
        <RenewButton listing={listing} isOffered={canRenew} />
        <OwnActions listing={listing} onOpen={onOpen} />
      </div>
    </>
  )
}
