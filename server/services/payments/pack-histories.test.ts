import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { kr, krTakenBack } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import { packs } from '#test/factories/site.ts'
import { describeOnDatabase } from '#test/database.ts'
import {
  loseStripeEvents,
  openPack,
  readPack,
  settlePackPayment,
  type OpenedPack,
} from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { reconcilePacks } from './pack-payable.ts'
import { syncPack } from './pack-payments.ts'

/** Steps that can happen to a pack, in any order. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('pay' as const, 'decline' as const, 'expire' as const) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'pay later' as const,
      'bank agrees' as const,
      'bank refuses' as const,
    ),
  },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 600 }).map((part) => ({ refund: part })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 900 }).map((part) => ({ dispute: part })) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'refund all' as const,
      'dispute all' as const,
      'win' as const,
      'lose' as const,
    ),
  },
  { weight: 5, arbitrary: fc.constantFrom('page' as const, 'job' as const) },
  // Repeats any earlier event.
  { weight: 8, arbitrary: fc.nat(40).map((position) => ({ repeatEvent: position })) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const hour = 60 * 60_000

describeOnDatabase('after any history of a pack', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it('its Kr correspond to its payment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...packs),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async ({ priceId }, steps) => {
          await shop.sandbox.reset()
          await loseStripeEvents(shop)
          // Rate limits are not tested here: each history is a visitor's first minute.
          shop.advanceClock(hour)
          const pack = await openPack(shop, { priceId })
          for (const each of steps) await take(pack, each)
          await syncPack(shop.services, pack.orderId)
          await agrees(pack)
          await syncPack(shop.services, pack.orderId)
          await agrees(pack)
        },
      ),
      { numRuns: 15 },
    )
  })

  async function take({ sessionId }: OpenedPack, next: Step): Promise<void> {
    const { stripe } = shop.sandbox
    if (typeof next === 'object' && 'repeatEvent' in next) return repeatEvent(next.repeatEvent)
    const moves: Record<Extract<Step, string>, () => Promise<unknown>> = {
      pay: () => stripe.decide(sessionId, 'pay'),
      decline: () => stripe.decide(sessionId, 'decline'),
      expire: () => stripe.decide(sessionId, 'expire'),
      'pay later': () => stripe.decide(sessionId, 'pay-later'),
      'bank agrees': () => stripe.endDelayed(sessionId, 'succeed'),
      'bank refuses': () => stripe.endDelayed(sessionId, 'fail'),
      'refund all': () => stripe.refund(sessionId),
      'dispute all': () => stripe.dispute(sessionId, 'open'),
      win: () => stripe.dispute(sessionId, 'won'),
      lose: () => stripe.dispute(sessionId, 'lost'),
      page: async () => {
        const { status } = await settlePackPayment(shop.visitor(), sessionId)
        expect([200, 402, 409]).toContain(status)
      },
      job: async () => {
        shop.advanceClock(hour)
        await reconcilePacks(shop.services)
      },
    }
    const move =
      typeof next === 'string'
        ? moves[next]
        : () =>
            'refund' in next
              ? stripe.refund(sessionId, next.refund)
              : stripe.dispute(sessionId, 'open', next.dispute)
    // Skips steps that are impossible at Stripe.
    await move().catch((error: unknown) => expect(String(error)).toContain('422'))
  }

  async function repeatEvent(position: number): Promise<void> {
    const events = await shop.sandbox.stripe.readEvents()
    const event = events[position % Math.max(1, events.length)]
    if (event) expect(await shop.sandbox.stripe.resend(event.eventId)).toBe(204)
  }

  /** Compares our records with Stripe's. */
  async function agrees({ orderId, sessionId }: OpenedPack): Promise<void> {
    const entry = (await shop.sandbox.stripe.readPayments()).find(
      (known) => known.sessionId === sessionId,
    )
    if (!entry) throw new Error('Stripe has no such session')
    const { order, rows, balance, status } = await readPack(shop, orderId)
    const isPaid = entry.paymentStatus === 'paid'
    const credited = kr(isPaid ? order.amount + order.bonus : 0)
    const takenBack = isPaid
      ? krTakenBack(credited, {
          paidCents: cents(entry.paidCents),
          refundedCents: cents(entry.refundedCents),
          disputedCents: cents(entry.disputedCents),
        })
      : 0
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(credited - takenBack)
    expect(balance).toBe(credited - takenBack)
    expect(order.kr_taken_back).toBe(takenBack)
    const sumOf = (kind: string) =>
      rows
        .filter(({ transaction_type: type }) => type === kind)
        .reduce((sum, { amount }) => sum + amount, 0)
    expect(sumOf('pack_purchase') + sumOf('pack_bonus')).toBe(credited)
    expect(sumOf('refund')).toBeLessThanOrEqual(0)
    expect(sumOf('dispute')).toBeLessThanOrEqual(0)
    if (isPaid && entry.openDisputes > 0) expect(status).toBe('disputed')
    else if (isPaid) expect(['paid', 'refunded']).toContain(status)
    else expect(['pending', 'processing', 'failed', 'expired']).toContain(status)
    expect(order.mismatch).toBeNull()
  }
})
