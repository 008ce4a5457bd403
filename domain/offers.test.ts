import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { normalCode, reducedCents, salePriceOf, type ListPrice, type Sale } from './offers.ts'

const day = 24 * 60 * 60_000
const now = new Date('2026-11-29T12:00:00Z')
const before = (days: number): Date => new Date(now.getTime() - days * day)

function sale(changes: Partial<Sale> = {}): Sale {
  const terms = { kind: 'percent', value: 20, products: null } as const
  return { id: 'a sale', ...terms, startsAt: before(2), endsAt: null, ...changes }
}
const listed = (priceCents: number | null, days: number): ListPrice => {
  return {
    key: 'vip/1',
    priceCents: priceCents === null ? null : cents(priceCents),
    since: before(days),
  }
}
const priceAt = (sales: readonly Sale[], history: readonly ListPrice[], cost = 1000) =>
  salePriceOf({ key: 'vip/1', priceCents: cents(cost) }, now, { sales, history })

test.each([
  ['percent', 20, 1000, 800],
  ['percent', 33, 999, 669],
  ['percent', 15, 450, 382],
  ['percent', 90, 300, 50],
  ['amount', 250, 1000, 750],
  ['amount', 5000, 1000, 50],
  ['percent', 50, 40, 40],
  ['kr', 500, 1000, 1000],
] as const)('%s %d of %d cents leaves %d', (kind, value, list, reduced) => {
  expect(reducedCents('vip/1', cents(list), { kind, value, products: null })).toBe(reduced)
})

test('only what an offer names is cheaper; packs must be named', () => {
  const half = { kind: 'percent', value: 50 } as const
  const of = (key: string, products: string[] | null) =>
    reducedCents(key, cents(1000), { ...half, products })
  expect(of('vip/1', ['vip'])).toBe(500)
  expect(of('vip-gold/1', ['vip'])).toBe(1000)
  expect(of('extra', ['extra'])).toBe(500)
  expect(of('packs/price_1', null)).toBe(1000)
  expect(of('packs/price_1', ['packs'])).toBe(500)
})

test('a sale runs from its first moment to the one before its end', () => {
  const history = [listed(1000, 60)]
  expect(priceAt([sale({ startsAt: now })], history)?.priceCents).toBe(800)
  expect(priceAt([sale({ startsAt: new Date(now.getTime() + 1) })], history)).toBeNull()
  expect(priceAt([sale({ endsAt: now })], history)).toBeNull()
  expect(priceAt([sale({ endsAt: new Date(now.getTime() + 1) })], history)?.priceCents).toBe(800)
})

test('the struck price is the lowest of the 30 days before the sale', () => {
  const struck = (history: ListPrice[], ...others: Sale[]) =>
    priceAt([sale(), ...others], history)?.struckCents
  expect(struck([listed(1000, 60)])).toBe(1000)
  // Made dearer before the sale.
  expect(struck([listed(900, 60), listed(1000, 10)])).toBe(900)
  expect(struck([listed(700, 60), listed(1000, 10)])).toBeNull()
  // That was longer ago.
  expect(struck([listed(900, 60), listed(1000, 40)])).toBe(1000)
  // An earlier sale.
  const earlier = sale({ value: 10, startsAt: before(20), endsAt: before(15) })
  expect(struck([listed(1000, 60)], earlier)).toBe(900)
  expect(struck([listed(1000, 60)], { ...earlier, value: 30 })).toBeNull()
  expect(struck([listed(1000, 60)], { ...earlier, startsAt: before(50), endsAt: before(40) })).toBe(
    1000,
  )
  // New in the shop, or away meanwhile.
  expect(struck([listed(1000, 1)])).toBeNull()
  expect(struck([listed(600, 60), listed(null, 40), listed(1000, 10)])).toBe(1000)
})

const anySale = fc
  .record({
    kind: fc.constantFrom('percent' as const, 'amount' as const),
    value: fc.integer({ min: 1, max: 90 }),
    products: fc.constantFrom(null, ['vip'], ['other']),
    startsAt: fc.integer({ min: -80, max: 5 }),
    days: fc.option(fc.integer({ min: 1, max: 60 })),
  })
  .map(({ startsAt, days, ...terms }) => {
    const start = new Date(now.getTime() + startsAt * day)
    const endsAt = days === null ? null : new Date(start.getTime() + days * day)
    return sale({ ...terms, startsAt: start, endsAt })
  })
const anyHistory = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.option(fc.integer({ min: 50, max: 5000 }))))
  .map((prices) => prices.map(([days, price]) => listed(price, days)))
  .map((prices) => prices.toSorted((one, other) => Number(one.since) - Number(other.since)))

test('offers never add up, never go below 0.50 €, and never claim a price that was not there', () => {
  fc.assert(
    fc.property(
      fc.array(anySale, { maxLength: 6 }),
      anyHistory,
      fc.integer({ min: 50, max: 5000 }),
      (sales, history, cost) => {
        const found = priceAt(sales, history, cost)
        const running = sales.filter(
          ({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || now < endsAt),
        )
        const single = running.map((one) => reducedCents('vip/1', cents(cost), one))
        expect(found?.priceCents ?? cost).toBe(Math.min(cost, ...single))
        if (!found) return
        expect(found.priceCents).toBeGreaterThanOrEqual(50)
        const start = running.find(
          (one) => reducedCents('vip/1', cents(cost), one) === found.priceCents,
        )?.startsAt
        // Day by day, which is when prices change here.
        const prices = Array.from({ length: 31 * 4 }, (_, quarter) => quarter / 4).flatMap(
          (back) => {
            const time = new Date((start ?? now).getTime() - 30 * day + back * day)
            if (time >= (start ?? now)) return []
            const price = history.findLast(({ since }) => since <= time)?.priceCents ?? null
            if (price === null) return []
            return [
              price,
              ...sales
                .filter(
                  ({ startsAt, endsAt }) => startsAt <= time && (endsAt === null || time < endsAt),
                )
                .map((one) => reducedCents('vip/1', price, one)),
            ]
          },
        )
        const lowest = prices.length === 0 ? null : Math.min(...prices)
        expect(found.struckCents).toBe(lowest !== null && lowest > found.priceCents ? lowest : null)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([' week-end 10', 'WEEKEND10', 'Week\u2011End\u200b10', 'ｗｅｅｋｅｎｄ１０'])(
  '%s is the code WEEKEND10',
  (typed) => {
    expect(normalCode(typed)).toBe('WEEKEND10')
  },
)
