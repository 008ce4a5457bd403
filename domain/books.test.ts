import { expect, it } from 'vitest'
import fc from 'fast-check'
import { csvHead, csvRow, monthPeriod, summarize, type BookOffer, type BookRow } from './books.ts'
import { monthAt } from './time-zone.ts'

const sale = {
  reference: 'C-1',
  provider: 'stripe',
  paymentReference: 'pi_1',
  orderId: 'order',
  movedAt: new Date('2026-11-30T23:30:00Z'),
  kind: 'sale',
  product: { key: 'pack/1000', name: '1000 Kr', durationMonths: null },
  offer: { id: 'sale', kind: 'percent', value: 20, code: 'SOKOL10', note: '' },
  listPriceCents: 1249,
  country: 'FR',
  grossCents: 999,
  currency: 'USD',
  feeCents: 57,
  feeCurrency: 'EUR',
  settledNetCents: 862,
  settledCurrency: 'EUR',
} satisfies BookRow
const refund: BookRow = {
  ...sale,
  kind: 'refund',
  grossCents: -100,
  feeCents: 0,
  settledNetCents: -92,
}

const other = { key: 'pack/2000', name: '2000 Kr', durationMonths: null }
const figureNames = ['count', 'grossCents', 'feeCents', 'refundedCents', 'netCents'] as const

it('adds up each currency by itself', () => {
  const unknown = { feeCents: null, feeCurrency: null, settledNetCents: null }
  const books = summarize([
    { entry: sale, count: 3 },
    { entry: refund, count: 1 },
    { entry: { ...sale, ...unknown, settledCurrency: null, product: null }, count: 2 },
  ])
  const euros = { currency: 'EUR', count: 0, grossCents: 0, feeCents: 57, netCents: 770 }
  expect(books.total).toEqual([
    { ...euros, refundedCents: 0 },
    { currency: 'USD', count: 5, grossCents: 1998, feeCents: 0, refundedCents: 100, netCents: 0 },
  ])
  // Payments without an order come last.
  expect(books.products.map(({ product }) => product?.key)).toEqual(['pack/1000', undefined])
  expect(books.withoutFee).toBe(2)
})

it('add up by product, country and offer to the same as in all', () => {
  const currency = fc.constantFrom('EUR', 'USD')
  const amount = fc.integer({ min: -5000, max: 5000 })
  const entry = fc.record({
    kind: fc.constantFrom('sale', 'refund', 'dispute', 'dispute_won'),
    product: fc.constantFrom(sale.product, other, null),
    offer: fc.constantFrom(sale.offer, { ...sale.offer, id: 'other', code: null }, null),
    country: fc.constantFrom('FR', 'BE', null),
    grossCents: amount,
    currency,
    feeCents: amount,
    feeCurrency: currency,
    settledNetCents: amount,
    settledCurrency: currency,
  })
  const counted = fc.array(fc.record({ entry, count: fc.integer({ min: 1, max: 9 }) }))
  fc.assert(
    fc.property(counted, (all) => {
      const { total, products, countries, offers } = summarize(all)
      for (const parts of [products, countries, offers]) {
        const figures = parts.flatMap((part) => part.figures)
        for (const one of total) {
          const own = figures.filter((part) => part.currency === one.currency)
          for (const name of figureNames) {
            expect(own.reduce((sum, part) => sum + part[name], 0)).toBe(one[name])
          }
        }
      }
    }),
  )
})

it('keeps products and countries apart, in the order of their names', () => {
  const entries = [{ ...sale, product: other }, sale, { ...sale, country: 'BE' }]
  const { products, countries } = summarize(entries.map((entry) => ({ entry, count: 1 })))
  expect(products.map(({ product }) => product?.key)).toEqual(['pack/1000', 'pack/2000'])
  expect(countries.map(({ country }) => country)).toEqual(['BE', 'FR'])
})

it('names an offer by its code, its note or what it gives, and what has none last', () => {
  const none = { entry: { ...sale, offer: null }, count: 1 }
  const plain = { kind: 'amount', value: 5, code: null, note: '' } as const
  const of = (id: string, changes: Partial<BookOffer>) => ({
    entry: { ...sale, offer: { ...plain, id, ...changes } },
    count: 1,
  })
  const { offers } = summarize([
    none,
    of('c', { note: 'Noël' }),
    of('b', {}),
    of('a', { code: 'A1' }),
  ])
  expect(offers.map(({ offer }) => offer?.id)).toEqual(['a', 'c', 'b', undefined])
})

it('begins a month when the clock of the community does', () => {
  expect(monthAt('Europe/Paris', sale.movedAt)).toBe('2026-12')
  expect(monthPeriod('Europe/Paris', '2026-12')).toEqual({
    from: new Date('2026-11-30T23:00:00Z'),
    to: new Date('2026-12-31T23:00:00Z'),
  })
})

it('writes each amount in the columns of its currency', () => {
  expect(csvHead(['EUR', 'USD'])).toMatch(
    /^date,time,.*,gross_EUR,fee_EUR,net_EUR,settled_net_EUR,list_price_EUR,gross_USD,.*\r\n$/,
  )
  expect(csvRow(refund, ['EUR', 'USD'], 'Europe/Paris')).toBe(
    '2026-12-01,2026-11-30T23:30:00.000Z,refund,1000 Kr,pack/1000,FR,stripe,C-1,pi_1,order,' +
      'SOKOL10,sale,,0.00,,-0.92,,-1.00,,,,\r\n',
  )
  expect(csvRow(sale, ['USD'], 'Europe/Paris')).toMatch(/SOKOL10,sale,9\.99,,,,12\.49\r\n$/)
})

it.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1'])('lets no text be a formula: %j', (name) => {
  const row = { ...sale, product: { key: 'key', name, durationMonths: null } }
  expect(csvRow(row, [], 'UTC')).toContain(`'${name}`)
})
