import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '#contract/catalogue.ts'
import { reskinTiers, typesOf } from '#domain/products.ts'
import { packs } from '#contract/packs.ts'
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
  read(/Reskins \(all six types\): ([^.]+)\./)
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

interface SoldThing {
  readonly key: string
  readonly type: string
  readonly name: string
  readonly durationMonths: number | null
  readonly tier: string | null
  readonly priceCents: number
}

const timed = ['Priority queue', 'Clan color tag', 'Name color tag'].flatMap((title): SoldThing[] =>
  numbers(read(new RegExp(`^- ${title}: ([^.]+)\\.`, 'm'))).map((euros, index) => {
    const durationMonths = durations[index] ?? 0
    const type = types.find((known) => known.toLowerCase() === title.toLowerCase()) ?? title
    const key = `${title.toLowerCase().replaceAll(' ', '-')}/${durationMonths}`
    return { key, type, name: type, durationMonths, tier: null, priceCents: euros * 100 }
  }),
)
const reskins = reskinNames.flatMap((name) =>
  [...tierPrices].map(([tier, euros]): SoldThing => ({
    // The page of 'Armure Reskin' is /donation/reskin/gear/armour.
    key: `reskin-${name.split(' ')[0]?.toLowerCase().replace('armure', 'armour')}/${tier.toLowerCase()}`,
    type: 'Reskin',
    name: `${name} ${tier}`,
    durationMonths: null,
    tier,
    priceCents: euros * 100,
  })),
)
const extraThings = extras.map((extra): SoldThing => {
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
const specified = [...timed, ...reskins, ...extraThings]

test('the specification names 32 things', () => {
  expect([timed.length, reskins.length, extraThings.length]).toEqual([18, 12, 2])
  expect([types, [...tierPrices.keys()]]).toEqual([typesOf(products), [...reskinTiers]])
})

test.each(specified)('$key is sold as specified', (thing) => {
  const offer = catalogue.offers.find(({ key }) => key === thing.key)
  expect(offer).toMatchObject(thing)
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
  expect(new Set(catalogue.offers.map(({ hostedButtonId }) => hostedButtonId)).size).toBe(32)
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
  expect(specifiedPacks).toHaveLength(6)
  expect(packs).toMatchObject(specifiedPacks)
  expect(packs).toHaveLength(6)
  expect(new Set(packs.map(({ priceId }) => priceId)).size).toBe(6)
})
