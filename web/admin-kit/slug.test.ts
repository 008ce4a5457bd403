import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test('the address is made of the title', () => {
  expect(slugOf('Été : les règles d’abord !')).toBe('ete-les-regles-d-abord')
  expect(slugOf('Правила')).toBe('')
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
})
