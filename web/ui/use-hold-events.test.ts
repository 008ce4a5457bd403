import { expect, test } from 'vitest'
import { isSyntheticClick } from './use-hold-events.ts'

const mouse = { pointerType: 'mouse', width: 1, height: 1, pressure: 0.5, detail: 0 }
const finger = { pointerType: 'touch', width: 23, height: 23, pressure: 1, detail: 0 }

test.each([
  ['a mouse', mouse],
  [
    'a mouse in Safari, which reports no pressure but counts clicks',
    { ...mouse, pressure: 0, detail: 1 },
  ],
  ['a finger', finger],
  [
    'a finger in Firefox, which reports no pressure',
    { ...finger, width: 1, height: 1, pressure: 0 },
  ],
])('%s is a press by hand', (_, press) => {
  expect(isSyntheticClick(press)).toBe(false)
})

test.each([
  ['VoiceOver', { ...finger, width: 0, height: 0, pressure: 0 }],
  ['TalkBack', { ...mouse, pressure: 0 }],
])('%s makes a synthetic click', (_, press) => {
  expect(isSyntheticClick(press)).toBe(true)
})
