import { useEffect, useId, useRef, useState } from 'react'
import { previewOf } from '#domain/team.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { formatAge, formatDateTime, formatDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  CommonGroundLine,
  ListingFacts,
  ListingTags,
  TypeBadge,
  VerifiedMarks,
} from './listing-facts.tsx'
import { OwnActions, type ListingActionProps } from './own-listings-panel.tsx'
import type { OpenDialog } from './use-listing-dialog.tsx'
import type { TeamListings } from './team-list.ts'

export const gridColumns =
  'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(auto-fill,minmax(21rem,1fr))] sm:gap-5'

interface ListingGridProps {
  readonly list: TeamListings
  readonly onOpen: OpenDialog
}

/** The listings, with a button for more. Later arrivals are animated. */
export function ListingGrid({ list, onOpen }: ListingGridProps) {
  const { listings } = list
  const grid = useRef<HTMLUListElement>(null)
  const [firstIds] = useState(() => new Set(listings.map(({ id }) => id)))
  // The last listing when more were requested: the focus moves to the one after it.
  const lastBefore = useRef<string | null>(null)

  useEffect(() => {
    const place = listings.findIndex(({ id }) => id === lastBefore.current)
    if (place === -1 || place === listings.length - 1) return
    lastBefore.current = null
    grid.current?.children[place + 1]?.querySelector('h3')?.focus()
  }, [listings])

  function loadMore() {
    lastBefore.current = listings.at(-1)?.id ?? null
    list.loadMore()
  }

  return (
    <>
      <ul
        ref={grid}
        aria-label={m.team_list_listings()}
        aria-busy={list.status === 'loading'}
        className={gridColumns}
      >
        {listings.map((listing) => (
          <li key={listing.id} className={firstIds.has(listing.id) ? undefined : 'animate-rise'}>
            <ListingCard listing={listing} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <MoreListings list={list} onMore={loadMore} />
    </>
  )
}

function ListingCard({ listing, onOpen }: ListingActionProps) {
  const { discordUsername, isOwn } = listing
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      className={`cut cut-size-20 flex h-full flex-col gap-4 overflow-hidden p-5 ${isOwn ? 'cut-line-crystal' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm text-muted">
        <TypeBadge type={listing.type} />
        <ListingTime time={listing.createdAt} />
      </div>
      <div>
        <h3
          id={headingId}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xl"
        >
          <bdi translate="no" className="min-w-0 wrap-anywhere">
            {discordUsername}
          </bdi>{' '}
          {isOwn && <Badge>{m.team_list_yours()}</Badge>}
        </h3>
        <VerifiedMarks listing={listing} />
        <Description text={listing.description} />
      </div>
      <ListingFacts listing={listing} />
      <ListingTags listing={listing} />
      <CommonGroundLine listing={listing} />
      <div className="mt-auto flex gap-2">
        <Button
          tone="secondary"
          className="flex-1"
          aria-label={m.team_list_contact_name({ name: discordUsername })}
          onClick={() => onOpen('contact', listing)}
        >
          {m.team_list_contact()}
        </Button>
        {isOwn && <OwnActions listing={listing} onOpen={onOpen} />}
      </div>
    </article>
  )
}

function Description({ text }: { readonly text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const preview = previewOf(text)
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={classNames('mt-2 wrap-anywhere', isOpen && 'whitespace-pre-line')}
      >
        {isOpen ? text : preview}
      </p>
      {preview.endsWith('…') && preview !== text && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="-mb-2 inline-flex min-h-11 items-center text-sm underline underline-offset-4 hover:text-crystal"
        >
          {isOpen ? m.team_list_read_less() : m.team_list_read_more()}
        </button>
      )}
    </>
  )
}

const minuteMs = 60_000

/** The age of a listing, first its day, with its exact time as a tooltip. `time` is ISO 8601. */
function ListingTime({ time }: { readonly time: string }) {
  const now = useNow()
  // The same day in every time zone.
  if (now === null) return <time dateTime={time}>{formatDay(time)}</time>
  const ageMs = now - Date.parse(time)
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {ageMs < minuteMs ? m.team_list_just_now() : formatAge(ageMs)}
    </time>
  )
}

interface MoreListingsProps {
  readonly list: TeamListings
  readonly onMore: () => void
}

/** A button for the next page, and the reason why that failed. */
function MoreListings({ list, onMore }: MoreListingsProps) {
  const { hasMore, isLoadingMore, moreFailure } = list
  if (!hasMore) return null
  return (
    <div className="mt-8 flex flex-col items-center gap-5">
      {moreFailure !== null && (
        <Notice live tone="error" title={m.team_list_more_failed()} className="w-full max-w-2xl">
          {failureText(moreFailure.code)}
        </Notice>
      )}
      <Button
        tone="secondary"
        size="large"
        pending={isLoadingMore}
        pendingLabel={m.team_list_loading()}
        onClick={onMore}
      >
        {moreFailure === null ? m.team_list_more() : m.retry()}
      </Button>
    </div>
  )
}

/** Why the list could not be loaded, and what to do. */
export function failureText(code: FailureCode): string {
  if (code === 'network_error') return m.team_list_failed_network()
  if (code === 'rate_limited') return m.team_list_failed_often()
  return m.team_list_failed_text()
}
