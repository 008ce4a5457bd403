import { z } from 'zod'

/** One measured number beside its limit; the unit is empty for a count or a ratio. */
export const figureShape = z.object({
  what: z.string(),
  measured: z.number(),
  /** Null for a number that only explains another one. */
  limit: z.number().nullable(),
  held: z.enum(['at most', 'at least', 'exactly']),
  unit: z.string(),
})
export type Figure = z.infer<typeof figureShape>

export function isMet({ measured, limit, held }: Figure): boolean {
  if (limit === null) return true
  if (held === 'exactly') return measured === limit
  return held === 'at most' ? measured <= limit : measured >= limit
}

const signs = { 'at most': '≤', 'at least': '≥', exactly: '' } as const

/** `≤ 80 kB`, `≥ 0.5`, `0`; empty without a limit. */
export function describeLimit({ limit, held, unit }: Figure): string {
  return limit === null ? '' : [signs[held], limit, unit].filter((word) => word !== '').join(' ')
}

/** With only meaningful digits: `0.457`, `45.7`, `2521`. */
export function describeMeasured({ measured, unit }: Figure): string {
  const size = Math.abs(measured)
  const digits =
    Number.isInteger(measured) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3
  return [measured.toFixed(digits), unit].filter((word) => word !== '').join(' ')
}
