import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampComponent, parseHexColor, relativeLuminance, toHexColor } from './color.ts'

const component = fc.integer({ min: 0, max: 255 })

test('every colour is parsed back from its hex form', () => {
  fc.assert(
    fc.property(component, component, component, (r, g, b) => {
      expect(parseHexColor(toHexColor({ r, g, b }))).toEqual({ r, g, b })
    }),
  )
})

test.each([
  ['#9b87f5', { r: 155, g: 135, b: 245 }],
  [' 9B87F5 ', { r: 155, g: 135, b: 245 }],
  ['#0f8', { r: 0, g: 255, b: 136 }],
])('%s is a colour', (text, color) => {
  expect(parseHexColor(text)).toEqual(color)
})

test.each(['', '#', '#12345', '#1234567', 'green', '#gggggg'])('%j is not a colour', (text) => {
  expect(parseHexColor(text)).toBeNull()
})

test('a component is clamped to the nearest valid one', () => {
  expect([-1, 0, 127.6, 255, 300].map(clampComponent)).toEqual([0, 0, 128, 255, 255])
})

test('luminance grows from black to white', () => {
  expect(relativeLuminance({ r: 0, g: 0, b: 0 })).toBe(0)
  expect(relativeLuminance({ r: 255, g: 255, b: 255 })).toBeCloseTo(1, 10)
})
