import { clampComponent } from '#domain/color.ts'

const decimalNumber = /^[+-]?\d+(?:[.,]\d+)?$/

/** The component that a typed text means, clamped to 0..255; null while it is no number. */
export function typedComponent(text: string): number | null {
  const trimmed = text.trim()
  if (!decimalNumber.test(trimmed)) return null
  return clampComponent(Number(trimmed.replace(',', '.')))
}
