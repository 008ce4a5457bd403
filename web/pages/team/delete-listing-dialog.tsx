import { useRef, useState } from 'react'
import { previewOf } from '#domain/team-listings.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { useOnline } from '#web/components/use-online.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { forgetDraft } from '#web/team/kept-draft.ts'
import { deleteListing } from '#web/team/own-listings.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { problemText } from './save-problem.tsx'
import { tellOutcome } from './tell-outcome.ts'

interface DeleteListingDialogProps {
  readonly listing: ShownListing
  readonly onClose: () => void
}

/** Asks once more before one of the visitor's own listings goes for good. */
export function DeleteListingDialog({ listing, onClose }: DeleteListingDialogProps) {
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
    tellOutcome(outcome, 'deleted')
    if (outcome.kind === 'refused') {
      setProblem(outcome.problem)
      return
    }
    if (outcome.kind !== 'overtaken') forgetDraft(listing.id)
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
