import { useEffect, useRef, useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import type { TeamListings } from '#web/team/use-team-listings.ts'
import { ListingCard } from './listing-card.tsx'
import type { OpenDialog } from './use-listing-dialog.tsx'
import { MoreListings } from './more-listings.tsx'

export const gridColumns =
  'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(auto-fill,minmax(21rem,1fr))] sm:gap-5'

interface ListingGridProps {
  readonly list: TeamListings
  readonly onOpen: OpenDialog
}

/** The listings that were found, and more of them. What arrives later rises into its place. */
export function ListingGrid({ list, onOpen }: ListingGridProps) {
  const { listings } = list
  const grid = useRef<HTMLUListElement>(null)
  const [firstIds] = useState(() => new Set(listings.map(({ id }) => id)))
  // The last one when more were asked for: who did so reads on after it.
  const lastRead = useRef<string | null>(null)

  useEffect(() => {
    const place = listings.findIndex(({ id }) => id === lastRead.current)
    if (place === -1 || place === listings.length - 1) return
    lastRead.current = null
    grid.current?.children[place + 1]?.querySelector('h3')?.focus()
  }, [listings])

  function loadMore() {
    lastRead.current = listings.at(-1)?.id ?? null
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
