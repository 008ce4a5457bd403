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
import type { Setup } from './setup.ts'
import { clearListings, ownListing } from './records.ts'

const aboutOwnListing = async (setup: Setup): Promise<Call> => ({
  params: { id: await ownListing(setup) },
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
    prepare: async (setup) => {
      await clearListings(setup)
      return { body: { ...listingFields, id: randomUUID(), creatorId: randomUUID() } }
    },
  },
  {
    route: 'GET /api/own-team-listings',
    prepare: async (setup) => ({ secret: await ownListing(setup) }),
  },
  { route: 'GET /api/team-listings/:id', prepare: aboutOwnListing },
  {
    route: 'PATCH /api/team-listings/:id',
    bodyContract: changeTeamListingRequest,
    prepare: async (setup) => ({
      ...(await aboutOwnListing(setup)),
      body: { ...listingFields, age: 25, revision: 1, editedSecondsAgo: 0 },
    }),
  },
  {
    route: 'DELETE /api/team-listings/:id',
    queryContract: deleteTeamListingQuery,
    prepare: async (setup) => ({
      ...(await aboutOwnListing(setup)),
      query: { revision: '1', editedSecondsAgo: '0' },
    }),
  },
  { route: 'POST /api/team-listings/:id/renewal', prepare: aboutOwnListing },
  {
    route: 'POST /api/team-listings/:id/reports',
    bodyContract: reportTeamListingRequest,
    prepare: async (setup) => ({
      ...(await aboutOwnListing(setup)),
      body: { reason: 'spam', note: 'Three times today.' },
    }),
  },
]
