import { randomUUID } from 'node:crypto'
import {
  changeTeamListingRequest,
  deleteTeamListingQuery,
  makeTeamListingRequest,
  reportTeamListingRequest,
  teamListingsQuery,
} from '#contract/team.ts'
import { listingFields } from '#test/factories/team-listings.ts'
import type { Call, Endpoint } from './endpoint.ts'
import type { Ground } from './ground.ts'
import { clearListings, ownListing } from './things.ts'

const aboutOwnListing = async (ground: Ground): Promise<Call> => ({
  params: { id: await ownListing(ground) },
})

/** The team finder: everybody reads it, and only its maker changes a listing. */
export const teamEndpoints: readonly Endpoint[] = [
  {
    route: 'GET /api/team-listings',
    queryContract: teamListingsQuery,
    prepare: () => ({
      query: {
        search: 'duo',
        type: 'LFT',
        hasMicrophone: 'false',
        language: 'ru',
        playStyle: 'raiding',
        cursor: `1700000000000000.${randomUUID()}`,
      },
    }),
  },
  {
    route: 'POST /api/team-listings',
    bodyContract: makeTeamListingRequest,
    prepare: async (ground) => {
      await clearListings(ground)
      return { body: { ...listingFields, id: randomUUID(), creatorId: randomUUID() } }
    },
  },
  {
    route: 'GET /api/own-team-listings',
    prepare: async (ground) => ({ secret: await ownListing(ground) }),
  },
  { route: 'GET /api/team-listings/:id', prepare: aboutOwnListing },
  {
    route: 'PATCH /api/team-listings/:id',
    bodyContract: changeTeamListingRequest,
    prepare: async (ground) => ({
      ...(await aboutOwnListing(ground)),
      body: { ...listingFields, age: 25, revision: 1, editedSecondsAgo: 0 },
    }),
  },
  {
    route: 'DELETE /api/team-listings/:id',
    queryContract: deleteTeamListingQuery,
    prepare: async (ground) => ({
      ...(await aboutOwnListing(ground)),
      query: { revision: '1', editedSecondsAgo: '0' },
    }),
  },
  { route: 'POST /api/team-listings/:id/renewal', prepare: aboutOwnListing },
  {
    route: 'POST /api/team-listings/:id/reports',
    bodyContract: reportTeamListingRequest,
    prepare: async (ground) => ({
      ...(await aboutOwnListing(ground)),
      body: { reason: 'spam', note: 'Three times today.' },
    }),
  },
]
