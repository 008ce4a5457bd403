import type { TeamListingReport } from '#contract/admin-team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { reportReasonLabels } from '#web/team/report-listing.ts'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'

/** What readers say of a listing, the newest first. */
export function Reports({ reports }: { readonly reports: readonly TeamListingReport[] }) {
  if (reports.length === 0) {
    return <p className="text-sm text-muted">{m.admin_team_reports_none()}</p>
  }
  return (
    <div className="border-l-4 border-amber bg-amber-deep p-4">
      <p className="font-display font-semibold text-amber">
        {m.admin_team_reports({ count: reports.length })}
      </p>
      {/* Many reports say the same: they must not hide what can be done. */}
      <ul
        // A list that scrolls has to be reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={m.admin_team_reports({ count: reports.length })}
        className="mt-2 grid max-h-60 gap-2 overflow-y-auto"
      >
        {reports.map((report) => (
          <li key={`${report.reportedAt} ${report.reason} ${report.note}`}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{reportReasonLabels[report.reason]()}</span>
              <span className="text-sm text-muted">
                <Moment iso={report.reportedAt} />
              </span>
            </p>
            {report.note !== '' && (
              <p
                dir="auto"
                className="overflow-x-clip wrap-anywhere whitespace-pre-line text-muted"
              >
                {report.note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
