import * as accounts from '#contract/accounts.ts'
import * as checkout from '#contract/checkout.ts'
import * as kryptonite from '#contract/kryptonite.ts'
import * as messages from '#contract/order-messages.ts'
import * as perks from '#contract/perks.ts'
import * as skins from '#contract/skins.ts'
import { nameTagBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { asDataUrl, picture } from '#test/factories/pictures.ts'
import { packBody } from '#test/factories/packs.ts'
import { legalVersion } from '#test/shipped-documents.ts'
import type { Call, Example } from './endpoint.ts'
import type { Setup } from './setup.ts'
import {
  claimedBalance,
  endOpenCheckouts,
  heldPerk,
  newMessage,
  newOffer,
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

const aboutOwnMessage = async (setup: Setup): Promise<Call> =>
  newMessage(setup, await ownOrder(setup))

const balanceRoutes: readonly Example[] = [
  { ...kryptonite.readBalance, prepare: () => ({}) },
  {
    ...kryptonite.listTransactions,
    prepare: () => ({ query: { cursor: '999' } }),
  },
  { ...skins.listOwnedSkins, prepare: () => ({}) },
]

async function skinCall(setup: Setup, steamId: string): Promise<Call> {
  const { id, name, price } = await newShopItem(setup)
  return { body: { steamId, itemName: name, itemPrice: price, itemId: id } }
}

/** Orders, packs and Kr, for their owners. */
export const buyerEndpoints: readonly Example[] = [
  { ...checkout.readPaymentOptions, prepare: () => ({}) },
  { ...checkout.checkPayPal, prepare: () => ({ body: {} }) },
  {
    ...checkout.openOrder,
    prepare: async (setup) => ({
      body: {
        ...nameTagBody({ color: { r: 1, g: 200, b: 3 } }),
        code: (await newOffer(setup, 'percent')).code,
        discordAvatarUrl: 'https://cdn.discordapp.com/avatars/1/a.png',
        listedAsDonor: true,
        forSomebodyElse: true,
        details: 'WOLVES',
        agreedTerms: legalVersion,
      },
    }),
  },
  {
    ...checkout.listOrders,
    prepare: async (setup) => ({ secret: await ownOrder(setup) }),
  },
  { ...checkout.readOrder, prepare: aboutOwnOrder },
  {
    ...checkout.changeOrder,
    prepare: async (setup) => ({
      ...(await aboutOwnOrder(setup)),
      body: { listedAsDonor: true },
    }),
  },
  {
    ...checkout.changeDetails,
    prepare: async (setup) => {
      const id = await ownOrder(setup, 'paid')
      return { params: { id }, secret: id, body: { details: 'A wolf\nin grey' } }
    },
  },
  { ...checkout.startOrder, prepare: aboutOwnOrder },
  { ...checkout.captureOrder, prepare: aboutOwnOrder },
  {
    ...checkout.startPayment,
    prepare: async (setup) => ({
      body: { orderIds: [await ownOrder(setup), await ownOrder(setup)] },
    }),
  },
  {
    ...checkout.capturePayment,
    prepare: async (setup) => {
      const { reference, orderIds } = await ownPayPalOrder(setup)
      return { params: { paypalOrderId: reference }, secret: orderIds[0] ?? '' }
    },
  },
  {
    ...checkout.claimPayment,
    prepare: async (setup) => ({
      ...(await aboutOwnOrder(setup)),
      body: { transactionId: '0AB12345CD678901E' },
    }),
  },
  { ...messages.readMessages, prepare: aboutOwnMessage },
  {
    ...messages.addMessage,
    prepare: async (setup) => ({
      ...(await aboutOwnMessage(setup)),
      body: { text: 'Where is it?', picture: asDataUrl(await picture()) },
    }),
  },
  {
    ...messages.markMessagesRead,
    prepare: async (setup) => ({ ...(await aboutOwnMessage(setup)), body: { readUpTo: 1 } }),
  },
  { ...messages.readPicture, prepare: aboutOwnMessage },
  { ...kryptonite.listPacks, prepare: () => ({}) },
  {
    ...kryptonite.openPackCheckout,
    prepare: () => ({
      body: packBody({ forSomebodyElse: false, priceCents: 999, agreedTerms: legalVersion }),
    }),
  },
  {
    ...kryptonite.syncPack,
    when: 'an unknown session',
    prepare: () => ({ body: { sessionId: 'cs_test_of_nobody' } }),
  },
  {
    ...skins.buySkin,
    when: 'a claimed balance',
    prepare: async (setup) => skinCall(setup, await claimedBalance(setup)),
  },
  {
    ...skins.buySkin,
    when: 'an unclaimed balance',
    prepare: async (setup) => skinCall(setup, await unclaimedBalance(setup)),
  },
  ...balanceRoutes.flatMap((endpoint): Example[] => [
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
    ...perks.listPerks,
    prepare: async (ground) => ({ secret: await heldPerk(ground, 'priority_queue') }),
  },
  {
    ...perks.changeColor,
    prepare: async (ground) => {
      const steamId = await heldPerk(ground, 'name_tag_color')
      const params = { steamId, perk: 'name_tag_color' }
      return { params, secret: steamId, body: { r: 1, g: 200, b: 3 } }
    },
  },
  { ...perks.listSlots, prepare: () => ({}) },
  {
    ...perks.readReminders,
    prepare: async (ground) => ({ secret: await heldPerk(ground, 'priority_queue', threeDays) }),
  },
  {
    ...perks.chooseReminders,
    prepare: async (ground) => ({
      secret: await heldPerk(ground, 'priority_queue', threeDays),
      body: { direct: true },
    }),
  },
  {
    ...accounts.listClaims,
    prepare: ({ people }) => ({ secret: people().owner.steamId }),
  },
  { ...accounts.startClaim, prepare: () => ({ body: {} }) },
  {
    ...accounts.finishClaim,
    prepare: () => ({ query: { 'openid.mode': 'id_res', 'openid.claimed_id': 'of nobody' } }),
  },
  {
    ...accounts.readSteamProfile,
    prepare: () => ({ params: { steamId: newSteamId() } }),
  },
  {
    ...accounts.startFillIn,
    prepare: () => ({ body: { returnTo: '/krypto-points' } }),
  },
  {
    ...accounts.finishFillIn,
    prepare: () => ({ query: { 'openid.mode': 'id_res', 'openid.claimed_id': 'of nobody' } }),
  },
  { ...accounts.readFillIn, prepare: () => ({ body: {} }) },
  {
    ...accounts.readOwnData,
    prepare: async (setup) => ({ secret: await ownOrder(setup) }),
  },
  {
    ...accounts.deleteOwnData,
    endsSession: true,
    prepare: async (setup) => {
      await endOpenCheckouts(setup)
      return {}
    },
  },
]
