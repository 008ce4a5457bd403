import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const screenTokens = theme.slice(theme.indexOf('@theme'), theme.indexOf('@layer'))

/** Relative luminance of a colour token, as WCAG 2.2 defines it. */
function luminance(token: string): number {
  const hex = new RegExp(`--color-${token}: #([0-9a-f]{6});`).exec(screenTokens)?.[1]
  if (hex === undefined) throw new Error(`theme.css has no colour ${token}`)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ground', 'surface', 'raised', 'crystal-deep', 'amber-deep', 'loss-deep']

test.each(['ink', 'muted', 'crystal', 'amber'])('%s text is readable on every ground', (text) => {
  for (const ground of grounds) expect(contrast(text, ground), ground).toBeGreaterThanOrEqual(4.5)
})

test('loss text is readable where losses are shown', () => {
  for (const ground of ['ground', 'surface', 'raised', 'loss-deep']) {
    expect(contrast('loss', ground), ground).toBeGreaterThanOrEqual(4.5)
  }
})

test('the text of a button is readable on its crystal, pressed or not', () => {
  expect(contrast('crystal-ink', 'crystal')).toBeGreaterThanOrEqual(4.5)
  expect(contrast('crystal-ink', 'crystal-bright')).toBeGreaterThanOrEqual(4.5)
})

test('edges of fields and choices stand out from their surroundings', () => {
  for (const ground of ['ground', 'surface', 'raised']) {
    expect(contrast('line-strong', ground), ground).toBeGreaterThanOrEqual(3)
  }
})
