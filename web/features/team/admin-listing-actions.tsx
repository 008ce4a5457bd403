import { useRef, useState, type FormEvent } from 'react'
import type { AdminTeamListing } from '#contract/admin-team.ts'
import { previewOf } from '#domain/team.ts'
import { toast } from '#web/app/toasts.ts'
import { useAdminAccess } from '#web/features/staff/admin-session.ts'
import { failureText } from '#web/features/staff/admin-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { teamApi } from './admin-team-api.ts'

interface ListingActionsProps {
  readonly listing: AdminTeamListing
  readonly onChange: (listing: AdminTeamListing) => void
}

/** Removing and restoring share one button, so that it keeps its focus. */
export function ListingActions({ listing, onChange }: ListingActionsProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [pending, setPending] = useState<'state' | 'reports' | null>(null)
  const stateButton = useRef<HTMLButtonElement>(null)
  const isOpen = useAdminAccess().status === 'open'
  const isRemoved = listing.state === 'removed'
  const names = { name: listing.discordUsername }

  async function change(
    part: 'state' | 'reports',
    call: () => Promise<AdminTeamListing>,
    describe: (listing: AdminTeamListing) => string,
  ) {
    setPending(part)
    try {
      const changed = await call()
      onChange(changed)
      toast({ title: describe(changed), tone: 'success' })
      // The button of the reports disappears with them, so the focus moves here.
      stateButton.current?.focus()
    } catch (failure) {
      toast({
        title: m.admin_team_change_failed(),
        description: failureText(failure),
        tone: 'destructive',
      })
    }
    setPending(null)
  }

  const restore = () => teamApi.moderate(listing.id, { removed: false })
  const handleReports = () => teamApi.handleReports(listing.id)

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button
        ref={stateButton}
        tone="secondary"
        pending={pending === 'state'}
        aria-label={
          isRemoved ? m.admin_team_put_back_label(names) : m.admin_team_remove_label(names)
        }
        onClick={() => {
          if (isRemoved) void change('state', restore, restoredText)
          else setIsDialogOpen(true)
        }}
      >
        {isRemoved ? m.admin_team_put_back() : m.admin_team_remove()}
      </Button>
      {listing.reports.length > 0 && (
        <Button
          tone="quiet"
          pending={pending === 'reports'}
          aria-label={m.admin_team_reports_done_label(names)}
          onClick={() => void change('reports', handleReports, reportsDoneText)}
        >
          {m.admin_team_reports_done()}
        </Button>
      )}
      {isDialogOpen && isOpen && (
        <RemoveDialog
          listing={listing}
          onClose={() => setIsDialogOpen(false)}
          onRemoved={(removed) => {
            setIsDialogOpen(false)
            onChange(removed)
          }}
        />
      )}
    </div>
  )
}

/** A listing that has expired in the meantime does not appear again. */
function restoredText({ state }: AdminTeamListing): string {
  return state === 'ended' ? m.admin_team_put_back_ended_toast() : m.admin_team_put_back_toast()
}

/** Another staff member may have been faster. */
function reportsDoneText({ state }: AdminTeamListing): string {
  return state === 'removed'
    ? m.admin_team_removed_before_toast()
    : m.admin_team_reports_done_toast()
}

/** The server's limit. */
const maxReasonLength = 300

interface RemoveDialogProps {
  readonly listing: AdminTeamListing
  readonly onClose: () => void
  readonly onRemoved: (listing: AdminTeamListing) => void
}

/** Asks for the reason before a listing is removed; its author can read it. */
function RemoveDialog({ listing, onClose, onRemoved }: RemoveDialogProps) {
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
