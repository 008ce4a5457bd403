import type {
  AdminTeamListing,
  AdminTeamListingPage,
  ModerateTeamListingRequest,
} from '#contract/admin-team.ts'
import { toQuery, type TeamFilters } from '#web/features/staff/admin-address.ts'
import { adminRequest } from '#web/features/staff/admin-api.ts'
import type { ListPage } from '#web/features/staff/use-admin-data.ts'

const listingsPath = '/api/admin/team-listings'

/** The admin requests about listings. All throw ApiProblem; a `forbidden` response also locks the admin area. */
export const teamApi = {
  fetchListings: async (
    { search, shown }: TeamFilters,
    cursor: string | null,
  ): Promise<ListPage<AdminTeamListing>> => {
    const query = toQuery({ search, shown, cursor })
    const { listings, nextCursor } = await adminRequest<AdminTeamListingPage>(
      `${listingsPath}?${query}`,
    )
    return { items: listings, nextCursor }
  },
  moderate: (listingId: string, body: ModerateTeamListingRequest) =>
    adminRequest<AdminTeamListing>(`${listingsPath}/${listingId}`, { method: 'PATCH', body }),
  handleReports: (listingId: string) =>
    adminRequest<AdminTeamListing>(`${listingsPath}/${listingId}/reports`, { method: 'DELETE' }),
}
