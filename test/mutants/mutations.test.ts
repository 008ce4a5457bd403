import { describe, expect, it } from 'vitest'
import { applyMutation, findBlocks, findMutations } from './mutations.ts'

const mutantsOf = (text: string): string[] =>
  findMutations('a.ts', text).map((mutation) => applyMutation(text, mutation))

describe('the mutations of a text', () => {
  it.each([
    ['a < b', ['a <= b', 'a >= b']],
    ['a - (b)', ['a + (b)']],
    ['a && !b', ['a || !b', 'a && b']],
    ['a ?? -1', ['a && -1', 'a ?? +1']],
    ["a === 'x'", ["a !== 'x'", "a === ''"]],
    ["`${a}!` + 'b'", ["`` + 'b'", "`${a}!` + ''"]],
    ['[...a, false]', ['[]', '[...a, true]']],
    ["a = { 'b-c': 1 }", ['a = {}']],
    ['a?.b', ['a.b']],
    ['x = a?.[0]', ['x = a[0]']],
    [
      'x = list.filter(Boolean).some(is)',
      ['x = list.some(is)', 'x = list.filter(Boolean).every(is)'],
    ],
    ['const f = () => a(b)', ['const f = () => undefined']],
    ['if (a) { b = 1 }', ['if (true) { b = 1 }', 'if (false) { b = 1 }', 'if (a) {}']],
    ['for (;a;) b++', ['for (;false;) b++', 'for (;a;) b--']],
    ['await a?.(b)', ['void 0', 'await a(b)']],
  ])('of %s', (text, mutants) => {
    expect(mutantsOf(text).toSorted()).toEqual(mutants.toSorted())
  })

  it.each([
    "import a from 'b'",
    "export * from 'b'",
    "type A = 'b' | { 'c-d': `e` }",
    "let a: 'b'",
    "throw new RangeError('too much' + `${a}`)",
    "services.log.warn({ order: 'x' }, 'odd')",
    'sql`select 1`',
  ])('are none in %s', (text) => {
    expect(mutantsOf(text)).toEqual([])
  })
})

it('finds what a call enters', () => {
  const text = 'const f = (a) => ({ a }); function g() { if (f) { f() } }'
  expect(findBlocks('a.ts', text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '({ a })',
    '{ if (f) { f() } }',
    '{ f() }',
  ])
})
