import { useRef, useState } from 'react'
import {
  closeReports,
  moderateListing,
  searchListings,
  type AdminTeamListing,
  type ModerateTeamListingRequest,
  type TeamListingReport,
  removalReason,
} from '#contract/team.ts'
import { previewOf } from '#domain/team.ts'
import { longestRemovalReason } from '#domain/text-limits.ts'
import {
  listingKinds,
  readTeamFilters,
  teamAddress,
  type ListingKind,
} from '#web/admin-kit/address.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { ListSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import {
  isInCard,
  useAdminAction,
  useLiveRefresh,
  usePagedList,
} from '#web/admin-kit/use-admin-data.ts'
import { CopyButton, Moment, PlayerLink } from '#web/admin-kit/values.tsx'
import { subscribeToTeamListings, subscribeToTodo } from '#web/app/events.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { textFault } from '#web/app/text-fault.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { BanPanel } from '#web/features/bans/ban-panel.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { ageText, listingTypeLabel, reportReasonLabels } from './listing-labels.ts'

const kinds: Readonly<Record<ListingKind, { label: () => string; none: () => string }>> = {
  reported: { label: m.admin_team_shown_reported, none: m.admin_team_none_reported },
  live: { label: m.admin_team_shown_live, none: m.admin_team_none_live },
  removed: { label: m.admin_team_shown_removed, none: m.admin_team_none_removed },
}

/** Players' listings: reported, online, and removed by the staff. */
export function TeamSection() {
  const [filters, change] = useAddressFilters(readTeamFilters, teamAddress)
  const list = usePagedList(searchListings, filters, ({ listings }) => listings)
  useLiveRefresh(list.refresh, subscribeToTeamListings, isInCard)
  useLiveRefresh(list.refresh, subscribeToTodo, isInCard)
  return (
    <ListSection
      title={m.admin_team()}
      lead={m.admin_team_lead()}
      list={list}
      filters={filters}
      onFilter={change}
      noFilters={{ search: '' }}
      searchHint={m.admin_team_search()}
      filterLayout="lg:grid-cols-[minmax(0,1fr)_auto]"
      moreFilters={
        <RadioFilter
          label={m.admin_team_shown()}
          values={listingKinds}
          labelOf={(kind) => kinds[kind].label()}
          value={filters.shown}
          onChange={(shown) => change({ ...filters, shown })}
        />
      }
      none={kinds[filters.shown].none()}
    >
      {(listing) => <ModeratedListing listing={listing} onChange={list.replace} />}
    </ListSection>
  )
}

interface ModeratedListingProps {
  readonly listing: AdminTeamListing
  readonly onChange: (listing: AdminTeamListing) => Promise<void>
}

export function ModeratedListing({ listing, onChange }: ModeratedListingProps) {
  return (
    <article className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="min-w-0">
        <Author listing={listing} />
        <p dir="auto" className="max-w-3xl overflow-x-clip wrap-anywhere whitespace-pre-line">
          {listing.description}
        </p>
        <Times listing={listing} />
      </div>
      <div className="min-w-0">
        {listing.removalReason === null ? (
          <Reports reports={listing.reports} />
        ) : (
          <div className="border-l-4 border-loss bg-loss-deep p-4">
            <p className="font-display font-semibold">{m.admin_team_removal_reason()}</p>
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              {listing.removalReason}
            </p>
          </div>
        )}
        <ListingActions listing={listing} onChange={onChange} />
      </div>
    </article>
  )
}

const states = {
  live: { label: m.admin_team_state_live, tone: 'crystal' },
  ended: { label: m.admin_team_state_ended, tone: 'neutral' },
  removed: { label: m.admin_team_state_removed, tone: 'loss' },
} as const

function Author({ listing }: { readonly listing: AdminTeamListing }) {
  const { type, age, discordUsername, verified, state } = listing
  const { label, tone } = states[state]
  return (
    <>
      <p className="mb-1 flex flex-wrap gap-2">
        <Badge tone={tone}>{label()}</Badge>
        <Badge>{`${type} · ${listingTypeLabel(type)}`}</Badge>
        <Badge>{ageText(age)}</Badge>
        {verified.discord && <Badge tone="crystal">{m.admin_team_verified_discord()}</Badge>}
      </p>
      <h3 className="mt-1 flex items-center text-lg">
        <bdi translate="no" className="min-w-0 overflow-x-clip wrap-anywhere">
          <PlayerLink to={{ search: discordUsername }}>{discordUsername}</PlayerLink>
        </bdi>
        <CopyButton
          text={discordUsername}
          label={m.admin_team_copy_name({ name: discordUsername })}
        />
      </h3>
    </>
  )
}

function Times({ listing }: { readonly listing: AdminTeamListing }) {
  const { createdAt, expiresAt, removedAt } = listing
  return (
    <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <span>
        {m.admin_team_made_at()} <Moment iso={createdAt} />
      </span>
      <span>
        <span>{removedAt === null ? m.admin_team_ends_at() : m.admin_team_removed_at()}</span>{' '}
        <Moment iso={removedAt ?? expiresAt} />
      </span>
      <span translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
        {listing.id}
      </span>
    </p>
  )
}

function Reports({ reports }: { readonly reports: readonly TeamListingReport[] }) {
  if (reports.length === 0) {
    return <p className="text-sm text-muted">{m.admin_team_reports_none()}</p>
  }
  return (
    <div className="border-l-4 border-amber bg-amber-deep p-4">
      <p className="font-display font-semibold text-amber">
        {m.admin_team_reports({ count: reports.length })}
      </p>
      {/* Many reports say the same, and must not push the buttons out of view. */}
      <ul
        // A list that scrolls must be focusable by keyboard.
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

/** Removing and restoring share one button, so that it keeps its focus. */
function ListingActions({ listing, onChange }: ModeratedListingProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isBanShown, setIsBanShown] = useState(false)
  const mayBan = useMayDo('bans.team')
  const restoring = useAdminAction(m.admin_team_change_failed)
  const dismissing = useAdminAction(m.admin_team_change_failed)
  const stateButton = useRef<HTMLButtonElement>(null)
  const isRemoved = listing.state === 'removed'
  const names = { name: listing.discordUsername }

  async function show(changed: AdminTeamListing, title: string) {
    await onChange(changed)
    toast({ title, tone: 'success', topic: listing.id })
    // The button of the reports disappears with them, so the focus moves here.
    if (changed.reports.length === 0) stateButton.current?.focus()
  }

  async function restore() {
    const restored = await moderate(listing, { removed: false })
    // A listing that has expired in the meantime does not appear again.
    const hasEnded = restored.state === 'ended'
    await show(
      restored,
      hasEnded ? m.admin_team_put_back_ended_toast() : m.admin_team_put_back_toast(),
    )
  }

  async function dismissReports() {
    const until = listing.reports[0]?.reportedAt
    const dismissed = await adminCall(closeReports, { params: listing, query: { until } })
    // Another staff member may have been faster, and another player may have reported it since.
    if (dismissed.state === 'removed') await show(dismissed, m.admin_team_removed_before_toast())
    else if (dismissed.reports.length > 0) await show(dismissed, m.admin_team_reports_new_toast())
    else await show(dismissed, m.admin_team_reports_done_toast())
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
      {mayBan && listing.steamIds.length > 0 && (
        <Button
          tone="quiet"
          aria-expanded={isBanShown}
          aria-label={m.ban_maker_label(names)}
          onClick={() => setIsBanShown(!isBanShown)}
        >
          {m.ban_maker()}
        </Button>
      )}
      {mayBan && listing.steamIds.length === 0 && (
        <p className="w-full text-sm text-muted">{m.ban_maker_unlinked()}</p>
      )}
      {isBanShown &&
        listing.steamIds.map((steamId) => (
          <div key={steamId} className="w-full">
            <BanPanel steamId={steamId} />
          </div>
        ))}
      {isDialogOpen && (
        <RemoveDialog
          listing={listing}
          onChange={onChange}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </div>
  )
}

function moderate(
  listing: AdminTeamListing,
  body: ModerateTeamListingRequest,
): Promise<AdminTeamListing> {
  return adminCall(moderateListing, { params: listing, body })
}

interface RemoveDialogProps extends ModeratedListingProps {
  readonly onClose: () => void
}

function RemoveDialog({ listing, onChange, onClose }: RemoveDialogProps) {
  const [reason, setReason] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({
      reason: textFault(removalReason, reason, m.admin_team_remove_reason_missing),
    }),
    send: async () => {
      const removed = await moderate(listing, { removed: true, reason: reason.trim() })
      toast({ title: m.admin_team_removed_toast(), tone: 'success', topic: listing.id })
      await onChange(removed)
      onClose()
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
      cancel={m.admin_cancel()}
      onClose={onClose}
    >
      <blockquote className="overflow-x-clip border-l-4 border-line-strong pl-4 wrap-anywhere">
        <bdi translate="no" className="block font-semibold">
          {listing.discordUsername}
        </bdi>
        <bdi translate="no" className="block text-muted">
          {previewOf(listing.description)}
        </bdi>
      </blockquote>
      <p className="mt-4 mb-5 text-muted">{m.admin_team_remove_text()}</p>
      <div aria-live="polite">
        <TextArea
          required
          name="reason"
          label={m.admin_team_remove_reason()}
          hint={m.admin_team_remove_reason_hint()}
          error={form.errors.reason}
          maxLength={longestRemovalReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </FormDialog>
  )
}
