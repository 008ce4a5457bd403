const rowsPerPage = 50
/** One more tells whether there is a next page. */
export const rowsToFetch = rowsPerPage + 1

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** What was found, as a page; the cursor says where the next one begins. */
export function toPage<Row>(found: readonly Row[], writeCursor: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, rowsPerPage)
  const last = rows.at(-1)
  return { rows, nextCursor: last && found.length > rowsPerPage ? writeCursor(last) : null }
}
