import type { ReactNode } from 'react'
import { previewOf } from '#domain/team.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import { banText } from '#web/app/ban-text.ts'
import { Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { Icon } from '#web/art/icon.tsx'
import { RenewButton } from '#web/features/team/save-outcome.tsx'
import { useOwnListings, type ShownListing } from '#web/features/team/store/shown-listings.ts'
import { formatDate } from '#web/i18n/format-time.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { TypeBadge } from './listing-facts.tsx'
import { Mark } from './marks.tsx'
import type { OpenDialog } from './use-listing-dialog.tsx'

/** The visitor's own listings, including those that are not public, or no longer. */
export function OwnListingsPanel({ onOpen }: { readonly onOpen: OpenDialog }) {
  const { listings } = useOwnListings()
  if (listings.length === 0) return null
  return (
    <Panel title={m.team_list_own()} tone="crystal" className="mb-10">
      <ul aria-label={m.team_list_own()} className="-mt-2 divide-y divide-line">
        {listings.map((listing) => (
          <li
            key={listing.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 last:pb-0"
          >
            <OwnListing listing={listing} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export interface ListingActionProps {
  readonly listing: ShownListing
  readonly onOpen: OpenDialog
}

function OwnListing({ listing, onOpen }: ListingActionProps) {
  const canRenew = listing.state !== 'removed' && listing.sending === 'sent'
  return (
    <>
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TypeBadge type={listing.type} />
          <span dir="auto" className="min-w-0 overflow-x-clip wrap-anywhere">
            {previewOf(listing.description)}
          </span>
        </div>
        <OwnListingState listing={listing} />
      </div>
      <div className="flex flex-wrap gap-2">
        <RenewButton listing={listing} isOffered={canRenew} />
        <OwnActions listing={listing} onOpen={onOpen} />
      </div>
    </>
  )
}

export function OwnActions({ listing, onOpen }: ListingActionProps) {
  return (
    <>
      {listing.state !== 'removed' && (
        <Link
          href={paths.teamEdit(listing.id)}
          aria-label={m.team_list_edit()}
          title={m.team_list_edit()}
          className={buttonClass({ tone: 'secondary', size: 'square' })}
        >
          <Icon name="edit" className="size-5" />
        </Link>
      )}
      <Button
        tone="secondary"
        size="square"
        aria-label={m.team_list_delete()}
        title={m.team_list_delete()}
        onClick={() => onOpen('delete', listing)}
        icon={<Icon name="trash" className="size-5" />}
      />
    </>
  )
}

const dayMs = 86_400_000

function OwnListingState({ listing }: { readonly listing: ShownListing }) {
  const now = useNow()
  const { state, sending, refusal, ban, removalReason, expiresAt } = listing
  if (state === 'removed') {
    return (
      <State tone="loss">
        {m.team_list_removed()}{' '}
        {removalReason !== null && (
          <span dir="auto" className="wrap-anywhere whitespace-pre-line text-ink">
            {removalReason}
          </span>
        )}
      </State>
    )
  }
  if (sending === 'refused')
    return <State tone="loss">{ban ? banText(ban) : refusalText(refusal)}</State>
  if (sending === 'waiting') return <State tone="amber">{m.team_list_waiting()}</State>
  if (expiresAt === null || now === null) return null
  if (state === 'ended') {
    return <State tone="amber">{m.team_list_ended({ date: formatDate(expiresAt) })}</State>
  }
  const leftMs = Date.parse(expiresAt) - now
  return (
    <State tone="muted">
      {m.team_list_runs({ duration: timeLeft(leftMs), date: formatDate(expiresAt) })}
    </State>
  )
}

/** `14 jours`; shorter than a day, `5 h 12 min`. */
function timeLeft(leftMs: number): string {
  if (leftMs < dayMs) return formatDuration(leftMs)
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(getLocale(), format).format(Math.round(leftMs / dayMs))
}

const tones = { loss: 'text-loss', amber: 'text-amber', muted: 'text-muted' }

interface StateProps {
  readonly tone: keyof typeof tones
  readonly children: ReactNode
}

function State({ tone, children }: StateProps) {
  return (
    <div className={`mt-2 flex gap-2 text-sm ${tones[tone]}`}>
      {tone === 'muted' ? (
        <Mark name="clock" className="mt-0.5 size-4" />
      ) : (
        <Icon name="warning" className="mt-0.5 size-4" />
      )}
      <p className="min-w-0">{children}</p>
    </div>
  )
}

/** Why the server rejected it; the typed text is kept. */
function refusalText(code: FailureCode | null): string {
  if (code === 'too_many_listings') return m.team_list_refused_many()
  if (code === 'validation_failed') return m.team_list_refused_fields()
  if (code === 'listing_not_found') return m.team_list_refused_gone()
  if (code === 'forbidden' || code === 'listing_exists') return m.team_list_refused_foreign()
  return m.team_list_refused()
}
