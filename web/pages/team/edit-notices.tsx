import { formatDate } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RenewButton } from './renew-button.tsx'
import { problemText } from './save-problem.tsx'

interface EditNoticesProps {
  readonly listing: ShownListing
  readonly isGone: boolean
}

/** How a listing stands, for its maker to know before he edits it. */
export function EditNotices({ listing, isGone }: EditNoticesProps) {
  const { state, sending, refusal, expiresAt } = listing
  if (isGone) return null
  return (
    <>
      {sending === 'waiting' && <Notice>{m.team_form_still_waiting()}</Notice>}
      {sending === 'refused' && refusal !== null && (
        <Notice tone="warning" title={m.team_form_not_saved()}>
          {problemText(refusal)}
        </Notice>
      )}
      {state === 'ended' && expiresAt !== null && (
        <Notice
          tone="warning"
          title={m.team_form_ended({ date: formatDate(expiresAt) })}
          action={<RenewButton listing={listing} />}
        >
          {m.team_form_ended_text()}
        </Notice>
      )}
    </>
  )
}
