export interface RgbColor {
  /** Each from 0 to 255. */
  readonly r: number
  readonly g: number
  readonly b: number
}

export const defaultTagColor: RgbColor = { r: 155, g: 135, b: 245 }

/** Rounds a component and clamps it to 0–255. */
export function clampComponent(component: number): number {
  return Math.min(255, Math.max(0, Math.round(component)))
}

/** `#9b87f5`, the form of colour inputs and of the database. */
export function toHexColor({ r, g, b }: RgbColor): string {
  return `#${[r, g, b].map((part) => clampComponent(part).toString(16).padStart(2, '0')).join('')}`
}

const hexColor = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i
const shortHexColor = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i

/** Parses `#9b87f5`, `9B87F5` and `#98f`; null for any other text. */
export function parseHexColor(text: string): RgbColor | null {
  const trimmed = text.trim()
  const digits =
    hexColor.exec(trimmed)?.slice(1) ??
    shortHexColor
      .exec(trimmed)
      ?.slice(1)
      .map((digit) => digit + digit)
  if (!digits) return null
  const [r = 0, g = 0, b = 0] = digits.map((pair) => Number.parseInt(pair, 16))
  return { r, g, b }
}

/** WCAG relative luminance, 0 (black) to 1 (white). https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function relativeLuminance({ r, g, b }: RgbColor): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function linear(component: number): number {
  const share = component / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
