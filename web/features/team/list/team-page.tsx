import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '#web/app/browser-storage.ts'
import { Link } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { paths } from '#contract/paths.ts'
import { useOnline } from '#web/app/subscriptions.ts'
import { CampfirePicture } from '#web/art/campfire-picture.tsx'
import { useOfflineCopies } from '#web/features/guides/save-offline.ts'
import { isOffline, newestListingsQuery } from '#web/features/team/store/team-api.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { listingsAddress, noFilter, readListingFilter } from './list-filter.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { ListingGrid, failureText, gridColumns } from './listing-grid.tsx'
import { Mark } from './marks.tsx'
import { OwnListingsPanel } from './own-listings-panel.tsx'
import { useTeamListings, type TeamListings } from './team-list.ts'
import { useListingDialog } from './use-listing-dialog.tsx'

export const firstView = () => [newestListingsQuery]

/** The team finder: players who look for a group, and groups that look for players. */
export default function TeamPage() {
  const [filter, setFilter] = useAddressFilters(readListingFilter, listingsAddress)
  const list = useTeamListings(filter)
  useOfflineCopies()
  useCopyTime(list)
  const [dialog, openDialog] = useListingDialog()
  const address = listingsAddress(filter)
  const listHeading = useRef<HTMLHeadingElement>(null)

  function clear() {
    setFilter(noFilter)
    // The button that had the focus disappears.
    listHeading.current?.focus()
  }

  return (
    <div className="page">
      <div className="items-center justify-between gap-10 lg:flex">
        <div className="mb-10">
          <PageHeading
            eyebrow={m.team_list_eyebrow()}
            title={m.section_team_finder()}
            lead={m.team_list_lead()}
          />
          <div className="-mt-2 sm:-mt-5">
            <CreateLink size="large" />
          </div>
        </div>
        <CampfirePicture companion className="mb-10 block aspect-4/3 w-80 shrink-0 max-lg:hidden" />
      </div>
      <ListToolbar filter={filter} onChange={setFilter} />
      <LazyPreferencesPanel />
      <section aria-labelledby="listings" className="mt-6">
        <div className="mb-4 gap-x-6 sm:flex sm:items-baseline sm:justify-between">
          <h2 ref={listHeading} id="listings" tabIndex={-1} className="text-2xl">
            {m.team_list_listings()}
          </h2>
          {/* Announced to screen readers. */}
          <output className="block min-h-lh text-sm text-muted">{statusText(list)}</output>
        </div>
        {/* Below the heading, which is rendered before own listings are known. */}
        <OwnListingsPanel onOpen={openDialog} />
        <ListProblem list={list} />
        {list.listings.length > 0 && <ListingGrid key={address} list={list} onOpen={openDialog} />}
        {list.listings.length === 0 && list.status === 'loading' && <LoadingCards />}
        {list.listings.length === 0 && list.status === 'shown' && (
          <NothingFound isFiltered={address !== listingsAddress(noFilter)} onClear={clear} />
        )}
      </section>
      {dialog}
    </div>
  )
}

const loadPreferences = () => import('#web/features/team/preference-fields.tsx')

/** The panel of the visitor's preferences, loaded after the page, because its fields are most of a form's code. */
function LazyPreferencesPanel() {
  const part = useLoadedPart(loadPreferences)
  // As tall as the closed panel.
  return <div className="flow-root min-h-12">{part !== null && <part.PreferencesPanel />}</div>
}

function statusText({ listings, total, status, isCopy, hasMore }: TeamListings): string {
  if (status === 'loading') return m.team_list_loading()
  if (status === 'failed') return ''
  const shown = listings.length
  if (total === null || isCopy) return m.team_list_found({ count: shown })
  if (hasMore) {
    return m.team_list_found_more({ count: formatNumber(shown), total: formatNumber(total) })
  }
  return m.team_list_found({ count: total })
}

const placeholders = Array.from({ length: 8 }, (_, place) => place)

/** A placeholder for the cards, as tall as those. */
function LoadingCards() {
  return (
    <div aria-hidden="true" className={gridColumns}>
      {placeholders.map((place) => (
        <div key={place} className="cut cut-size-20 flex flex-col gap-4 p-5">
          <Skeleton className="h-8 w-3/5" />
          <div>
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="mt-2 h-5 w-5/6" />
          </div>
          <Skeleton className="h-17" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-11" />
        </div>
      ))}
    </div>
  )
}

interface NothingFoundProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** Shown without listings: a free place at the fire, and a way to clear the search, or to post the first one. */
function NothingFound({ isFiltered, onClear }: NothingFoundProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-4 text-center">
      <CampfirePicture companion={false} className="block aspect-4/3 w-full max-w-80" />
      <p className="mt-6 font-display text-2xl leading-tight font-bold">{m.team_list_none()}</p>
      <p className="mt-3 text-lg text-muted">
        {isFiltered ? m.team_list_none_matches() : m.team_list_be_first()}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {isFiltered && <Button onClick={onClear}>{m.team_list_clear()}</Button>}
        <CreateLink tone={isFiltered ? 'secondary' : undefined} />
      </div>
    </div>
  )
}

function CreateLink(look: Parameters<typeof buttonClass>[0]) {
  return (
    <Link href={paths.teamCreate()} className={buttonClass(look)}>
      <Mark name="plus" />
      {m.team_list_create()}
    </Link>
  )
}

function ListProblem({ list }: { readonly list: TeamListings }) {
  const isOnline = useOnline()
  const { status, failure, isCopy, reload } = list
  if (status === 'failed') {
    return (
      <LoadFailure
        title={m.team_list_failed_title()}
        text={failureText(failure?.code ?? 'unexpected_answer')}
        offlineText={m.team_list_failed_offline()}
        isFetching={false}
        onRetry={async () => reload()}
        className="mb-6 max-w-2xl"
      />
    )
  }
  // Without a failure the server's response is still on its way.
  if (isOnline && (!isCopy || failure === null)) return null
  const copyTime = readCopyTime()
  return (
    <Notice
      live
      tone="warning"
      title={isOnline ? m.team_list_copy_title() : m.team_list_offline_title()}
      className="mb-6 max-w-2xl"
      action={
        <Button tone="secondary" onClick={reload}>
          {m.retry()}
        </Button>
      }
    >
      <span>{isOnline ? m.team_list_copy_text() : m.team_list_offline_text()}</span>{' '}
      {copyTime !== null && (
        <span>{m.team_list_copy_time({ time: formatDateTime(copyTime) })}</span>
      )}
    </Notice>
  )
}

const storageKey = 'teamListingsSeenAt'

/** Stores when the list was last up to date, for when only this device's copy is left. */
function useCopyTime({ status, isCopy }: TeamListings): void {
  // After every render, so with every update from the server.
  useEffect(() => {
    // Offline only the visitor's own changes cause a render.
    if (status === 'shown' && !isCopy && !isOffline()) {
      writeStored('localStorage', storageKey, new Date().toISOString())
    }
  })
}

/** When the list was last up to date, in ISO 8601; null if never. */
function readCopyTime(): string | null {
  const time = readStored('localStorage', storageKey)
  return time === null || Number.isNaN(Date.parse(time)) ? null : time
}
