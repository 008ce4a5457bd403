import type {
  AdminTeamListing,
  AdminTeamListingPage,
  ModerateTeamListingRequest,
} from '#contract/admin-team-listings.ts'
import { toQuery, type TeamFilters } from './admin-address.ts'
import { ask } from './admin-api.ts'
import type { ListPage } from './use-paged-list.ts'

const listingsPath = '/api/admin/team-listings'

/** The calls of the admin area about listings. All throw ApiProblem; a refusal closes the area as well. */
export const teamApi = {
  fetchListings: async (
    { search, shown }: TeamFilters,
    cursor: string | null,
  ): Promise<ListPage<AdminTeamListing>> => {
    const query = toQuery({ search, shown, cursor })
    const { listings, nextCursor } = await ask<AdminTeamListingPage>(`${listingsPath}?${query}`)
    return { items: listings, nextCursor }
  },
  moderate: (listingId: string, body: ModerateTeamListingRequest) =>
    ask<AdminTeamListing>(`${listingsPath}/${listingId}`, { method: 'PATCH', body }),
  handleReports: (listingId: string) =>
    ask<AdminTeamListing>(`${listingsPath}/${listingId}/reports`, { method: 'DELETE' }),
}
