import { useCallback } from 'react'
import type { AdminTeamListing } from '#contract/admin-team-listings.ts'
import {
  listingKinds,
  readTeamFilters,
  teamAddress,
  type ListingKind,
} from '#web/admin/admin-address.ts'
import { teamApi } from '#web/admin/team-api.ts'
import { useAddressFilters } from '#web/components/use-address-filters.ts'
import { usePagedList } from '#web/admin/use-paged-list.ts'
import { usePatientRefresh } from '#web/admin/use-patient-refresh.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { subscribeToTeamListings } from '#web/realtime.ts'
import { PagedItems } from '#web/pages/admin/paged-items.tsx'
import { SearchField } from '#web/pages/admin/search-field.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { KindChoice } from './kind-choice.tsx'
import { ModeratedListing } from './moderated-listing.tsx'

const noneTexts: Readonly<Record<ListingKind, () => string>> = {
  reported: m.admin_team_none_reported,
  live: m.admin_team_none_live,
  removed: m.admin_team_none_removed,
}

interface TeamSectionProps {
  /** Reports were dealt with, and the figures change. */
  readonly onChange: () => void
}

/** Players' listings: what was reported, what is online, and what the staff removed. */
export function TeamSection({ onChange }: TeamSectionProps) {
  const [filters, change] = useAddressFilters(readTeamFilters, teamAddress)
  const list = usePagedList(
    useCallback((cursor: string | null) => teamApi.fetchListings(filters, cursor), [filters]),
  )
  const place = usePatientRefresh(list.refresh, subscribeToTeamListings)

  function show(listing: AdminTeamListing) {
    list.replace(listing)
    onChange()
  }

  return (
    <section>
      <SectionHeader
        title={m.admin_team()}
        lead={m.admin_team_lead()}
        isLoading={list.isLoading}
        onReload={() => {
          list.reload()
          onChange()
        }}
      />
      <search className="mb-5 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <SearchField
          hint={m.admin_team_search()}
          search={filters.search}
          onSearch={(search) => change({ ...filters, search })}
        />
        <KindChoice
          kinds={listingKinds}
          value={filters.shown}
          onChange={(shown) => change({ ...filters, shown })}
        />
      </search>
      <div {...place}>
        <PagedItems
          list={list}
          label={m.admin_team()}
          none={noneTexts[filters.shown]()}
          isFiltered={filters.search !== ''}
          onClearFilters={() => change({ ...filters, search: '' })}
        >
          {(listing) => <ModeratedListing listing={listing} onChange={show} />}
        </PagedItems>
      </div>
    </section>
  )
}
