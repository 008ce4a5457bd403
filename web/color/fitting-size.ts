/** Widths of bold letters as shares of their size, the widest of each kind: a name may not run out of its picture. */
const letterWidths = [
  { letters: /[ .,:;'|!()[\]{}ijlI1ftr]/, width: 0.45 },
  { letters: /[a-zà-ÿа-шъ-яё0-9_-]/, width: 0.68 },
  { letters: /[A-LN-VX-ZÀ-ÞА-ЕЗ-ЛН-ТУХЦЧЪЬЭЯ]/, width: 0.78 },
] as const
const widestLetter = 1.05

/** The size at which a text of one line fits into a width; `largest` for short ones. Units are the drawing's. */
export function fittingSize(text: string, width: number, largest: number): number {
  const widthAtSizeOne = text
    .split('')
    .map(
      (letter) => letterWidths.find(({ letters }) => letters.test(letter))?.width ?? widestLetter,
    )
    .reduce((sum, letterWidth) => sum + letterWidth, 0)
  return Math.min(largest, width / Math.max(1, widthAtSizeOne))
}
