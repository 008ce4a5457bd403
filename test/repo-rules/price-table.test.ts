import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reskinTiers, typeOf } from '#domain/products.ts'
import { catalogue, packs } from '#test/factories/site.ts'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'

const text = readFileSync(path.join(import.meta.dirname, '../specification/price-table.md'), 'utf8')

/** The matches of the pattern's first group in the specification's words. */
function read(pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`the specification has no ${pattern}`)
  return found
}

const numbers = (list: string): number[] => list.split(', ').map(Number)
const types = read(/ type \(([^)]+)\)/).split(', ')
const durations = numbers(read(/Prices in euros by duration \(([^)]+) months\)/))
const tierPrices = new Map(
  read(/Reskins \([^)]+\): ([^.]+)\./)
    .split(', ')
    .map((tier): [string, number] => {
      const [name = '', price = ''] = tier.split(' ')
      return [name, Number.parseInt(price, 10)]
    }),
)
const reskinNames = read(/Names such as ([^.]+)\./)
  .split(', ')
  .map((name) => name.replace(/ (Basic|Advanced)$/, ''))
const extras = read(/Extras: ([^.]+)\./).split('; ')

interface SpecifiedOffer {
  readonly key: string
  readonly type: string
  readonly name: string
  readonly durationMonths: number | null
  readonly tier: string | null
  readonly priceCents: number
}

const timed = [...text.matchAll(/^- ([^:]+): (\d+(?:, \d+)*)\.$/gm)].flatMap(
  ([, title = '', prices = '']): SpecifiedOffer[] =>
    numbers(prices).map((euros, index) => {
      const durationMonths = durations[index] ?? 0
      const type = types.find((known) => known.toLowerCase() === title.toLowerCase()) ?? title
      const key = `${title.toLowerCase().replaceAll(' ', '-')}/${durationMonths}`
      return { key, type, name: type, durationMonths, tier: null, priceCents: euros * 100 }
    }),
)
const reskins = reskinNames.flatMap((name) =>
  [...tierPrices].map(([tier, euros]): SpecifiedOffer => ({
    // The page of 'Armure Reskin' is /donation/reskin/gear/armour.
    key: `reskin-${name.split(' ')[0]?.toLowerCase().replace('armure', 'armour')}/${tier.toLowerCase()}`,
    type: 'Reskin',
    name: `${name} ${tier}`,
    durationMonths: null,
    tier,
    priceCents: euros * 100,
  })),
)
const extraOffers = extras.map((extra): SpecifiedOffer => {
  const [, name = '', euros = ''] = /^(.+) (\d+)€$/.exec(extra) ?? []
  return {
    key: name.replace('your ', '').replaceAll(' ', '-'),
    type: 'Extras',
    name: name.replace(/^r/, 'R'),
    durationMonths: null,
    tier: null,
    priceCents: Number(euros) * 100,
  }
})
const specified = [...timed, ...reskins, ...extraOffers]

test('the types and tiers are those of the specification', () => {
  expect([types, [...tierPrices.keys()]]).toEqual([
    [...new Set(products.map(typeOf))],
    [...reskinTiers],
  ])
})

test.each(specified)('$key is sold as specified', (expected) => {
  const offer = catalogue.offers.find(({ key }) => key === expected.key)
  expect(offer).toMatchObject(expected)
})

test('nothing else is sold', () => {
  const keys = catalogue.offers.map(({ key }) => key)
  expect(keys.toSorted()).toEqual(specified.map(({ key }) => key).toSorted())
})

test('every offer has a button of its own, and no button is left over', () => {
  const buttonIds = Object.entries(priceList).map(
    ([key, { hostedButtonId }]) => `${key} ${hostedButtonId}`,
  )
  const used = catalogue.offers.map(({ key, hostedButtonId }) => `${key} ${hostedButtonId}`)
  expect(used.toSorted()).toEqual(buttonIds.toSorted())
  expect(new Set(catalogue.offers.map(({ hostedButtonId }) => hostedButtonId)).size).toBe(
    specified.length,
  )
})

test.each(specified)('a cart item stands for $key', ({ key, type, name, durationMonths }) => {
  const duration = durationMonths ?? undefined
  expect(catalogue.findOffer({ type, name, duration })?.key).toBe(key)
  const otherDuration = duration === undefined ? 1 : undefined
  expect(catalogue.findOffer({ type, name, duration: otherDuration })).toBeUndefined()
})

test('the packs of Kr are sold as specified, but each at a price of its own', () => {
  const specifiedPacks = read(
    /Kryptonite packs \(price in \$ \/ amount \/ bonus\): (.+?)\. The last/,
  )
    .split('; ')
    .map((pack) => {
      const [dollars = '', amount, bonus] = pack.split('/')
      const priceCents = Number(dollars.replace('.', ''))
      return { priceCents, amount: Number(amount), bonus: Number(bonus) }
    })
  expect(packs).toMatchObject(specifiedPacks)
  expect(packs).toHaveLength(specifiedPacks.length)
  expect(new Set(packs.map(({ priceId }) => priceId)).size).toBe(specifiedPacks.length)
})
