import { formatDateTime } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { CommonGround } from './common-ground.tsx'
import { CopyName } from './copy-name.tsx'
import { ListingFacts, ListingTags } from './listing-facts.tsx'
import { Mark } from './marks.tsx'
import { TypeBadge } from './type-badge.tsx'
import { VerifiedMarks } from './verified-marks.tsx'

interface ContactDialogProps {
  readonly listing: ShownListing
  readonly onClose: () => void
  readonly onReport: () => void
}

/** A whole listing, and how to reach who made it. */
export function ContactDialog({ listing, onClose, onReport }: ContactDialogProps) {
  const { discordUsername, description } = listing
  return (
    <Dialog onClose={onClose} closeLabel={m.team_list_close()} title={m.team_list_contact()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CopyName name={discordUsername} />
        <VerifiedMarks verified={listing.verified} />
        <div>
          <TypeBadge type={listing.type} />
          <p dir="auto" className="mt-3 overflow-x-clip text-lg wrap-anywhere whitespace-pre-line">
            {description}
          </p>
        </div>
        <ListingFacts listing={listing} />
        <ListingTags listing={listing} />
        <CommonGround listing={listing} />
        <section
          aria-labelledby="team-how-to"
          className="border-t border-line pt-5 [dl+&]:border-t-0 [dl+&]:pt-0"
        >
          <h3 id="team-how-to" className="mb-4 text-lg">
            {m.team_list_how_title()}
          </h3>
          <NumberedSteps
            steps={[m.team_list_how_copy(), m.team_list_how_add(), m.team_list_how_write()]}
          />
        </section>
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3 text-sm text-muted">
          <span>{m.team_list_made_at({ time: formatDateTime(listing.createdAt) })}</span>
          {!listing.isOwn && (
            <button
              type="button"
              onClick={onReport}
              className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4 hover:text-ink"
            >
              <Mark name="flag" className="size-4.5" />
              {m.team_list_report()}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
