/** Spreadsheets take a file without this mark for one in their country's old encoding. */
export const csvMark = '\uFEFF'

/** Spreadsheets read a text that begins so as a formula. */
const formula = /^[=+\-@\t\r]/

/** A text as a cell; no cell starts a formula. */
export function csvText(text: string | null | undefined): string {
  return formula.test(text ?? '') ? `'${text}` : (text ?? '')
}

/** RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(',')}\r\n`
}
