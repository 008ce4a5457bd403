import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import type { Product } from '#domain/products.ts'
import { findProductGaps, readShopTexts } from './product-texts.ts'

const vip: Product = { kind: 'timed', slug: 'vip', name: 'VIP' }
const vipText = { label: 'Sans attente', lead: 'Entrez.', tile: 'Vite.', points: ['Une place.'] }

test('what is left out is taken from the rest', async () => {
  const folder = write({ fr: { vip: vipText } })
  const { products, extras } = await readShopTexts('fr', folder, [vip])
  expect(products['vip']).toEqual({
    ...vipText,
    title: 'VIP',
    eyebrow: 'Sans attente',
    description: 'Entrez.',
    details: null,
  })
  expect(extras).toBeNull()
})

test('a product without a translation has its French text', async () => {
  const folder = write({ fr: { vip: vipText }, en: { vip: { ...vipText, lead: 'Enter.' } } })
  const leads = (['fr', 'en', 'ru'] as const).map(
    async (language) => (await readShopTexts(language, folder, [vip])).products['vip']?.lead,
  )
  expect(await Promise.all(leads)).toEqual(['Entrez.', 'Enter.', 'Entrez.'])
  expect(await findProductGaps(folder)).toEqual([
    'content/products/ru.yaml lacks vip',
    'content/products/es.yaml lacks vip',
  ])
})

test('what the checkout asks is asked in every language, in French where it is not translated', async () => {
  const details = { label: 'Quel tag ?', hint: 'Comme en jeu.' }
  const folder = write({ fr: { vip: { ...vipText, details } }, en: { vip: vipText } })
  const { products } = await readShopTexts('en', folder, [vip])
  expect(products['vip']?.details).toEqual(details)
  expect(await findProductGaps(folder)).toContain(
    'content/products/en.yaml lacks the details of vip',
  )
})

test('finds a number that differs between languages', async () => {
  const folder = write({
    fr: { vip: { ...vipText, tile: 'De 1 à 12 mois.' } },
    en: { vip: { ...vipText, tile: 'From 1 to 12 months.' } },
    ru: { vip: { ...vipText, tile: 'От 1 до 10 месяцев.' } },
    es: { vip: { ...vipText, tile: 'De 1 a 12 meses.' } },
  })
  expect(await findProductGaps(folder)).toEqual([
    'content/products/ru.yaml: vip has other numbers than content/products/fr.yaml: 10 here, 12 there',
  ])
})

test('a mistake in the file is told by its line', async () => {
  const folder = write({ fr: { vip: vipText } })
  writeFileSync(join(folder, 'products/en.yaml'), 'vip:\n  tile: a: b\n')
  await expect(readShopTexts('en', folder, [vip])).rejects.toThrow(
    /^content\/products\/en.yaml:2: Nested mappings/,
  )
})

test('a hidden product needs no text, and keeps the one it has', async () => {
  const hidden = { ...vip, hidden: true }
  expect((await readShopTexts('fr', write({ fr: {} }), [hidden])).products).toEqual({})
  const { products } = await readShopTexts('fr', write({ fr: { vip: vipText } }), [hidden])
  expect(products).toHaveProperty('vip')
})

test.each([
  ['no text', {}, /^content\/products\/fr.yaml:1: vip .* label: .* lead: .* tile: .* points: /],
  [
    'a missing line',
    { vip: { ...vipText, tile: undefined } },
    /fr.yaml:1: vip .* line: tile: [^;]*$/,
  ],
  ['an empty line', { vip: { ...vipText, lead: ' ' } }, /fr.yaml:1: vip .* line: lead: [^;]*$/],
  ['an unknown line', { vip: { ...vipText, titre: 'VIP' } }, 'titre'],
  ['an unknown product', { vip: vipText, tank: vipText }, 'tank is no product of site/products.ts'],
])('refuses %s by name', async (_, texts, fault) => {
  await expect(readShopTexts('fr', write({ fr: texts }), [vip])).rejects.toThrow(fault)
})

test('the shipped products have texts in every language', async () => {
  expect(await findProductGaps()).toEqual([])
})

function write(texts: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'products-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'products'))
  for (const [language, text] of Object.entries(texts)) {
    writeFileSync(join(folder, 'products', `${language}.yaml`), stringify(text))
  }
  return folder
}
