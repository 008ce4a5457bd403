import { useRef } from 'react'
import { CampfirePicture } from '#web/art/campfire-picture.tsx'
import { useAddressFilters } from '#web/components/use-address-filters.ts'
import { useKeptOffline } from '#web/components/use-kept-offline.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useTeamListings } from '#web/team/use-team-listings.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useCopyTime } from './copy-time.ts'
import { LateHabitsPanel } from './late-habits-panel.tsx'
import { listingsAddress, noFilter, readListingFilter } from './list-address.ts'
import { CreateLink, ListTrouble, LoadingCards, NothingFound } from './list-states.tsx'
import { ListStatus } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useListingDialog } from './use-listing-dialog.tsx'
import { ListingGrid } from './listing-grid.tsx'
import { OwnListingsPanel } from './own-listings-panel.tsx'

/** The team finder: who looks for a group, and which groups look for somebody. */
export default function TeamPage() {
  const [filter, setFilter] = useAddressFilters(readListingFilter, listingsAddress)
  const list = useTeamListings(filter)
  useKeptOffline()
  useCopyTime(list)
  const [dialog, openDialog] = useListingDialog()
  const address = listingsAddress(filter)
  const listHeading = useRef<HTMLHeadingElement>(null)

  function clear() {
    setFilter(noFilter)
    // The button that had the focus goes.
    listHeading.current?.focus()
  }

  return (
    <div className="mx-auto w-full max-w-[100rem] px-4 py-10 sm:px-6 sm:py-14 lg:px-20">
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
      <LateHabitsPanel />
      {/* As tall as a view, so that few listings do not pull up what follows. */}
      <section aria-labelledby="listings" className="mt-6 min-h-[80svh]">
        <div className="mb-4 gap-x-6 sm:flex sm:items-baseline sm:justify-between">
          <h2 ref={listHeading} id="listings" tabIndex={-1} className="text-2xl">
            {m.team_list_listings()}
          </h2>
          <ListStatus list={list} />
        </div>
        {/* Below the heading, which stands before it is known whether there are own ones. */}
        <OwnListingsPanel onOpen={openDialog} />
        <ListTrouble list={list} />
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
