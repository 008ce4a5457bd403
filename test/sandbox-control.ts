import { z } from 'zod'
import { createStripeControl, type StripeControl } from './stripe-control.ts'

/** Actions of a buyer or a provider, for tests. */
export interface SandboxControl {
  readonly origin: string
  readonly stripe: StripeControl
  /** The buyer presses a button in PayPal's window. */
  decide(
    paypalOrderId: string,
    outcome: 'pay' | 'decline' | 'hold',
    /** Why PayPal holds the payment, and where the buyer lives. */
    terms?: { readonly reason?: string; readonly country?: string },
  ): Promise<void>
  /** PayPal ends its review of a held payment. */
  review(captureId: string, outcome: 'complete' | 'deny'): Promise<void>
  /** Pays with a hosted button. Returns the transaction id of the receipt. */
  payHostedButton(hostedButtonId: string): Promise<string>
  fail(fault: Readonly<Record<string, unknown>>): Promise<void>
  /** Cancels the pending faults. */
  clearFaults(): Promise<void>
  refund(reference: string, amountCents?: number): Promise<void>
  /** Opens a buyer's dispute, or decides the oldest open one. Returns the dispute's id. */
  dispute(
    reference: string,
    outcome: 'open' | 'won' | 'lost',
    options?: { readonly amountCents?: number; readonly takenAsRefund?: boolean },
  ): Promise<string>
  /** PayPal's own records of each payment. */
  readPayments(): Promise<readonly AuditEntry[]>
  /** What both providers' own books say of the shop's balance. */
  readMovements(): Promise<readonly ProviderMovement[]>
  /** Clears everything, including rate limits. */
  reset(): Promise<void>
  readLog(
    provider:
      | 'a2s'
      | 'battlemetrics'
      | 'cftools'
      | 'discord'
      | 'lb-core'
      | 'paypal'
      | 'priority-file'
      | 'stripe',
  ): Promise<readonly LogEntry[]>
  /** Somebody types a command in Discord's channel, or presses a button under a message there. */
  interact(act: Readonly<Record<string, string>>): Promise<InteractionOutcome>
  /** Changes the game server. */
  changeServer(change: Readonly<Record<string, unknown>>): Promise<void>
  /** What the game has from the product. */
  readGame(): Promise<GameView>
  /** Players join a server for the first time, so that CFTools knows them. */
  joinGame(steamIds: readonly string[]): Promise<void>
  /** The staff puts a player into the queue at CFTools for ever. */
  addToQueue(steamId: string): Promise<void>
  /** Accounts join the Discord server, with these as all of their roles. Returns all members. */
  addMembers(
    discordIds: readonly string[],
    roles: readonly string[],
  ): Promise<readonly GuildMember[]>
  /** Whether LB Core asks the product, which it does not at first in tests, and what it may be asked. */
  changeGame(change: {
    readonly asks?: boolean
    readonly restrictedAccess?: boolean
  }): Promise<void>
}

const auditEntries = z.array(
  z.object({
    captureId: z.string(),
    orderId: z.string(),
    customId: z.string().nullable(),
    status: z.string(),
    amountCents: z.number(),
    backCents: z.number(),
    openDisputes: z.number(),
  }),
)
export type AuditEntry = z.output<typeof auditEntries>[number]

const movements = z.array(
  z.object({
    reference: z.string(),
    kind: z.enum(['sale', 'refund', 'dispute', 'dispute_won']),
    movedAt: z.string().transform((time) => new Date(time)),
    grossCents: z.int(),
    currency: z.string(),
    feeCents: z.int(),
    netCents: z.int(),
    settledCurrency: z.string(),
  }),
)
export type ProviderMovement = z.output<typeof movements>[number]

const logEntries = z.array(z.looseObject({ kind: z.string().optional() }))
export type LogEntry = z.output<typeof logEntries>[number]

const interactionOutcome = z.object({
  status: z.number().nullable(),
  /** As Discord gets it: of a type, with its data. */
  answer: z.looseObject({}).optional(),
})
type InteractionOutcome = z.output<typeof interactionOutcome>

const guildMembers = z.array(z.object({ discordId: z.string(), roles: z.array(z.string()) }))
type GuildMember = z.output<typeof guildMembers>[number]

const gameView = z.object({
  priorityFile: z.string(),
  queue: z.array(
    z.object({ steamId: z.string(), comment: z.string(), expiresAt: z.string().nullable() }),
  ),
  prefixGroups: z.array(
    z.looseObject({
      prefix: z.string(),
      colorR: z.int(),
      colorG: z.int(),
      colorB: z.int(),
      members: z.array(z.string()),
    }),
  ),
  clanTagPlayers: z.array(z.looseObject({ steamid: z.string(), comment: z.string() })),
  roles: guildMembers,
})
export type GameView = z.output<typeof gameView>

export function createSandboxControl(origin: string): SandboxControl {
  async function call(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }

  return {
    origin,
    stripe: createStripeControl(origin, call),
    decide: async (orderId, outcome, terms) => {
      await call('/_sandbox/paypal/approve', { orderId, outcome, ...terms })
    },
    review: async (captureId, outcome) => {
      await call('/_sandbox/paypal/review', { captureId, outcome })
    },
    payHostedButton: async (hostedButtonId) =>
      z
        .object({ transactionId: z.string() })
        .parse(await call('/_sandbox/paypal/pay-hosted-button', { hostedButtonId })).transactionId,
    fail: async (fault) => {
      await call('/_sandbox/faults', fault)
    },
    clearFaults: async () => {
      await call('/_sandbox/faults/clear', {})
    },
    refund: async (reference, amountCents) => {
      await call('/_sandbox/refund', { provider: 'paypal', reference, amountCents })
    },
    dispute: async (reference, outcome, options = {}) =>
      z
        .object({ disputeId: z.string() })
        .parse(
          await call('/_sandbox/dispute', { provider: 'paypal', reference, outcome, ...options }),
        ).disputeId,
    readPayments: async () => {
      const response = await fetch(`${origin}/_sandbox/paypal/payments`)
      return auditEntries.parse(await response.json())
    },
    readMovements: async () => {
      const both = ['paypal', 'stripe'].map(async (provider) => {
        const response = await fetch(`${origin}/_sandbox/${provider}/balance`)
        return movements.parse(await response.json())
      })
      return (await Promise.all(both)).flat()
    },
    joinGame: async (steamIds) => {
      await call('/_sandbox/cftools/join', { steamIds })
    },
    addToQueue: async (steamId) => {
      const entry = { steamId, comment: 'a friend', expiresAt: null }
      await call('/_sandbox/cftools/entries', entry)
    },
    addMembers: async (discordIds, roles) =>
      guildMembers.parse(await call('/_sandbox/discord/members', { discordIds, roles })),
    interact: async (act) => {
      const response = await fetch(`${origin}/_sandbox/discord/channel`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(act),
      })
      return interactionOutcome.parse(await response.json())
    },
    changeServer: async (change) => {
      await call('/_sandbox/server', change)
    },
    readGame: async () => {
      const response = await fetch(`${origin}/_sandbox/game`)
      return gameView.parse(await response.json())
    },
    changeGame: async (change) => {
      await call('/_sandbox/game', change)
    },
    reset: async () => {
      await call('/_sandbox/reset', {})
    },
    readLog: async (provider) => {
      const response = await fetch(`${origin}/_sandbox/log?provider=${provider}`)
      return logEntries.parse(await response.json())
    },
  }
}
