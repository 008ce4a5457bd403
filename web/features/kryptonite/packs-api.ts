import { queryOptions } from '@tanstack/react-query'
import type {
  OpenPackCheckoutAnswer,
  OpenPackCheckoutBody,
  SyncPackAnswer,
} from '#contract/kryptonite.ts'
import { requestJson } from '#web/app/api-client.ts'

const shapes = () => import('#contract/kryptonite.ts')

// Our server makes requests to Stripe in that time, and retries slow ones.
const stripeTimeoutMs = 40_000

/** The packs that are on sale, with the ids of their prices. */
export const packsQuery = queryOptions({
  queryKey: ['packs'],
  queryFn: () =>
    requestJson('/api/krypto-packs', { answer: shapes().then(({ packList }) => packList) }),
})

/**
 * Opens a checkout at Stripe. The same key always opens the same one.
 * @throws {ApiProblem}
 */
export function openPackCheckout(
  body: OpenPackCheckoutBody,
  idempotencyKey: string,
): Promise<OpenPackCheckoutAnswer> {
  return requestJson('/functions/v1/create-krypto-checkout', {
    answer: shapes().then(({ openPackCheckoutAnswer }) => openPackCheckoutAnswer),
    body,
    idempotencyKey,
    timeoutMs: stripeTimeoutMs,
  })
}

/**
 * Makes our server check a checkout and credit it when it is paid. Can be repeated any number of
 * times.
 * @throws {ApiProblem}
 */
export function syncPack(sessionId: string): Promise<SyncPackAnswer> {
  return requestJson('/functions/v1/process-krypto-stripe-payment', {
    answer: shapes().then(({ syncPackAnswer }) => syncPackAnswer),
    body: { sessionId },
    timeoutMs: stripeTimeoutMs,
  })
}
