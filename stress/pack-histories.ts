import { z } from 'zod'
import { packs } from '#test/factories/site.ts'
import type { Pack } from '#domain/packs.ts'
import { newSteamId } from '#test/factories/packs.ts'
import { type Random, someAddress } from '#test/random.ts'
import type { TestShop } from '#test/shop.ts'
import type { StripeAuditEntry, StripeControl } from '#test/stripe-control.ts'

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

type History = keyof typeof histories
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

interface Plan {
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

interface Verdict {
  readonly credited: number
  /** Packs whose Kr differ from Stripe's records, each in words. */
  readonly wrong: readonly string[]
  /** Packs credited more than once. */
  readonly doubled: number
  /** Players whose balance is not the sum of their rows. */
  readonly unbalanced: number
}

/** Compares the ledger with Stripe's own records, for these sessions. */
export async function auditPacks(
  { sandbox, services }: TestShop,
  sessionIds: ReadonlySet<string>,
): Promise<Verdict> {
  const { db } = services.database
  const orders = await db.selectFrom('krypto_orders').selectAll().execute()
  const rows = await db.selectFrom('krypto_transactions').selectAll().execute()
  const balances = await db.selectFrom('krypto_balance').selectAll().execute()
  const sums = Map.groupBy(rows, (row) => row.steam_id)
  const bySession = Map.groupBy(rows, (row) => row.source.split(':')[1] ?? '')
  const orderOf = new Map(orders.map((order) => [order.session_id, order]))
  const books = (await sandbox.stripe.readPayments()).filter((entry) =>
    sessionIds.has(entry.sessionId),
  )
  const verdicts = books.map((entry) => {
    const order = orderOf.get(entry.sessionId)
    const own = bySession.get(entry.sessionId) ?? []
    const has = own.reduce((total, { amount }) => total + amount, 0)
    const due = order ? krDue(entry, order.amount + order.bonus) : 0
    const credits = own.filter((row) => row.transaction_type === 'pack_purchase').length
    return { entry, has, due, credits }
  })
  return {
    credited: verdicts.filter(({ credits }) => credits > 0).length,
    wrong: verdicts
      .filter(({ has, due }) => has !== due)
      .map(({ entry, has, due }) => `${entry.sessionId}: ${has} Kr, due are ${due}`),
    doubled: verdicts.filter(({ credits }) => credits > 1).length,
    unbalanced: balances.filter(
      ({ steam_id: steamId, balance }) =>
        balance !== (sums.get(steamId) ?? []).reduce((total, { amount }) => total + amount, 0),
    ).length,
  }
}

/** The current Kr of a pack: its Kr less the returned share of the money, fractions kept. */
function krDue(
  { paidCents, refundedCents, disputedCents }: StripeAuditEntry,
  total: number,
): number {
  if (paidCents === 0) return 0
  return total - Math.floor((total * (refundedCents + disputedCents)) / paidCents)
}
