import { expect, test } from 'vitest'
import type { Product } from './products.ts'
import { daysUntil, findForbiddenWords, findSaleWarnings } from './monetisation.ts'

const reset: Product = {
  kind: 'extra',
  slug: 'reset-enemies-stats',
  name: 'Reset your enemies stats',
}
const skin: Product = {
  kind: 'reskin',
  slug: 'reskin-auto',
  name: 'Auto Weapon Reskin',
  group: 'weapon',
  picture: 'auto',
}
const queue: Product = {
  kind: 'timed',
  slug: 'priority-queue',
  name: 'Priority Queue',
  perk: 'priority_queue',
}
const nothing = { categories: {}, seen: {} }

test('words that the publisher forbids are found in each language, whole and with their endings', () => {
  const texts = {
    fr: { 'priority-queue': { lead: 'Des munitions, un véhicule. Une remise à zéro.' } },
    en: {
      'priority-queue': { points: ['Ammo!', 'carry on'], details: { label: 'a scarf, a CAR' } },
    },
    ru: { 'priority-queue': { lead: 'Оружие и деньги; домен' } },
    es: { 'priority-queue': { lead: 'Vehi\u0301culos, alarma, daños' } },
  }
  expect(findForbiddenWords(queue, 'queue', texts)).toEqual([
    'munitions',
    'véhicule',
    'ammo',
    'car',
    'оружие',
    'деньги',
    'vehículos',
    'daños',
  ])
})

test('a skin may name its thing, and no advantage', () => {
  const texts = { en: { 'reskin-auto': { lead: 'Your rifle, with more damage' } } }
  expect(findForbiddenWords(skin, 'skin', texts)).toEqual(['damage'])
  expect(findForbiddenWords(skin, 'cosmetic', texts)).toEqual(['weapon', 'rifle', 'damage'])
})

test('a warning is seen until its product says more that is forbidden', () => {
  const products = [queue, skin, reset]
  const [warning, ...others] = findSaleWarnings(products, {}, nothing)
  expect(others).toEqual([])
  expect(warning).toEqual({ product: reset, category: 'other', words: ['stats'], isSeen: false })
  const seen = { [reset.slug]: ['stats'] }
  expect(findSaleWarnings(products, {}, { categories: {}, seen })).toMatchObject([{ isSeen: true }])
  const texts = { en: { [reset.slug]: { points: ['Their base'] } } }
  expect(findSaleWarnings(products, texts, { categories: {}, seen })).toMatchObject([
    { words: ['stats', 'base'], isSeen: false },
  ])
})

test('days are counted to a day, not to an hour', () => {
  expect(daysUntil('2027-01-31', new Date('2027-01-24T23:59:00Z'))).toBe(7)
  expect(daysUntil('2027-01-31', new Date('2027-01-31T23:59:00Z'))).toBe(0)
  expect(daysUntil('2027-01-31', new Date('2027-02-01T00:00:00Z'))).toBe(-1)
})
