import {
  adminTeamListing,
  type AdminTeamListing,
  type ModerateTeamListingRequest,
} from '#contract/team.ts'
import { useRef, useState } from 'react'
import { previewOf } from '#domain/team.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { FormDialog } from '#web/features/staff/admin-form-dialog.tsx'
import { adminRequest, useAdminAccess } from '#web/features/staff/admin-session.ts'
import { failureText } from '#web/features/staff/admin-texts.ts'
import { useAdminAction } from '#web/features/staff/use-admin-data.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'

interface ListingActionsProps {
  readonly listing: AdminTeamListing
  readonly onChange: (listing: AdminTeamListing) => Promise<void>
}

/** Removing and restoring share one button, so that it keeps its focus. */
export function ListingActions({ listing, onChange }: ListingActionsProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const restoring = useAdminAction(m.admin_team_change_failed)
  const dismissing = useAdminAction(m.admin_team_change_failed)
  const stateButton = useRef<HTMLButtonElement>(null)
  const isOpen = useAdminAccess().status === 'open'
  const isRemoved = listing.state === 'removed'
  const names = { name: listing.discordUsername }

  async function show(changed: AdminTeamListing, title: string) {
    await onChange(changed)
    toast({ title, tone: 'success' })
    // The button of the reports disappears with them, so the focus moves here.
    stateButton.current?.focus()
  }

  async function restore() {
    const restored = await moderate(listing, { removed: false })
    await show(restored, restoredText(restored))
  }

  async function dismissReports() {
    const path = `${listingPath(listing)}/reports`
    const dismissed = await adminRequest(path, {
      answer: adminTeamListing,
      method: 'DELETE',
    })
    await show(dismissed, reportsDoneText(dismissed))
  }

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button
        ref={stateButton}
        tone="secondary"
        pending={restoring.isPending}
        aria-label={
          isRemoved ? m.admin_team_put_back_label(names) : m.admin_team_remove_label(names)
        }
        onClick={() => {
          if (isRemoved) restoring.run(restore)
          else setIsDialogOpen(true)
        }}
      >
        {isRemoved ? m.admin_team_put_back() : m.admin_team_remove()}
      </Button>
      {listing.reports.length > 0 && (
        <Button
          tone="quiet"
          pending={dismissing.isPending}
          aria-label={m.admin_team_reports_done_label(names)}
          onClick={() => dismissing.run(dismissReports)}
        >
          {m.admin_team_reports_done()}
        </Button>
      )}
      {isDialogOpen && isOpen && (
        <RemoveDialog
          listing={listing}
          onClose={() => setIsDialogOpen(false)}
          onRemoved={async (removed) => {
            await onChange(removed)
            setIsDialogOpen(false)
          }}
        />
      )}
    </div>
  )
}

function listingPath({ id }: AdminTeamListing): string {
  return `/api/admin/team-listings/${id}`
}

function moderate(
  listing: AdminTeamListing,
  body: ModerateTeamListingRequest,
): Promise<AdminTeamListing> {
  return adminRequest(listingPath(listing), { answer: adminTeamListing, method: 'PATCH', body })
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
  readonly onRemoved: (listing: AdminTeamListing) => Promise<void>
}

/** Asks for the reason before a listing is removed; its author can read it. */
function RemoveDialog({ listing, onClose, onRemoved }: RemoveDialogProps) {
  const [reason, setReason] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({ reason: reason.trim() === '' && m.admin_team_remove_reason_missing() }),
    send: async () => {
      const removed = await moderate(listing, { removed: true, reason: reason.trim() })
      toast({ title: m.admin_team_removed_toast(), tone: 'success' })
      await onRemoved(removed)
    },
    explain: failureText,
  })
  return (
    <FormDialog
      form={form}
      title={m.admin_team_remove_title()}
      failureTitle={m.admin_team_remove_failed()}
      submit={m.admin_team_remove()}
      pending={m.admin_team_removing()}
      onClose={onClose}
    >
      <blockquote className="overflow-x-clip border-l-4 border-line-strong pl-4 wrap-anywhere">
        <bdi className="block font-semibold">{listing.discordUsername}</bdi>
        <bdi className="block text-muted">{previewOf(listing.description)}</bdi>
      </blockquote>
      <p className="mt-4 mb-5 text-muted">{m.admin_team_remove_text()}</p>
      <div aria-live="polite">
        <TextArea
          required
          name="reason"
          label={m.admin_team_remove_reason()}
          hint={m.admin_team_remove_reason_hint()}
          error={form.errors.reason}
          maxLength={maxReasonLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </FormDialog>
  )
}
