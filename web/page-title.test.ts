import { expect, test } from 'vitest'
import { documentTitle } from './page-title.ts'

test('a page is named before the brand, the home page after it', () => {
  expect(documentTitle({ path: '/rules', title: () => 'Règles' })).toBe('Règles · KRYPTONIQUE')
  expect(documentTitle({ path: '/', title: () => 'Serveur' })).toBe('KRYPTONIQUE · Serveur')
})
