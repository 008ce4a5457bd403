import { expect, it } from 'vitest'
import { chooseTests } from './choose-tests.ts'

const files = [
  { path: 'domain/cart.test.ts', text: `import { addItem } from './cart.ts'` },
  { path: 'domain/cart-rules.test.ts', text: `import { isFull } from './cart-rules.ts'` },
  { path: 'web/badge.test.tsx', text: `import { addItem } from '../domain/cart.ts'` },
  { path: 'test/e2e/shop.spec.ts', text: `await expect(page).toHaveURL('/cart')` },
]
const both = ['domain/cart.test.ts', 'domain/cart-rules.test.ts']

it.each([
  ['a word', ['cart'], [], both],
  ['a folder', ['domain/'], [], both],
  ['a test', ['domain/cart.test.ts'], [], ['domain/cart.test.ts']],
  ['a file', ['domain/cart.ts'], [], ['domain/cart.test.ts', 'web/badge.test.tsx']],
  ['a touched file', [], ['domain/cart.ts'], ['domain/cart.test.ts', 'web/badge.test.tsx']],
  ['a touched test', [], ['test/e2e/shop.spec.ts'], ['test/e2e/shop.spec.ts']],
  ['nothing', [], [], []],
])('are chosen by %s', (_by, words, touched, expected) => {
  expect(chooseTests(files, words, touched)).toEqual(expected)
})
