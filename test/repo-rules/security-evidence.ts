import type { SourceFile } from './source-files.ts'

/**
 * How many requirements the sections of each chapter of OWASP ASVS 5.0.0 have at the levels 1 and 2;
 * in all sections these are the first ones. https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/docs_en
 */
const requirementsOfSections: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}

/** The numbers of all requirements of ASVS 5.0.0 at the levels 1 and 2. */
export const requirements: readonly string[] = Object.entries(requirementsOfSections).flatMap(
  ([chapter, counts]) =>
    counts.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
)

/** A row of a table with the evidence for a claim. */
export interface EvidenceRow {
  /** Its first cell. */
  readonly name: string
  /** Whether it is marked as not met, or not in full. */
  readonly isGap: boolean
  readonly evidence: string
}

/** The rows of all tables that have a column “Evidence”. */
export function readEvidenceRows({ text }: SourceFile): EvidenceRow[] {
  let column: number | null = null
  return text.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : []
    const [name = '', ...others] = cells.map((cell) => cell.trim())
    if (cells.length === 0) column = null
    else if (others.includes('Evidence')) column = others.indexOf('Evidence')
    else if (column !== null && !/^:?-+:?$/.test(name)) {
      const isGap = others.some((cell) => /^(No|In part):/.test(cell))
      return [{ name, isGap, evidence: others[column] ?? '' }]
    }
    return []
  })
}

/** The requirements in the lists of those that do not apply, such as `1.2.6–1.2.8`. */
export function readExceptions({ text }: SourceFile): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('- **'))
  return lines.flatMap((line) => {
    const [, names = ''] = /^- \*\*([^*]+)\*\*/.exec(line) ?? []
    return names.split(', ').flatMap(numbersOf)
  })
}

function numbersOf(range: string): string[] {
  const [first = '', last = first] = range.split('–')
  const [section, from, to] = [first.replace(/\.\d+$/, ''), lastNumber(first), lastNumber(last)]
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
}

function lastNumber(name: string): number {
  return Number(name.split('.').at(-1))
}

/**
 * The fault of a row's evidence: no file, a missing file, or a test whose name is not in the file
 * before it. `read` returns null for a missing file.
 */
export function findEvidenceFaults(
  { name, isGap, evidence }: EvidenceRow,
  read: (location: string) => string | null,
): string[] {
  const parts = [...evidence.matchAll(/`([^`\s]+)`(?::? “([^”]+)”)?/g)]
  if (parts.length === 0) return isGap ? [] : [`${name}: has no evidence`]
  return parts.flatMap(([, location = '', test]) => {
    const content = read(location)
    if (content === null) return [`${name}: ${location} is not there`]
    if (test === undefined || content.includes(test)) return []
    return [`${name}: ${location} has no test “${test}”`]
  })
}
