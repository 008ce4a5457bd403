import { expect, test } from 'vitest'
import { defaultTagColor } from '#domain/color.ts'
import { presetColors } from './preset-colors.ts'
import { isHardToReadAtNight } from './readability.ts'

test.each([
  ['black', { r: 0, g: 0, b: 0 }],
  ['the ground itself', { r: 13, g: 26, b: 22 }],
  ['pure blue', { r: 0, g: 0, b: 255 }],
  ['dark red', { r: 120, g: 0, b: 0 }],
])('%s gets lost in the dark', (_name, color) => {
  expect(isHardToReadAtNight(color)).toBe(true)
})

test('white, pure red and the default colour stand out', () => {
  expect(isHardToReadAtNight({ r: 255, g: 255, b: 255 })).toBe(false)
  expect(isHardToReadAtNight({ r: 255, g: 0, b: 0 })).toBe(false)
  expect(isHardToReadAtNight(defaultTagColor)).toBe(false)
})

test('every colour that we propose can be read', () => {
  expect(presetColors.filter(({ color }) => isHardToReadAtNight(color))).toEqual([])
})
