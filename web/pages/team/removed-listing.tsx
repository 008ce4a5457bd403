import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** In place of the form of a listing that the staff took off the list. */
export function RemovedListing({ reason }: { readonly reason: string | null }) {
  return (
    <Notice
      tone="error"
      className="self-start"
      title={m.team_form_removed_title()}
      action={
        <Link href={paths.team()} className={buttonClass({ tone: 'secondary' })}>
          {m.team_form_back_to_list()}
        </Link>
      }
    >
      {reason !== null && (
        <p dir="auto" className="mb-2 wrap-anywhere whitespace-pre-line text-ink">
          {reason}
        </p>
      )}
      <p>{m.team_form_removed()}</p>
    </Notice>
  )
}
