import { expect, it } from 'vitest'
import { cutText, parseJson } from './provider-text.ts'

it('parses texts and names without what the database refuses', () => {
  const text = String.raw`{"a\u0000\ud800": ["x\udc00\u0000y", {"b": "\ud83d\ude00 \\u0000"}], "n": null}`
  expect(parseJson(text)).toEqual({ 'a\uFFFD': ['x\uFFFDy', { b: '😀 \\u0000' }], n: null })
})

it('knows what is no JSON', () => {
  expect([parseJson('{'), parseJson(''), parseJson(String.raw`{"\u0000`)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it.each([
  ['a💎', 'a'],
  ['💎b', '💎'],
  ['ab', 'ab'],
  ['abc', 'ab'],
])('keeps of %s the whole characters', (text, kept) => {
  expect(cutText(text, 2)).toBe(kept)
})
