import { relativeLuminance, type RgbColor } from '#domain/color.ts'

/** The sky and the forests of the island at night, behind most names. */
const nightGround: RgbColor = { r: 13, g: 26, b: 22 }

/** What WCAG asks of large text. https://www.w3.org/TR/WCAG22/#contrast-minimum */
const readableRatio = 3

/** Whether a name in this colour gets lost in the dark. */
export function isHardToReadAtNight(color: RgbColor): boolean {
  return contrastRatio(color, nightGround) < readableRatio
}

function contrastRatio(first: RgbColor, second: RgbColor): number {
  const [darker = 0, brighter = 0] = [relativeLuminance(first), relativeLuminance(second)].toSorted(
    (one, other) => one - other,
  )
  return (brighter + 0.05) / (darker + 0.05)
}
