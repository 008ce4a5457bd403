import type { ReportReason } from '#domain/team.ts'
import { requestJson } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The labels of the reasons for a report. */
export const reportReasonLabels: Readonly<Record<ReportReason, () => string>> = {
  spam: m.team_report_reason_spam,
  insult: m.team_report_reason_insult,
  fraud: m.team_report_reason_fraud,
  minor_at_risk: m.team_report_reason_minor_at_risk,
  other: m.team_report_reason_other,
}

interface ListingReport {
  readonly reason: ReportReason
  /** Empty if there is nothing to add. */
  readonly note: string
}

/**
 * Reports a listing to the staff. A repeated report from the same network counts only if the
 * listing was edited since. @throws {ApiProblem}
 */
export async function reportListing(listingId: string, report: ListingReport): Promise<void> {
  await requestJson(`/api/team-listings/${encodeURIComponent(listingId)}/reports`, { body: report })
}
