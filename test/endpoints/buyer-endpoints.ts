import {
  changeDetailsRequest,
  changeOrderRequest,
  claimPaymentRequest,
  openOrderRequest,
  payTogetherRequest,
} from '#contract/checkout.ts'
import { legalVersion } from '#contract/legal.ts'
import {
  openPackCheckoutRequest,
  syncPackRequest,
  transactionsQuery,
} from '#contract/kryptonite.ts'
import { startSteamFillInRequest } from '#contract/accounts.ts'
import { changeColorRequest, chooseRemindersRequest } from '#contract/perks.ts'
import { buySkinRequest } from '#contract/skins.ts'
import { nameTagBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { packBody } from '#test/factories/packs.ts'
import type { Call, Endpoint } from './endpoint.ts'
import type { Setup } from './setup.ts'
import {
  claimedBalance,
  endOpenCheckouts,
  heldPerk,
  newShopItem,
  ownOrder,
  ownPayPalOrder,
  unclaimedBalance,
} from './records.ts'

const threeDays = { kind: 'time', ms: 3 * 24 * 60 * 60 * 1000 } as const

const aboutOwnOrder = async (setup: Setup): Promise<Call> => {
  const id = await ownOrder(setup)
  return { params: { id }, secret: id }
}

const balanceRoutes: readonly Endpoint[] = [
  { route: 'GET /api/krypto-balance/:steamId', prepare: () => ({}) },
  {
    route: 'GET /api/krypto-transactions/:steamId',
    queryContract: transactionsQuery,
    prepare: () => ({ query: { cursor: '999' } }),
  },
  { route: 'GET /api/skin-purchases/:steamId', prepare: () => ({}) },
]

async function skinCall(setup: Setup, steamId: string): Promise<Call> {
  const { id, name, price } = await newShopItem(setup)
  return { body: { steamId, itemName: name, itemPrice: price, itemId: id } }
}

/** Orders, packs and Kr, for their owners. */
export const buyerEndpoints: readonly Endpoint[] = [
  { route: 'GET /api/payment-options', prepare: () => ({}) },
  { route: 'POST /api/payment-options/check', prepare: () => ({ body: {} }) },
  {
    route: 'POST /functions/v1/discord-purchase-notification',
    bodyContract: openOrderRequest,
    prepare: () => ({
      body: {
        ...nameTagBody({ color: { r: 1, g: 200, b: 3 } }),
        discordAvatarUrl: 'https://cdn.discordapp.com/avatars/1/a.png',
        listedAsDonor: true,
        forSomebodyElse: true,
        details: 'WOLVES',
        agreedTerms: legalVersion,
      },
    }),
  },
  {
    route: 'GET /api/orders',
    prepare: async (setup) => ({ secret: await ownOrder(setup) }),
  },
  { route: 'GET /api/orders/:id', prepare: aboutOwnOrder },
  {
    route: 'PATCH /api/orders/:id',
    bodyContract: changeOrderRequest,
    prepare: async (setup) => ({
      ...(await aboutOwnOrder(setup)),
      body: { listedAsDonor: true },
    }),
  },
  {
    route: 'PUT /api/orders/:id/details',
    bodyContract: changeDetailsRequest,
    prepare: async (setup) => {
      const id = await ownOrder(setup, 'settled')
      return { params: { id }, secret: id, body: { details: 'A wolf\nin grey' } }
    },
  },
  { route: 'POST /api/orders/:id/paypal-order', prepare: aboutOwnOrder },
  { route: 'POST /api/orders/:id/capture', prepare: aboutOwnOrder },
  {
    route: 'POST /api/paypal-orders',
    bodyContract: payTogetherRequest,
    prepare: async (setup) => ({
      body: { orderIds: [await ownOrder(setup), await ownOrder(setup)] },
    }),
  },
  {
    route: 'POST /api/paypal-orders/:paypalOrderId/capture',
    prepare: async (setup) => {
      const { reference, orderIds } = await ownPayPalOrder(setup)
      return { params: { paypalOrderId: reference }, secret: orderIds[0] ?? '' }
    },
  },
  {
    route: 'POST /api/orders/:id/claim',
    bodyContract: claimPaymentRequest,
    prepare: async (setup) => ({
      ...(await aboutOwnOrder(setup)),
      body: { transactionId: '0AB12345CD678901E' },
    }),
  },
  { route: 'GET /api/krypto-packs', prepare: () => ({}) },
  {
    route: 'POST /functions/v1/create-krypto-checkout',
    bodyContract: openPackCheckoutRequest,
    prepare: () => ({ body: packBody({ forSomebodyElse: false, agreedTerms: legalVersion }) }),
  },
  {
    route: 'POST /functions/v1/process-krypto-stripe-payment',
    when: 'an unknown session',
    bodyContract: syncPackRequest,
    prepare: () => ({ body: { sessionId: 'cs_test_of_nobody' } }),
  },
  {
    route: 'POST /functions/v1/process-krypto-skin-purchase',
    when: 'a claimed balance',
    bodyContract: buySkinRequest,
    prepare: async (setup) => skinCall(setup, await claimedBalance(setup)),
  },
  {
    route: 'POST /functions/v1/process-krypto-skin-purchase',
    when: 'an unclaimed balance',
    bodyContract: buySkinRequest,
    prepare: async (setup) => skinCall(setup, await unclaimedBalance(setup)),
  },
  ...balanceRoutes.flatMap((endpoint): Endpoint[] => [
    {
      ...endpoint,
      when: 'a claimed balance',
      prepare: async (setup) => ({
        ...(await endpoint.prepare(setup)),
        params: { steamId: await claimedBalance(setup) },
      }),
    },
    {
      ...endpoint,
      when: 'an unclaimed balance',
      prepare: async (setup) => ({
        ...(await endpoint.prepare(setup)),
        params: { steamId: await unclaimedBalance(setup) },
      }),
    },
  ]),
  {
    route: 'GET /api/perks',
    prepare: async (ground) => ({ secret: await heldPerk(ground, 'priority_queue') }),
  },
  {
    route: 'POST /api/perks/:steamId/:perk/color',
    bodyContract: changeColorRequest,
    prepare: async (ground) => {
      const steamId = await heldPerk(ground, 'name_tag_color')
      const params = { steamId, perk: 'name_tag_color' }
      return { params, secret: steamId, body: { r: 1, g: 200, b: 3 } }
    },
  },
  { route: 'GET /api/perk-slots', prepare: () => ({}) },
  {
    route: 'GET /api/perk-reminders',
    prepare: async (ground) => ({ secret: await heldPerk(ground, 'priority_queue', threeDays) }),
  },
  {
    route: 'PUT /api/perk-reminders',
    bodyContract: chooseRemindersRequest,
    prepare: async (ground) => ({
      secret: await heldPerk(ground, 'priority_queue', threeDays),
      body: { direct: true },
    }),
  },
  {
    route: 'GET /api/steam-claims',
    prepare: ({ people }) => ({ secret: people().owner.steamId }),
  },
  { route: 'POST /api/steam-claims', prepare: () => ({ body: {} }) },
  {
    route: 'GET /api/steam-claims/callback',
    prepare: () => ({ query: { 'openid.mode': 'id_res', 'openid.claimed_id': 'of nobody' } }),
  },
  {
    route: 'GET /api/steam-profiles/:steamId64',
    prepare: () => ({ params: { steamId64: newSteamId() } }),
  },
  {
    route: 'POST /api/steam-fill-ins',
    bodyContract: startSteamFillInRequest,
    prepare: () => ({ body: { returnTo: '/krypto-points' } }),
  },
  {
    route: 'GET /api/steam-fill-ins/callback',
    prepare: () => ({ query: { 'openid.mode': 'id_res', 'openid.claimed_id': 'of nobody' } }),
  },
  { route: 'POST /api/steam-fill-ins/result', prepare: () => ({ body: {} }) },
  {
    route: 'GET /api/account-data',
    prepare: async (setup) => ({ secret: await ownOrder(setup) }),
  },
  {
    route: 'DELETE /api/account-data',
    endsSession: true,
    prepare: async (setup) => {
      await endOpenCheckouts(setup)
      return {}
    },
  },
]
