import { useRef, useState } from 'react'
import type { AdminTeamListing } from '#contract/admin-team-listings.ts'
import { useAdminAccess } from '#web/admin/admin-session.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { teamApi } from '#web/admin/team-api.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

interface ListingActionsProps {
  readonly listing: AdminTeamListing
  readonly onChange: (listing: AdminTeamListing) => void
}

/** Removing and putting back share one button, so that it keeps its focus. */
export function ListingActions({ listing, onChange }: ListingActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [pending, setPending] = useState<'state' | 'reports' | null>(null)
  const stateButton = useRef<HTMLButtonElement>(null)
  const isOpen = useAdminAccess().status === 'open'
  const isRemoved = listing.state === 'removed'
  const names = { name: listing.discordUsername }

  async function change(
    part: 'state' | 'reports',
    call: () => Promise<AdminTeamListing>,
    told: (listing: AdminTeamListing) => string,
  ) {
    setPending(part)
    try {
      const changed = await call()
      onChange(changed)
      toast({ title: told(changed), tone: 'success' })
      // With the reports their button goes.
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

  const putBack = () => teamApi.moderate(listing.id, { removed: false })
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
          if (isRemoved) void change('state', putBack, putBackText)
          else setIsAsking(true)
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
      {isAsking && isOpen && (
        <RemoveDialog
          listing={listing}
          onClose={() => setIsAsking(false)}
          onRemoved={(removed) => {
            setIsAsking(false)
            onChange(removed)
          }}
        />
      )}
    </div>
  )
}

/** One whose time ran out meanwhile is not shown again. */
function putBackText({ state }: AdminTeamListing): string {
  return state === 'ended' ? m.admin_team_put_back_ended_toast() : m.admin_team_put_back_toast()
}

/** Somebody else of the staff may have been quicker. */
function reportsDoneText({ state }: AdminTeamListing): string {
  return state === 'removed'
    ? m.admin_team_removed_before_toast()
    : m.admin_team_reports_done_toast()
}
