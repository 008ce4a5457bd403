import { signInRequest } from '#contract/accounts.ts'
import { eventsQuery } from '#contract/events.ts'
import { unlockBetaRequest } from '#contract/beta.ts'
import { lbPollQuery } from '#contract/lb-core.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { storedImage, waitingLbRequest } from './records.ts'

const ofGameServer: Call = {
  fixedParams: { token: sandboxDefaults.lbCoreToken },
  query: { id: '7', port: '2302' },
}

/** The public endpoints, and signing in. */
export const publicEndpoints: readonly Endpoint[] = [
  { route: 'GET /healthz', prepare: () => ({}) },
  { route: 'GET /readyz', prepare: () => ({}) },
  { route: 'GET /metrics', when: 'through a proxy', prepare: () => ({}) },
  { route: 'GET /.well-known/security.txt', prepare: () => ({}) },
  { route: 'GET /api/session', prepare: ({ people }) => ({ secret: people().owner.name }) },
  {
    route: 'POST /api/auth/sign-in/social',
    bodyContract: signInRequest,
    prepare: () => ({
      body: { provider: 'discord', callbackURL: '/auth/callback', errorCallbackURL: '/login' },
    }),
  },
  {
    route: 'GET /api/auth/callback/discord',
    prepare: () => ({ query: { code: 'of nobody', state: 'of nobody' } }),
  },
  { route: 'POST /api/auth/sign-out', endsSession: true, prepare: () => ({ body: {} }) },
  {
    route: 'POST /api/beta/unlock',
    bodyContract: unlockBetaRequest,
    prepare: () => ({ body: { code: sandboxDefaults.betaCode } }),
  },
  { route: 'GET /api/donors', prepare: () => ({}) },
  { route: 'GET /api/shop-items', prepare: () => ({}) },
  { route: 'GET /api/server-status', prepare: () => ({}) },
  { route: 'GET /api/server-status/history', prepare: () => ({}) },
  {
    route: 'GET /images/:file',
    prepare: async (setup) => ({ params: { file: await storedImage(setup) } }),
  },
  {
    route: 'GET /api/events',
    queryContract: eventsQuery,
    prepare: ({ people }) => ({ query: { steamId: people().owner.steamId } }),
  },
  { route: 'GET /api/game/priority.txt', when: 'without its token', prepare: () => ({}) },
  {
    route: 'POST /api/lb/:token/poll',
    when: 'with the game server’s token',
    queryContract: lbPollQuery,
    prepare: async (ground) => {
      await waitingLbRequest(ground)
      return ofGameServer
    },
  },
  {
    route: 'POST /api/lb/:token/response',
    when: 'with the game server’s token',
    queryContract: lbPollQuery,
    prepare: () => ({ ...ofGameServer, body: { code: 200, message: 'OK', data: {} } }),
  },
  {
    route: 'POST /webhooks/paypal',
    when: 'without its signature',
    prepare: () => ({ body: { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED' } }),
  },
  {
    route: 'POST /webhooks/stripe',
    when: 'without its signature',
    prepare: () => ({ body: { id: 'evt_1', type: 'checkout.session.completed' } }),
  },
]
