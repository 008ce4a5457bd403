import { expect, test } from 'vitest'
import type { Product } from '#domain/products.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { productTextFiles } from '#server/services/site/product-texts.ts'
import { findProductGaps } from './product-text-gaps.ts'

const vip: Product = { kind: 'timed', slug: 'vip', name: 'VIP' }
const details = { label: 'Quel tag ?', hint: 'Comme en jeu.' }

test('finds what no language has, and what is not translated', () => {
  const texts = { fr: { vip: { details } }, en: { vip: { details } }, ru: { vip: {} } }
  const crate: Product = { kind: 'extra', slug: 'crate', name: 'Crate' }
  const gaps = findProductGaps(texts, [vip, crate])
  expect(gaps.filter((gap) => gap.includes('/fr.yaml'))).toEqual([
    'content/products/fr.yaml lacks crate',
    'content/products/fr.yaml lacks extras',
  ])
  expect(gaps).toContain('content/products/ru.yaml lacks the details of vip')
  expect(gaps).toContain('content/products/es.yaml lacks vip')
  expect(gaps).toHaveLength(10)
})

test('a hidden product needs no text', () => {
  expect(findProductGaps({}, [{ ...vip, hidden: true }])).toEqual([])
})

test('finds a number that differs between languages', () => {
  const texts = {
    fr: { vip: { tile: 'De 1 à 12 mois.' } },
    en: { vip: { tile: 'From 1 to 12 months.' } },
    ru: { vip: { tile: 'От 1 до 10 месяцев.' } },
    es: { vip: { tile: 'De 1 a 12 meses.' } },
  }
  expect(findProductGaps(texts, [vip])).toEqual([
    'content/products/ru.yaml: vip has other numbers than content/products/fr.yaml: 10 here, 12 there',
  ])
})

test('the shipped products have texts in every language', async () => {
  expect(findProductGaps(await productTextFiles(), siteFiles.products.products)).toEqual([])
})
