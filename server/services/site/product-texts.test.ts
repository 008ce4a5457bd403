import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import type { Language } from '#contract/language.ts'
import type { Product } from '#domain/products.ts'
import { readProductTextFiles, shopTextsOf } from './product-texts.ts'

const vip: Product = { kind: 'timed', slug: 'vip', name: 'VIP' }
const vipText = { label: 'Sans attente', lead: 'Entrez.', tile: 'Vite.', points: ['Une place.'] }
const extras = {
  eyebrow: 'Une fois',
  lead: 'Sans durée.',
  tile: 'Une fois.',
  question: 'Quoi ?',
  done: 'Fait.',
  note: { title: 'Note', text: 'Une fois.' },
}

async function textsIn(language: Language, files: Readonly<Record<string, object>>) {
  return shopTextsOf(await readProductTextFiles([vip], write(files)), [vip], language)
}

function write(texts: Readonly<Record<string, object | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'products-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [language, text] of Object.entries(texts)) {
    const yaml = typeof text === 'string' ? text : stringify(text)
    writeFileSync(join(folder, `${language}.yaml`), yaml)
  }
  return folder
}

test('what is left out is taken from the rest', async () => {
  const { products } = await textsIn('fr', { fr: { vip: vipText } })
  expect(products['vip']).toEqual({
    ...vipText,
    title: 'VIP',
    eyebrow: 'Sans attente',
    description: 'Entrez.',
    details: null,
  })
})

test('a product without a translation has its French text', async () => {
  const files = { fr: { vip: vipText }, en: { vip: { ...vipText, lead: 'Enter.' } } }
  const leads = (['fr', 'en', 'ru'] as const).map(
    async (language) => (await textsIn(language, files)).products['vip']?.lead,
  )
  expect(await Promise.all(leads)).toEqual(['Entrez.', 'Enter.', 'Entrez.'])
})

test('what the checkout asks is asked in every language, in French where it is not translated', async () => {
  const details = { label: 'Quel tag ?', hint: 'Comme en jeu.' }
  const files = { fr: { vip: { ...vipText, details } }, en: { vip: vipText } }
  expect((await textsIn('en', files)).products['vip']?.details).toEqual(details)
})

test('a product without a text has its name', async () => {
  expect((await textsIn('fr', {})).products['vip']).toMatchObject({ label: 'VIP', lead: '' })
})

test('the page with what is bought once has its text before the first such product', async () => {
  expect((await textsIn('en', { fr: { extras } })).extras).toEqual(extras)
  expect((await textsIn('en', {})).extras).toBeNull()
})

test.each([
  ['no YAML', 'vip:\n  tile: a: b\n', /^content\/products\/fr.yaml:2: Nested mappings/],
  ['no list of products', '- vip', /^content\/products\/fr.yaml: Invalid input/],
  ['a missing line', { vip: { ...vipText, tile: undefined } }, 'fr.yaml, vip.tile: is missing.'],
  ['an empty line', { vip: { ...vipText, lead: ' ' } }, 'fr.yaml, vip.lead: Too small'],
  ['markup', { vip: { ...vipText, lead: '<b>Vite</b>' } }, 'fr.yaml, vip.lead: must be plain text'],
  ['an unknown line', { vip: { ...vipText, titre: 'VIP' } }, /fr.yaml, vip: .*titre/],
  ['an unknown product', { tank: vipText }, 'fr.yaml, tank: is of no product.'],
  [
    'half of a page',
    { extras: { ...extras, done: undefined } },
    'fr.yaml, extras.done: is missing.',
  ],
])('refuses %s by name', async (_, text, fault) => {
  await expect(readProductTextFiles([vip], write({ fr: text }))).rejects.toThrow(fault)
})
