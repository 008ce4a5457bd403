import { randomUUID } from 'node:crypto'
import { checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId, packBody } from '#test/factories/packs.ts'
import { listingFields } from '#test/factories/team-listings.ts'

/** A request to repeat endlessly. */
export interface FloodTarget {
  readonly method: string
  readonly path: () => string
  readonly body?: () => unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly limit: FloodLimit
  /** Where a refused person is redirected; otherwise the answer is a problem. */
  readonly refusedTo?: string
}

export type FloodLimit =
  /** Counted in the database, over all processes. */
  | {
      readonly requests: number
      readonly windowSeconds: number
      /** Only requests that fail for another reason count. */
      readonly isCountedAfter?: true
      /** Does not count this machine itself. */
      readonly isOpenToItself?: true
    }
  /** Counted in the process, without this machine itself. */
  | { readonly burst: number; readonly perSecond: number }
  /** So cheap that it has no limit. */
  | null

const someId = '5f0c6f0e-0000-4000-8000-000000000000'
const calls = { burst: 600, perSecond: 20 }

/** Every public endpoint. */
export const floodTargets: Readonly<Record<string, FloodTarget>> = {
  'sign-in at Discord': {
    method: 'POST',
    path: () => '/api/auth/sign-in/social',
    body: () => ({ provider: 'discord', callbackURL: '/auth/callback', disableRedirect: true }),
    limit: { requests: 30, windowSeconds: 60 },
  },
  'return from Discord': {
    method: 'GET',
    path: () => '/api/auth/callback/discord?code=x&state=y',
    limit: { requests: 30, windowSeconds: 60 },
    refusedTo: '/login?error=rate_limited',
  },
  'admin code': {
    method: 'POST',
    path: () => '/api/admin/session',
    body: () => ({ code: randomUUID() }),
    limit: { requests: 10, windowSeconds: 300 },
  },
  'beta code': {
    method: 'POST',
    path: () => '/api/beta/unlock',
    body: () => ({ code: '12345678' }),
    limit: { requests: 10, windowSeconds: 300 },
  },
  checkout: {
    method: 'POST',
    path: () => '/functions/v1/discord-purchase-notification',
    body: () => checkoutBody(),
    limit: { requests: 60, windowSeconds: 60 },
  },
  'checkout of a pack': {
    method: 'POST',
    path: () => '/functions/v1/create-krypto-checkout',
    body: () => packBody(),
    limit: { requests: 60, windowSeconds: 60 },
  },
  'payment of a pack': {
    method: 'POST',
    path: () => '/functions/v1/process-krypto-stripe-payment',
    body: () => ({ sessionId: `cs_test_${randomUUID()}` }),
    limit: { requests: 120, windowSeconds: 60 },
  },
  'payment of an order': {
    method: 'POST',
    path: () => `/api/orders/${randomUUID()}/paypal-order`,
    body: () => ({}),
    limit: { requests: 120, windowSeconds: 60 },
  },
  'claim of a payment': {
    method: 'POST',
    path: () => `/api/orders/${someId}/claim`,
    body: () => ({ transactionId: randomUUID().slice(0, 17).toUpperCase() }),
    limit: { requests: 10, windowSeconds: 600 },
  },
  'skins that nobody can buy': {
    method: 'POST',
    path: () => '/functions/v1/process-krypto-skin-purchase',
    body: () => ({ steamId: newSteamId(), itemName: 'x', itemPrice: 1, itemId: randomUUID() }),
    limit: { requests: 120, windowSeconds: 60, isCountedAfter: true, isOpenToItself: true },
  },
  'claim of a balance': {
    method: 'POST',
    path: () => '/api/steam-claims',
    body: () => ({}),
    limit: { requests: 20, windowSeconds: 60 },
  },
  'a listing': {
    method: 'POST',
    path: () => '/api/team-listings',
    body: () => listingFields,
    limit: { requests: 10, windowSeconds: 600 },
  },
  'change of a listing': {
    method: 'PATCH',
    path: () => `/api/team-listings/${randomUUID()}`,
    body: () => listingFields,
    limit: { requests: 60, windowSeconds: 600 },
  },
  'report of a listing': {
    method: 'POST',
    path: () => `/api/team-listings/${randomUUID()}/reports`,
    body: () => ({ reason: 'spam' }),
    limit: { requests: 10, windowSeconds: 3600 },
  },
  'all balances': {
    method: 'GET',
    path: () => `/api/krypto-balance/${newSteamId()}`,
    limit: { requests: 600, windowSeconds: 60 },
  },
  'lines of wallets': {
    method: 'GET',
    path: () => `/api/krypto-transactions/${newSteamId()}`,
    limit: { requests: 240, windowSeconds: 60 },
  },
  'forged events of Stripe': {
    method: 'POST',
    path: () => '/webhooks/stripe',
    body: () => ({ id: `evt_${randomUUID()}` }),
    headers: { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
    limit: { requests: 300, windowSeconds: 600, isCountedAfter: true },
  },
  'forged events of PayPal': {
    method: 'POST',
    path: () => '/webhooks/paypal',
    body: () => ({ id: randomUUID() }),
    limit: { requests: 300, windowSeconds: 600, isCountedAfter: true },
  },
  'search in the team finder': {
    method: 'GET',
    path: () => '/api/team-listings?search=e&language=ru',
    limit: { burst: 120, perSecond: 5 },
  },
  'donor ranking': { method: 'GET', path: () => '/api/donors', limit: calls },
  'a session that there is not': {
    method: 'GET',
    path: () => '/api/session',
    headers: { cookie: `better-auth.session_token=${'x'.repeat(32)}.${'y'.repeat(44)}` },
    limit: calls,
  },
  'an admin session that there is not': {
    method: 'GET',
    path: () => '/api/admin/orders',
    headers: { cookie: `admin=${'x'.repeat(43)}` },
    limit: calls,
  },
  'pictures that there are not': {
    method: 'GET',
    path: () => `/images/${(randomUUID() + randomUUID()).replaceAll('-', '')}.webp`,
    limit: calls,
  },
  'unknown addresses of the API': {
    method: 'GET',
    path: () => `/api/${randomUUID()}`,
    limit: calls,
  },
  'unknown pages': { method: 'GET', path: () => `/${randomUUID()}`, limit: null },
  'the first page': { method: 'GET', path: () => '/', limit: null },
  'methods that nobody knows': { method: 'OPTIONS', path: () => '/checkout', limit: null },
  'heads alone': { method: 'HEAD', path: () => '/shop', limit: null },
}
