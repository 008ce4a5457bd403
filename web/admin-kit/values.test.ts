import { expect, test } from 'vitest'
import { actorText, formatMoment, splitReference } from './values.tsx'

test('the id of a reference may contain colons', () => {
  expect(splitReference('payment:paypal:8AB')).toEqual({ kind: 'payment', id: 'paypal:8AB' })
  expect(splitReference('order:')).toEqual({ kind: 'order', id: '' })
})

test('French writes the first day of a month as “1er” also where the month is short', () => {
  expect(formatMoment('2026-11-01T12:00:00.000Z')).toMatch(/^1er nov\. 2026/)
})

test('people are shown by their name, not by ids of programs', () => {
  expect(actorText({ actor: 'code:942c0f2b11aa', actorName: null })).toBe('avec le code d’accès')
  expect(actorText({ actor: 'discord:80351110224678912', actorName: 'sokol' })).toBe('par sokol')
})
