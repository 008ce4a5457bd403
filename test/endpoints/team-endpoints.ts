import * as team from '#contract/team.ts'
import { randomUUID } from 'node:crypto'
import { listingFields } from '#test/factories/team-listings.ts'
import type { Call, Example } from './endpoint.ts'
import type { Setup } from './setup.ts'
import { clearListings, ownListing } from './records.ts'

const aboutOwnListing = async (setup: Setup): Promise<Call> => ({
  params: { id: await ownListing(setup) },
})

/** The team finder: everybody reads it, and only its maker changes a listing. */
export const teamEndpoints: readonly Example[] = [
  {
    ...team.listListings,
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
    ...team.makeListing,
    prepare: async (setup) => {
      await clearListings(setup)
      return { body: { ...listingFields, id: randomUUID(), creatorId: randomUUID() } }
    },
  },
  {
    ...team.listOwnListings,
    prepare: async (setup) => ({ secret: await ownListing(setup) }),
  },
  { ...team.readListing, prepare: aboutOwnListing },
  {
    ...team.changeListing,
    prepare: async (setup) => ({
      ...(await aboutOwnListing(setup)),
      body: { ...listingFields, age: 25, revision: 1, editedSecondsAgo: 0 },
    }),
  },
  {
    ...team.deleteListing,
    prepare: async (setup) => ({
      ...(await aboutOwnListing(setup)),
      query: { revision: '1', editedSecondsAgo: '0' },
    }),
  },
  { ...team.renewListing, prepare: aboutOwnListing },
  {
    ...team.reportListing,
    prepare: async (setup) => ({
      ...(await aboutOwnListing(setup)),
      body: { reason: 'spam', note: 'Three times today.' },
    }),
  },
]
