import { expect, it } from 'vitest'
import { chooseTests, type Choice } from './choose-tests.ts'

const files = [
  { path: 'domain/cart.test.ts', text: '' },
  { path: 'domain/cart-rules.test.ts', text: '' },
  { path: 'web/domain/badge.test.tsx', text: '' },
  { path: 'test/e2e/shop.spec.ts', text: `import { paths } from '#contract/paths.ts'` },
]

it.each<readonly [string, Partial<Choice>, readonly string[]]>([
  ['a word', { words: ['cart'] }, ['domain/cart.test.ts', 'domain/cart-rules.test.ts']],
  ['a folder', { words: ['domain/'] }, ['domain/cart.test.ts', 'domain/cart-rules.test.ts']],
  ['a test', { words: ['domain/cart.test.ts'] }, ['domain/cart.test.ts']],
  [
    'a file',
    { words: ['domain/cart-rules.ts'], related: ['web/domain/badge.test.tsx'] },
    ['domain/cart-rules.test.ts', 'web/domain/badge.test.tsx'],
  ],
  ['a file that a journey imports', { words: ['web/app/paths.ts'] }, ['test/e2e/shop.spec.ts']],
  [
    'a touched file',
    { touched: ['web/app/paths.ts'], related: ['web/domain/badge.test.tsx'] },
    ['web/domain/badge.test.tsx', 'test/e2e/shop.spec.ts'],
  ],
  ['a touched test', { touched: ['test/e2e/shop.spec.ts'] }, ['test/e2e/shop.spec.ts']],
  ['nothing', {}, []],
])('are chosen by %s', (_by, choice, expected) => {
  const whole = { words: [], touched: [], related: [], ...choice }
  expect(chooseTests(files, whole)).toEqual(expected)
})

it.each([
  ['server/db/functions/buy_skin.sql', 'server/db/functions.test.ts'],
  ['web/i18n/messages/fr/cart.json', 'test/repo-rules/messages.test.ts'],
  ['content/guides/raiding/fr.md', 'server/services/documents/content-files.test.ts'],
  ['content/messages/fr.json', 'server/services/messages/message-texts.test.ts'],
])('of a text that no module imports are those that read it: %s', (touched, expected) => {
  const choice = { words: [], touched: [touched], related: [] }
  expect(chooseTests([{ path: expected, text: '' }, ...files], choice)).toEqual([expected])
})
