import { useRef, useState, type FormEvent } from 'react'
import type { AdminTeamListing } from '#contract/admin-team-listings.ts'
import { previewOf } from '#domain/team-listings.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { teamApi } from '#web/admin/team-api.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** As the server takes it. */
const maxReasonLength = 300

interface RemoveDialogProps {
  readonly listing: AdminTeamListing
  readonly onClose: () => void
  readonly onRemoved: (listing: AdminTeamListing) => void
}

/** Asks for the reason before a listing goes: its maker reads it. */
export function RemoveDialog({ listing, onClose, onRemoved }: RemoveDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  async function remove(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(null)
    if (reason.trim() === '') {
      setIsMissing(true)
      field.current?.focus()
      return
    }
    setIsPending(true)
    try {
      const removed = await teamApi.moderate(listing.id, { removed: true, reason: reason.trim() })
      toast({ title: m.admin_team_removed_toast(), tone: 'success' })
      onRemoved(removed)
    } catch (problem) {
      setFailure(failureText(problem))
      setIsPending(false)
    }
  }

  function close() {
    if (!isPending) onClose()
  }

  return (
    <Dialog title={m.admin_team_remove_title()} closeLabel={m.admin_cancel()} onClose={close}>
      <blockquote className="overflow-x-clip border-l-4 border-line-strong pl-4 wrap-anywhere">
        <bdi className="block font-semibold">{listing.discordUsername}</bdi>
        <bdi className="block text-muted">{previewOf(listing.description)}</bdi>
      </blockquote>
      <p className="mt-4 text-muted">{m.admin_team_remove_text()}</p>
      <form noValidate onSubmit={(event) => void remove(event)} className="mt-5">
        <div aria-live="polite">
          <TextArea
            ref={field}
            required
            label={m.admin_team_remove_reason()}
            hint={m.admin_team_remove_reason_hint()}
            error={isMissing && m.admin_team_remove_reason_missing()}
            maxLength={maxReasonLength}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setIsMissing(false)
            }}
          />
        </div>
        {failure !== null && (
          <Notice live tone="error" title={m.admin_team_remove_failed()} className="mt-5">
            {failure}
          </Notice>
        )}
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Button tone="quiet" onClick={close}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" pending={isPending} pendingLabel={m.admin_team_removing()}>
            {m.admin_team_remove()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
