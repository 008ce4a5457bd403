import type { AdminTeamListing } from '#contract/admin-team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ageText, listingTypeLabel } from '#web/team/listing-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/pages/admin/copy-button.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { ListingActions } from './listing-actions.tsx'
import { Reports } from './reports.tsx'

interface ModeratedListingProps {
  readonly listing: AdminTeamListing
  readonly onChange: (listing: AdminTeamListing) => void
}

/** A listing as its readers see it, what they say of it, and what can be done. */
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
        <Badge>
          {type} · {listingTypeLabel(type)}
        </Badge>
        <Badge>{ageText(age)}</Badge>
        {verified.discord && <Badge tone="crystal">{m.admin_team_verified_discord()}</Badge>}
      </p>
      <h3 className="mt-1 flex items-center text-lg">
        <bdi className="min-w-0 overflow-x-clip wrap-anywhere">{discordUsername}</bdi>
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
      {removedAt === null ? (
        <span>
          {m.admin_team_ends_at()} <Moment iso={expiresAt} />
        </span>
      ) : (
        <span>
          {m.admin_team_removed_at()} <Moment iso={removedAt} />
        </span>
      )}
      <span className="font-mono text-[0.8125rem] wrap-anywhere">{listing.id}</span>
    </p>
  )
}
