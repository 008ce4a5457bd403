import * as accounts from '#contract/accounts.ts'
import { readSession } from '#contract/session.ts'
import { readProductTexts } from '#contract/product-texts.ts'
import { readSite } from '#contract/site.ts'
import * as beta from '#contract/beta.ts'
import * as documents from '#contract/documents.ts'
import * as donors from '#contract/donors.ts'
import * as events from '#contract/events.ts'
import * as lbCore from '#contract/lb-core.ts'
import * as operations from '#contract/operations.ts'
import * as serverStatus from '#contract/server-status.ts'
import * as skins from '#contract/skins.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import type { Call, Example } from './endpoint.ts'
import { storedImage, waitingLbRequest } from './records.ts'

const ofGameServer: Call = {
  fixedParams: { token: sandboxDefaults.lbCoreToken },
  query: { id: '7', port: '2302' },
}

/** The public endpoints, and signing in. */
export const publicEndpoints: readonly Example[] = [
  { ...operations.readHealth, prepare: () => ({}) },
  { ...operations.readReadiness, prepare: () => ({}) },
  { ...operations.readMetrics, when: 'through a proxy', prepare: () => ({}) },
  { ...operations.readSecurityTxt, prepare: () => ({}) },
  { ...readSession, prepare: ({ people }) => ({ secret: people().owner.name }) },
  {
    ...accounts.signIn,
    prepare: () => ({
      body: { provider: 'discord', callbackURL: '/auth/callback', errorCallbackURL: '/login' },
    }),
  },
  {
    ...accounts.finishSignIn,
    prepare: () => ({ query: { code: 'of nobody', state: 'of nobody' } }),
  },
  { ...accounts.signOut, endsSession: true, prepare: () => ({ body: {} }) },
  {
    ...beta.unlockBeta,
    prepare: () => ({ body: { code: sandboxDefaults.betaCode } }),
  },
  { ...donors.rankDonors, prepare: () => ({}) },
  {
    ...documents.listDocuments,
    prepare: () => ({ query: { language: 'fr', kind: 'latest-news' } }),
  },
  {
    ...documents.readDocument,
    prepare: () => ({ params: { kind: 'guides', slug: 'raiding' }, query: { language: 'fr' } }),
  },
  {
    ...documents.readSearchTexts,
    prepare: () => ({ query: { language: 'fr', version: 'of another day' } }),
  },
  { ...skins.listShopItems, prepare: () => ({}) },
  { ...readSite, prepare: () => ({}) },
  { ...readProductTexts, prepare: () => ({ query: { language: 'ru' } }) },
  { ...serverStatus.readServerStatus, prepare: () => ({}) },
  { ...serverStatus.readPlayerHistory, prepare: () => ({}) },
  {
    ...skins.readImage,
    prepare: async (setup) => ({ params: { file: await storedImage(setup) } }),
  },
  {
    ...events.streamEvents,
    prepare: ({ people }) => ({
      query: { steamId: people().owner.steamId, versions: '/api/site "1"' },
    }),
  },
  { ...operations.readPriority, when: 'without its token', prepare: () => ({}) },
  {
    ...lbCore.pollLbCore,
    when: 'with the game server’s token',
    prepare: async (ground) => {
      await waitingLbRequest(ground)
      return ofGameServer
    },
  },
  {
    ...lbCore.answerLbCore,
    when: 'with the game server’s token',
    prepare: () => ({ ...ofGameServer, body: { code: 200, message: 'OK', data: {} } }),
  },
  {
    ...operations.receivePayPal,
    when: 'without its signature',
    prepare: () => ({ body: { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED' } }),
  },
  {
    ...operations.receiveStripe,
    when: 'without its signature',
    prepare: () => ({ body: { id: 'evt_1', type: 'checkout.session.completed' } }),
  },
  {
    ...operations.receiveDiscord,
    when: 'without its signature',
    prepare: () => ({ body: { id: '1', type: 1 } }),
  },
]
