import { useRef, useState } from 'react'
import { previewOf } from '#domain/team.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { useOnline } from '#web/app/subscriptions.ts'
import { useCopying } from '#web/app/use-copying.ts'
import { Icon } from '#web/art/icon.tsx'
import { removeDraft } from '#web/features/team/form/listing-draft.ts'
import { problemText, toastOutcome } from '#web/features/team/save-outcome.tsx'
import { deleteListing } from '#web/features/team/store/own-listings.ts'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberedSteps } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  CommonGroundLine,
  ListingFacts,
  ListingTags,
  TypeBadge,
  VerifiedMarks,
} from './listing-facts.tsx'
import { Mark } from './marks.tsx'
import { ReportDialog } from './report-dialog.tsx'

export type DialogKind = 'contact' | 'report' | 'delete'

export interface ListingDialogProps {
  readonly kind: DialogKind
  readonly listing: ShownListing
  readonly onClose: () => void
  readonly onReport: () => void
}

/** A dialog about a listing. In its own module, because the page shows without it. */
export function ListingDialog({ kind, listing, onClose, onReport }: ListingDialogProps) {
  if (kind === 'delete') return <DeleteListingDialog listing={listing} onClose={onClose} />
  if (kind === 'report') return <ReportDialog listingId={listing.id} onClose={onClose} />
  return <ContactDialog listing={listing} onClose={onClose} onReport={onReport} />
}

interface ContactDialogProps {
  readonly listing: ShownListing
  readonly onClose: () => void
  readonly onReport: () => void
}

/** A whole listing, and how to contact its author. */
function ContactDialog({ listing, onClose, onReport }: ContactDialogProps) {
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
        <CommonGroundLine listing={listing} />
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

/** The Discord name for contact, with a button that copies it. */
function CopyName({ name }: { readonly name: string }) {
  const { isConfirmed, copy } = useCopying({
    copied: m.team_list_copied,
    failed: m.team_list_copy_failed,
  })

  return (
    <div className="flex flex-wrap items-center gap-3 overflow-clip border border-line bg-ground p-3 pl-4">
      <span className="min-w-[min(100%,8rem)] flex-1">
        <span className="block text-xs text-muted">{m.team_list_discord_name()}</span>
        <bdi className="font-display text-lg font-semibold break-all select-all">{name}</bdi>
      </span>
      <Button
        onClick={() => copy(name)}
        icon={isConfirmed ? <Icon name="check" className="size-5" /> : <Mark name="copy" />}
      >
        {m.team_list_copy()}
      </Button>
    </div>
  )
}

interface DeleteListingDialogProps {
  readonly listing: ShownListing
  readonly onClose: () => void
}

/** Asks for confirmation before one of the visitor's own listings is deleted for ever. */
function DeleteListingDialog({ listing, onClose }: DeleteListingDialogProps) {
  const isOnline = useOnline()
  const sending = useRef(false)
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)

  async function deleteNow() {
    if (sending.current) return
    sending.current = true
    setIsPending(true)
    setProblem(null)
    const outcome = await deleteListing(listing.id)
    sending.current = false
    setIsPending(false)
    toastOutcome(outcome, 'deleted')
    if (outcome.kind === 'refused') {
      setProblem(outcome.problem)
      return
    }
    if (outcome.kind !== 'overtaken') removeDraft(listing.id)
    onClose()
  }

  return (
    <Dialog
      title={m.team_form_delete_question()}
      closeLabel={m.team_form_cancel()}
      onClose={() => {
        if (!isPending) onClose()
      }}
    >
      <blockquote
        dir="auto"
        className="overflow-x-clip border-l-2 border-line-strong pl-4 wrap-anywhere"
      >
        {previewOf(listing.description)}
      </blockquote>
      <p className="mt-4 text-muted">
        {m.team_form_delete_text()} {!isOnline && m.team_form_delete_offline()}
      </p>
      {problem && (
        <Notice live tone="error" title={m.team_form_not_deleted()} className="mt-5">
          {problemText(problem.code)}
        </Notice>
      )}
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button
          tone="quiet"
          onClick={() => {
            if (!isPending) onClose()
          }}
        >
          {m.team_form_cancel()}
        </Button>
        <Button
          pending={isPending}
          pendingLabel={m.team_form_deleting()}
          onClick={() => void deleteNow()}
        >
          {m.team_form_delete()}
        </Button>
      </div>
    </Dialog>
  )
}
