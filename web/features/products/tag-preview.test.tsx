import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultTagColor } from '#domain/color.ts'
import { presetColors } from './color-editor.tsx'
import { TagPreview, fittingSize, isHardToReadAtNight } from './tag-preview.tsx'

const red = { r: 255, g: 0, b: 0 }

test('a name tag colours the name, a clan tag only the brackets and their content', () => {
  const name = renderToStaticMarkup(<TagPreview kind="name" text="Sokol" color={red} />)
  expect(name).toContain('<tspan fill="#ff0000">Sokol</tspan>')
  const clan = renderToStaticMarkup(<TagPreview kind="clan" text="KLYK" color={red} />)
  expect(clan).toContain('<tspan fill="#ff0000">[KLYK] </tspan><tspan fill="#ffffff">')
})

test('a blank text shows an example', () => {
  const name = renderToStaticMarkup(<TagPreview kind="name" text="  " color={red} />)
  expect(name).toContain('<tspan fill="#ff0000">Survivant</tspan>')
  const clan = renderToStaticMarkup(<TagPreview kind="clan" text="" color={red} />)
  expect(clan).toContain('<tspan fill="#ff0000">[LOUPS] </tspan>')
})

test('a colour that is illegible at night shows a hint', () => {
  const dark = { r: 20, g: 0, b: 40 }
  const hint = 'Cette couleur se perd dans la nuit'
  expect(renderToStaticMarkup(<TagPreview kind="name" text="" color={dark} />)).toContain(hint)
  expect(renderToStaticMarkup(<TagPreview kind="name" text="" color={red} />)).not.toContain(hint)
})

test('it has no inline styles, which the content security policy forbids', () => {
  const html = renderToStaticMarkup(<TagPreview kind="clan" text={'" style="'} color={red} />)
  expect(html).not.toContain('style="')
})

test('a short or empty text has the largest size', () => {
  expect(fittingSize('Sokol', 160, 16)).toBe(16)
  expect(fittingSize('', 160, 16)).toBe(16)
})

test('a text of twice the length is half as large', () => {
  const once = fittingSize('a'.repeat(40), 160, 16)
  expect(once).toBeLessThan(16)
  expect(fittingSize('a'.repeat(80), 160, 16)).toBeCloseTo(once / 2)
})

test('wide letters take more space than narrow ones, in every script', () => {
  const sizes = ['i', 'a', 'K', 'W'].map((letter) => fittingSize(letter.repeat(60), 160, 16))
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  expect(new Set(sizes).size).toBe(sizes.length)
  expect(fittingSize('Щ'.repeat(24), 160, 16)).toBe(fittingSize('W'.repeat(24), 160, 16))
  expect(fittingSize('狼'.repeat(24), 160, 16)).toBe(fittingSize('W'.repeat(24), 160, 16))
})

test.each([
  ['black', { r: 0, g: 0, b: 0 }],
  ['the colour of the background', { r: 13, g: 26, b: 22 }],
  ['pure blue', { r: 0, g: 0, b: 255 }],
  ['dark red', { r: 120, g: 0, b: 0 }],
])('%s is hard to read at night', (_name, color) => {
  expect(isHardToReadAtNight(color)).toBe(true)
})

test('white, pure red and the default colour stand out', () => {
  expect(isHardToReadAtNight({ r: 255, g: 255, b: 255 })).toBe(false)
  expect(isHardToReadAtNight({ r: 255, g: 0, b: 0 })).toBe(false)
  expect(isHardToReadAtNight(defaultTagColor)).toBe(false)
})

test('every preset is legible', () => {
  expect(presetColors.filter(({ color }) => isHardToReadAtNight(color))).toEqual([])
})
