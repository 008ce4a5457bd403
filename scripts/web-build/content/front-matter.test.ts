import { expect, test } from 'vitest'
import { readFrontMatter } from './front-matter.ts'

const head = [
  '---',
  'title: Raids',
  'description: Quand: le week-end.',
  'changed: 2026-11-21',
  '---',
]

test('reads the head and leaves the lines of the text where they are', () => {
  const text = readFrontMatter('fr.md', [...head, '', 'Bonjour'].join('\n'))
  expect(text).toMatchObject({
    title: 'Raids',
    description: 'Quand: le week-end.',
    changed: '2026-11-21',
  })
  expect(text.markdown.split('\n').indexOf('Bonjour')).toBe(6)
})

test.each([
  ['no head', ['Bonjour'], 'fr.md:1: a text begins with a line ---'],
  ['a head without end', ['---', 'title: x'], 'fr.md:1: the head has no second line ---'],
  ['a missing key', [...head.slice(0, 2), '---'], 'fr.md:3: the head lacks description'],
  ['an empty value', ['---', 'title: ', '---'], 'fr.md:2: title is empty'],
  [
    'an unknown key',
    ['---', 'titre: Raids', '---'],
    'fr.md:2: the head has title, description, changed, not “titre: Raids”',
  ],
  [
    'a day that is none',
    [...head.slice(0, 3), 'changed: 2026-02-30', '---'],
    'fr.md:4: 2026-02-30 is no day such as 2026-11-21',
  ],
])('names the place of %s', (_, lines, fault) => {
  expect(() => readFrontMatter('fr.md', lines.join('\n'))).toThrow(fault)
})
