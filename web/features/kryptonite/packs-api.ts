import type {
  OpenPackCheckoutAnswer,
  OpenPackCheckoutBody,
  PackView,
  SyncPackAnswer,
} from '#contract/kryptonite.ts'
import { requestJson } from '#web/app/api-client.ts'

// Our server asks Stripe meanwhile, and more than once where Stripe hesitates.
const stripeTimeoutMs = 40_000

/**
 * The packs with the ids of their prices, as they are sold now.
 * @throws {ApiProblem}
 */
export function fetchPacks(): Promise<readonly PackView[]> {
  return requestJson('/api/krypto-packs')
}

/**
 * Opens a checkout at Stripe. The same key opens the same one.
 * @throws {ApiProblem}
 */
export function openPackCheckout(
  body: OpenPackCheckoutBody,
  idempotencyKey: string,
): Promise<OpenPackCheckoutAnswer> {
  return requestJson('/functions/v1/create-krypto-checkout', {
    body,
    idempotencyKey,
    timeoutMs: stripeTimeoutMs,
  })
}

/**
 * Makes our server look how a checkout stands, and credit it when it is paid; any number of times.
 * @throws {ApiProblem}
 */
export function syncPack(sessionId: string): Promise<SyncPackAnswer> {
  return requestJson('/functions/v1/process-krypto-stripe-payment', {
    body: { sessionId },
    timeoutMs: stripeTimeoutMs,
  })
}
