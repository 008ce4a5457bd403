import type { SandboxContext } from '#sandbox/stand-in.ts'
import type { Presentation } from './order-view.ts'
import { createState, type HostedButton, type PayPalState } from './state.ts'
import type { WebhookEvent } from './event-body.ts'
import type { Webhooks } from './webhooks.ts'

/** What every verb of this stand-in works with. */
export interface Desk extends Presentation {
  readonly context: SandboxContext
  readonly webhooks: Webhooks
}

export function createDesk(
  context: SandboxContext,
  webhooks: Webhooks,
  hostedButtons: readonly HostedButton[],
): Desk {
  return { context, webhooks, origin: context.origin, state: createState(hostedButtons) }
}

/** Tells the product: after the caller has its answer, or before when `webhook-first` asks for it. */
export function announce(desk: Desk, event: WebhookEvent): Promise<void> {
  return desk.webhooks.announce(event)
}

export function now(): string {
  return new Date().toISOString().replace(/\.\d+/, '')
}

/** By the id of the capture, of its order or of one of its disputes. */
export function findCapture(state: PayPalState, reference: string) {
  const captureId =
    state.orders.get(reference)?.units[0]?.captureId ??
    state.disputes.get(reference)?.captureId ??
    reference
  return state.captures.get(captureId)
}
