import { expect, it } from 'vitest'
import { csvHead, csvRow, monthAt, monthPeriod, summarize, type BookRow } from './books.ts'

const sale: BookRow = {
  reference: 'C-1',
  provider: 'stripe',
  paymentReference: 'pi_1',
  orderId: 'order',
  movedAt: new Date('2026-11-30T23:30:00Z'),
  kind: 'sale',
  product: { key: 'pack/1000', name: '1000 Kr', durationMonths: null },
  country: 'FR',
  grossCents: 999,
  currency: 'USD',
  feeCents: 57,
  feeCurrency: 'EUR',
  settledNetCents: 862,
  settledCurrency: 'EUR',
}
const refund: BookRow = {
  ...sale,
  kind: 'refund',
  grossCents: -100,
  feeCents: 0,
  settledNetCents: -92,
}

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

it('begins a month when the clock of the community does', () => {
  expect(monthAt('Europe/Paris', sale.movedAt)).toBe('2026-12')
  expect(monthPeriod('Europe/Paris', '2026-12')).toEqual({
    from: new Date('2026-11-30T23:00:00Z'),
    to: new Date('2026-12-31T23:00:00Z'),
  })
})

it('writes each amount in the columns of its currency', () => {
  expect(csvHead(['EUR', 'USD'])).toMatch(
    /^date,time,.*,gross_EUR,fee_EUR,net_EUR,settled_net_EUR,gross_USD,.*\r\n$/,
  )
  expect(csvRow(refund, ['EUR', 'USD'], 'Europe/Paris')).toBe(
    '2026-12-01,2026-11-30T23:30:00.000Z,refund,1000 Kr,pack/1000,FR,stripe,C-1,pi_1,order,' +
      ',0.00,,-0.92,-1.00,,,\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1'])('lets no text be a formula: %j', (name) => {
  const row = { ...sale, product: { key: 'key', name, durationMonths: null } }
  expect(csvRow(row, [], 'UTC')).toContain(`'${name}`)
})
