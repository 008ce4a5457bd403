import { z } from 'zod'
import type { Pack } from '#domain/packs.ts'
import { packs } from '#contract/packs.ts'
import { newSteamId } from '#test/factories/packs.ts'
import type { StripeControl } from '#test/stripe-control.ts'
import type { TestShop } from '#test/shop.ts'
import { someAddress, type Random } from '#test/random.ts'

/** The possible histories of a pack at Stripe; parts are of the remaining amount, in percent. */
const histories = {
  paid: [['decide', 'pay']],
  declined_then_paid: [
    ['decide', 'decline'],
    ['decide', 'pay'],
  ],
  expired: [['decide', 'expire']],
  paid_later: [
    ['decide', 'pay-later'],
    ['bank', 'succeed'],
  ],
  refused_later: [
    ['decide', 'pay-later'],
    ['bank', 'fail'],
  ],
  refunded: [['decide', 'pay'], ['refund']],
  refunded_in_parts: [
    ['decide', 'pay'],
    ['refund', 30],
    ['refund', 50],
  ],
  refunded_after_waiting: [
    ['decide', 'pay-later'],
    ['bank', 'succeed'],
    ['refund', 40],
    ['refund'],
  ],
  disputed: [
    ['decide', 'pay'],
    ['dispute', 'open'],
  ],
  dispute_won: [
    ['decide', 'pay'],
    ['dispute', 'open'],
    ['dispute', 'won'],
  ],
  dispute_lost: [
    ['decide', 'pay'],
    ['dispute', 'open'],
    ['dispute', 'lost'],
  ],
  refunded_then_disputed: [
    ['decide', 'pay'],
    ['refund', 25],
    ['dispute', 'open'],
    ['dispute', 'lost'],
  ],
  dispute_won_then_refunded: [
    ['decide', 'pay'],
    ['dispute', 'open'],
    ['dispute', 'won'],
    ['refund', 60],
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>

type Step =
  | readonly ['decide', 'pay' | 'decline' | 'pay-later' | 'expire']
  | readonly ['bank', 'succeed' | 'fail']
  | readonly ['refund', number?]
  | readonly ['dispute', 'open' | 'won' | 'lost']

export type History = keyof typeof histories
export const allHistories: readonly History[] = namesOf(histories)

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = []
  for (const name in record) names.push(name)
  return names
}

/** From now on Stripe sends no events, whatever happens there. */
export async function disableStripeEvents({ sandbox }: TestShop): Promise<void> {
  const lost = { provider: 'stripe', kind: 'webhook-lost', times: 1_000_000 }
  const minor = [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'refund.created',
    'refund.updated',
  ]
  await sandbox.fail(lost)
  for (const eventType of minor) await sandbox.fail({ ...lost, eventType })
}

export interface Plan {
  readonly history: History
  readonly pack: Pack
  /** The buyer's address. */
  readonly address: string
}

export function planPacks(count: number, random: Random): Plan[] {
  return Array.from({ length: count }, (_, turn) => ({
    history: allHistories[turn % allHistories.length] ?? random.pick(allHistories),
    pack: random.pick(packs),
    address: someAddress(random),
  }))
}

/** Buys a pack for a new buyer and runs its history. Returns its session. */
export async function runPack(shop: TestShop, { history, pack, address }: Plan): Promise<string> {
  const body = { priceId: pack.priceId, steamId: newSteamId(), discordUsername: 'stress' }
  const answer = await shop
    .visitor()
    .post('/functions/v1/create-krypto-checkout', body, { 'x-forwarded-for': address })
  const { url } = z.object({ url: z.url() }).parse(answer.body)
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
  let leftCents: number = pack.priceCents
  for (const step of histories[history]) {
    if (step[0] !== 'refund') {
      await take(shop.sandbox.stripe, sessionId, step)
      continue
    }
    const amountCents = Math.ceil((leftCents * (step[1] ?? 100)) / 100)
    await shop.sandbox.stripe.refund(sessionId, amountCents)
    leftCents -= amountCents
  }
  return sessionId
}

async function take(
  stripe: StripeControl,
  sessionId: string,
  [kind, detail]: Exclude<Step, readonly ['refund', number?]>,
): Promise<void> {
  if (kind === 'decide') await stripe.decide(sessionId, detail)
  else if (kind === 'bank') await stripe.endDelayed(sessionId, detail)
  else await stripe.dispute(sessionId, detail)
}
