import type { SandboxContext } from '#sandbox/fake-provider.ts'
import type { Presentation } from './order-view.ts'
import { createState, type HostedButton, type PayPalState } from './state.ts'
import type { WebhookEvent } from './event-body.ts'
import type { Webhooks } from './webhooks.ts'

/** The state and surroundings that every PayPal function works with. */
export interface FakePayPal extends Presentation {
  readonly context: SandboxContext
  readonly webhooks: Webhooks
}

export function createFakePayPal(
  context: SandboxContext,
  webhooks: Webhooks,
  hostedButtons: readonly HostedButton[],
): FakePayPal {
  return { context, webhooks, origin: context.origin, state: createState(hostedButtons) }
}

/** Notifies the product: after the caller has its answer, or before it with `webhook-first`. */
export function announce(fake: FakePayPal, event: WebhookEvent): Promise<void> {
  return fake.webhooks.announce(event)
}

export function now(): string {
  return new Date().toISOString().replace(/\.\d+/, '')
}

/** Finds a capture by its own id, its order's (the first unit's) or one of its disputes'. */
export function findCapture(state: PayPalState, reference: string) {
  const captureId =
    state.orders.get(reference)?.units[0]?.captureId ??
    state.disputes.get(reference)?.captureId ??
    reference
  return state.captures.get(captureId)
}
