import type { DonorRank } from '#domain/donor-ranks.ts'

/** Yellow, red, purple, blue, green and grey, light enough for a dark letter. */
export const rankColors: Readonly<Record<DonorRank, `#${string}`>> = {
  S: '#ffd447',
  A: '#ff7a6b',
  B: '#c08bff',
  C: '#63b4ff',
  D: '#4fd07f',
  E: '#a3b0a8',
}

export const rankLetterColor = '#041107'
