import { useId } from 'react'
import { previewOf } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CommonGround } from './common-ground.tsx'
import { ListingFacts, ListingTags } from './listing-facts.tsx'
import { ListingTime } from './listing-time.tsx'
import type { OpenDialog } from './use-listing-dialog.tsx'
import { OwnActions } from './own-actions.tsx'
import { TypeBadge } from './type-badge.tsx'
import { VerifiedMarks } from './verified-marks.tsx'

interface ListingCardProps {
  readonly listing: ShownListing
  readonly onOpen: OpenDialog
}

/** A listing in the grid; its maker can change it here. */
export function ListingCard({ listing, onOpen }: ListingCardProps) {
  const { discordUsername, isOwn } = listing
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      className={`cut cut-size-20 flex h-full flex-col gap-4 overflow-hidden p-5 ${isOwn ? 'cut-line-crystal' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm text-muted">
        <TypeBadge type={listing.type} />
        <ListingTime time={listing.createdAt} />
      </div>
      <div>
        <h3
          id={headingId}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xl"
        >
          <bdi className="min-w-0 wrap-anywhere">{discordUsername}</bdi>{' '}
          {isOwn && <Badge>{m.team_list_yours()}</Badge>}
        </h3>
        <VerifiedMarks verified={listing.verified} />
        <p dir="auto" className="mt-2 wrap-anywhere">
          {previewOf(listing.description)}
        </p>
      </div>
      <ListingFacts listing={listing} />
      <ListingTags listing={listing} />
      <CommonGround listing={listing} />
      <div className="mt-auto flex gap-2">
        <Button
          tone="secondary"
          className="flex-1"
          aria-label={m.team_list_contact_name({ name: discordUsername })}
          onClick={() => onOpen('contact', listing)}
        >
          {m.team_list_contact()}
        </Button>
        {isOwn && <OwnActions listing={listing} onOpen={onOpen} />}
      </div>
    </article>
  )
}
