import { expect, test } from 'vitest'
import { rawMember } from './raw-member.ts'

test.each([
  ['{"a":1,"b":{ "c" : "x}" , "d":[1,{"b":2}]},"e":3}', '{ "c" : "x}" , "d":[1,{"b":2}]}'],
  [' { "a" : "b\\":{" ,\n "b" : "\\u20ac" } ', '"\\u20ac"'],
  ['{"nested":{"b":1},"b":2}', '2'],
  ['{"b":[]}', '[]'],
])('finds the member b of %s', (json, raw) => {
  expect(rawMember(json, 'b')).toBe(raw)
})

test.each(['{}', '{"a":{"b":1}}', '[]'])('finds none in %s', (json) => {
  expect(rawMember(json, 'b')).toBeNull()
})
