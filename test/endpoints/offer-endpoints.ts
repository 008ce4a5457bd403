import { randomUUID } from 'node:crypto'
import * as offers from '#contract/offers.ts'
import { cartItem } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import type { Example } from './endpoint.ts'
import { newOffer } from './records.ts'

const { id, name, type, duration } = cartItem({ id: randomUUID() })
const from = '2030-01-01T00:00:00Z'
const until = '2030-02-01T00:00:00Z'

/** Codes of buyers, and the owner's offers. */
export const offerEndpoints: readonly Example[] = [
  {
    ...offers.checkCode,
    prepare: async (setup) => ({
      body: {
        code: (await newOffer(setup, 'percent')).code,
        items: [{ id, name, type, duration }],
      },
    }),
  },
  {
    ...offers.redeemCode,
    prepare: async (setup) => ({
      body: { code: (await newOffer(setup, 'kr')).code, steamId: newSteamId() },
    }),
  },
  { ...offers.listOffers, prepare: () => ({}) },
  {
    ...offers.addOffer,
    prepare: () => ({
      body: {
        kind: 'percent',
        value: 10,
        code: undefined,
        products: ['priority-queue'],
        startsAt: from,
        endsAt: until,
        limit: 5,
        perPlayer: 1,
        note: 'For the streamer',
        make: 1,
      },
    }),
  },
  {
    ...offers.addOffer,
    when: 'with a code',
    prepare: () => ({
      body: {
        kind: 'amount',
        value: 500,
        code: randomUUID().slice(0, 8),
        products: null,
        startsAt: from,
        endsAt: null,
        limit: null,
        perPlayer: null,
        note: '',
        make: undefined,
      },
    }),
  },
  {
    ...offers.changeOffer,
    prepare: async (setup) => ({
      params: { id: (await newOffer(setup, 'percent')).id },
      body: { endsAt: until, limit: 9, perPlayer: 2, note: 'Longer' },
    }),
  },
  {
    ...offers.stopOffer,
    prepare: async (setup) => ({ params: { id: (await newOffer(setup, 'percent')).id } }),
  },
]
