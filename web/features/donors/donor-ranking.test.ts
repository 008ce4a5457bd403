import { expect, test } from 'vitest'
import { parseHexColor, relativeLuminance } from '#domain/color.ts'
import { donorRanks } from '#domain/donors.ts'
import { rankColors, rankLetterColor } from './donor-ranking.tsx'

function luminance(hex: string): number {
  const color = parseHexColor(hex)
  if (!color) throw new Error(`no colour: ${hex}`)
  return relativeLuminance(color)
}

test('the letter of every rank is legible on its stone', () => {
  for (const rank of donorRanks) {
    const contrast = (luminance(rankColors[rank]) + 0.05) / (luminance(rankLetterColor) + 0.05)
    expect(contrast, rank).toBeGreaterThanOrEqual(4.5)
  }
})

test('every rank has its own colour', () => {
  expect(new Set(Object.values(rankColors)).size).toBe(donorRanks.length)
})
