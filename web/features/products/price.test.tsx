import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { percentOff, Price, SaleNote } from './price.tsx'

const sale = { priceCents: 800, struckCents: 1000, endsAt: '2026-12-03T23:00:00.000Z' }
const inSale = { priceCents: cents(800), sale }
const unclaimed = { priceCents: cents(800), sale: { ...sale, struckCents: null } }

test('a struck price is read with its meaning, and the percent claims no more than there is', () => {
  const html = renderToStaticMarkup(<Price of={inSale} />)
  expect(html).toMatch(/<span>8\s€<\/span>/)
  expect(html).toMatch(/<s><span class="sr-only">avant\s: <\/span><span>10\s€<\/span><\/s>/)
  expect(html).toMatch(/−20\s%/)
  expect(percentOff(667, 1000)).toMatch(/^−33\s%$/)
  expect(percentOff(995, 1000)).toBeNull()
})

test('without a price to compare with nothing is struck and no percent is claimed', () => {
  const html = renderToStaticMarkup(
    <>
      <Price of={unclaimed} />
      <SaleNote prices={[unclaimed]} />
    </>,
  )
  expect(html).not.toMatch(/<s>|%|barré/)
  expect(html).toContain('Promotion')
})

test('a sale that ends at midnight ran on the day before, and without one there is no note', () => {
  // In the community's time zone, where it is 00:00 on 4 December.
  expect(renderToStaticMarkup(<SaleNote prices={[inSale]} />)).toContain('3 décembre 2026')
  expect(renderToStaticMarkup(<SaleNote prices={[{ ...inSale, sale: null }]} />)).toBe('')
})

test('an end within a day is said with its hour, and different ends are not said to be one', () => {
  const early = { ...inSale, sale: { ...sale, endsAt: '2026-12-02T17:51:00.000Z' } }
  const html = renderToStaticMarkup(<SaleNote prices={[early]} />)
  expect(html).toContain('2 décembre 2026 à 18:51')
  const both = renderToStaticMarkup(<SaleNote prices={[inSale, early]} />)
  expect(both).toMatch(/première promotion.*2 décembre.*plus longtemps/)
})
