import { z } from 'zod'
import { providers, type Provider } from './fake-provider.ts'
import { refusalIssues } from './paypal/errors.ts'

/** Refused before anything happens. */
const refusals = ['500', '429'] as const
/** The provider did its work, but the caller gets no proper answer: the faults that hurt a shop most. */
const lostAnswerKinds = ['hang', 'reset', 'slow', 'truncated'] as const
/** The provider did its work and gives an answer that no caller expects. */
const garblingKinds = ['garbled'] as const
/** Of an order with several purchase units, the next unit is declined or held for review. */
const unitFaults = ['unit-declined', 'unit-held'] as const
/** The shop's app has no permission for disputes; PayPal refuses an order or its capture, as `issue` says. */
const payPalFaults = [...unitFaults, 'disputes-forbidden', 'payment-refused'] as const
/** Of the shop's webhook: deleted, for another address, for some of the events only. */
const endpointFaults = ['webhook-missing', 'webhook-elsewhere', 'webhook-partial'] as const
/** The webhook was switched off; it sends the events of a version of years ago; the key is restricted. */
const stripeFaults = ['webhook-disabled', 'webhook-old', 'webhooks-forbidden'] as const
const webhookFaults = ['webhook-lost', 'webhook-twice', 'webhook-first', 'webhook-late'] as const

/** What the machine does wrong that keeps the game server's files. */
export const machineFaults = [
  'rename-refused',
  'upload-cut',
  'stale-read',
  'password-changed',
  'host-key-changed',
  'disk-full',
  'foreign-write',
] as const
/** The work is done, and nobody is told so. */
const gameFaults = ['answer-lost'] as const
/**
 * The member of the call leaves the guild, or has lost all roles (the bot: what they allow); the
 * guild's roles stand above that of the bot; somebody has deleted the webhook of the staff's channel,
 * or a message that the bot changes; the bot may not write in a channel.
 */
const discordFaults = [
  'member-left',
  'role-lost',
  'role-above',
  'webhook-deleted',
  'message-deleted',
  'channel-forbidden',
] as const
/**
 * All tokens have ended; an entry is added, and the answer says that it was there; a change is made,
 * and its answer never arrives; the network before CFTools answers.
 */
const queueFaults = ['token-expired', 'duplicate', 'answer-lost', 'html-error'] as const

export const faultKinds = [
  ...refusals,
  ...lostAnswerKinds,
  ...garblingKinds,
  ...webhookFaults,
  ...payPalFaults,
  ...endpointFaults,
  ...stripeFaults,
  ...machineFaults,
  ...gameFaults,
  ...discordFaults,
  ...queueFaults,
] as const
const httpFaults: readonly FaultKind[] = [
  ...refusals,
  ...lostAnswerKinds,
  ...garblingKinds,
  ...webhookFaults,
]
/** The faults of those that have others than any server of HTTP. */
const ownFaults: Partial<Readonly<Record<Provider, readonly FaultKind[]>>> = {
  // UDP has neither statuses nor connections.
  a2s: ['hang', 'slow', 'truncated'],
  paypal: [...httpFaults, ...payPalFaults, ...endpointFaults],
  stripe: [...httpFaults, ...endpointFaults, ...stripeFaults],
  'priority-file': machineFaults,
  'lb-core': gameFaults,
  discord: [...httpFaults, ...discordFaults],
  cftools: [...httpFaults, ...queueFaults],
}
const faultsOf = (provider: Provider) => ownFaults[provider] ?? httpFaults
export type FaultKind = (typeof faultKinds)[number]
export type AnswerFaultKind =
  | (typeof refusals)[number]
  | (typeof lostAnswerKinds)[number]
  | (typeof garblingKinds)[number]
export type WebhookFaultKind = (typeof webhookFaults)[number]

/**
 * Body of `POST /_sandbox/faults`. `path` is a prefix in which `*` stands for one segment;
 * `eventType` narrows a webhook fault, which otherwise affects all events that a shop depends on;
 * `delayMs` is how late a `slow` answer or a `webhook-late` comes; in a `garbled` answer every
 * member named `member` becomes `put`, by default every amount one with three decimals; `issue` is
 * why a payment is refused.
 */
export const faultRequest = z
  .strictObject({
    provider: z.enum(providers),
    kind: z.enum(faultKinds),
    times: z.int().min(1).max(1_000_000).default(1),
    path: z.string().startsWith('/').optional(),
    eventType: z.string().min(1).optional(),
    delayMs: z.int().min(0).max(600_000).default(5000),
    member: z.string().min(1).optional(),
    put: z.union([z.string(), z.number()]).default('10.001'),
    issue: z.enum(refusalIssues).default('PAYEE_ACCOUNT_RESTRICTED'),
  })
  .check(({ value: { provider, kind }, issues }) => {
    const kinds = faultsOf(provider)
    if (kinds.includes(kind)) return
    const message = `of ${provider} one of ${kinds.join(', ')}`
    issues.push({ code: 'custom', path: ['kind'], message, input: kind })
  })
export type FaultRequest = z.output<typeof faultRequest>

export interface AnswerFault extends FaultRequest {
  readonly kind: AnswerFaultKind
}

export interface Faults {
  add(fault: FaultRequest): void
  /** The pending faults, with `times` as what is left of each. */
  list(): readonly FaultRequest[]
  /** Uses up one fault for a call; `isApi` says whether a fault without a path applies to it. */
  takeForCall(provider: Provider, path: string, isApi: boolean): AnswerFault | null
  /** Uses up one fault of that kind for a webhook event. */
  takeForWebhook(provider: Provider, kind: WebhookFaultKind, eventType: string): FaultRequest | null
  isDue(provider: Provider, kind: FaultKind): boolean
  /** Uses up one fault of that kind, for a call to this path; null when there is none. */
  take(provider: Provider, kind: FaultKind, path?: string): FaultRequest | null
  clear(): void
}

export function createFaults(): Faults {
  let faults: FaultRequest[] = []

  function useUp(used: FaultRequest): void {
    faults = faults.flatMap((fault) => {
      if (fault !== used) return [fault]
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
    })
  }

  return {
    isDue: (provider, kind) =>
      faults.some((fault) => fault.provider === provider && fault.kind === kind),
    take(provider, kind, path = '') {
      const due = faults.find(
        (fault) =>
          fault.provider === provider && fault.kind === kind && concernsPath(fault, path, true),
      )
      if (due) useUp(due)
      return due ?? null
    },
    add: (fault) => faults.push(fault),
    list: () => faults,
    takeForCall(provider, path, isApi) {
      const matching = faults
        .filter(isAnswerFault)
        .find((fault) => fault.provider === provider && concernsPath(fault, path, isApi))
      if (matching) useUp(matching)
      return matching ?? null
    },
    takeForWebhook(provider, kind, eventType) {
      const matching = faults.find(
        (fault) =>
          fault.provider === provider && fault.kind === kind && concernsEvent(fault, eventType),
      )
      if (matching) useUp(matching)
      return matching ?? null
    },
    clear() {
      faults = []
    },
  }
}

const answerFaults: ReadonlySet<FaultKind> = new Set([
  ...refusals,
  ...lostAnswerKinds,
  ...garblingKinds,
])

function isAnswerFault(fault: FaultRequest): fault is AnswerFault {
  return answerFaults.has(fault.kind)
}

function concernsPath(fault: FaultRequest, path: string, isApi: boolean): boolean {
  if (fault.path === undefined) return isApi
  const pattern = fault.path.split('*').map(escapePattern).join('[^/]+')
  return new RegExp(`^${pattern}`).test(path)
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * PayPal's approval is not a payment, and Stripe repeats the news of intents and refunds in its events
 * of sessions and charges. Losing one of these hurts nobody, so a fault affects them only by name.
 */
const harmlessEvent = /^(?:CHECKOUT\.ORDER\.APPROVED$|payment_intent\.|refund\.)/

function concernsEvent(fault: FaultRequest, eventType: string): boolean {
  return fault.eventType === undefined
    ? !harmlessEvent.test(eventType)
    : fault.eventType === eventType
}
