import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Call } from '#contract/endpoint.ts'
import type * as kryptonite from '#contract/kryptonite.ts'
import { call } from '#web/app/api-client.ts'

const contract = () => import('#contract/kryptonite.ts')

// Our server makes requests to Stripe in that time, and retries slow ones.
const stripeTimeoutMs = 40_000

/** The packs that are on sale, with the ids of their prices. */
export const packsQuery = queryOptions({
  queryKey: ['packs'],
  queryFn: () => call(contract().then(({ listPacks }) => listPacks)),
})

/**
 * Opens a checkout at Stripe. The same key always opens the same one.
 * @throws {ApiProblem}
 */
export function openPackCheckout(
  body: Call<typeof kryptonite.openPackCheckout>['body'],
  idempotencyKey: string,
): Promise<AnswerOf<typeof kryptonite.openPackCheckout>> {
  return call(
    contract().then(({ openPackCheckout: endpoint }) => endpoint),
    { body, idempotencyKey, timeoutMs: stripeTimeoutMs },
  )
}

/**
 * Makes our server check a checkout and credit it when it is paid. Can be repeated any number of
 * times.
 * @throws {ApiProblem}
 */
export function syncPack(sessionId: string): Promise<AnswerOf<typeof kryptonite.syncPack>> {
  return call(
    contract().then(({ syncPack: endpoint }) => endpoint),
    { body: { sessionId }, timeoutMs: stripeTimeoutMs },
  )
}
