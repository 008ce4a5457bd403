import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findEvidenceFaults,
  readEvidenceRows,
  readExceptions,
  requirements,
} from './security-evidence.ts'
import { readSource, root } from './source-files.ts'

const security = readSource('docs/security.md')
const threats = readSource('docs/threat-model.md')

/** The text of a file, empty for a folder; null for a missing path. */
function read(location: string): string | null {
  const file = path.join(root, location)
  if (!existsSync(file)) return null
  return statSync(file).isDirectory() ? '' : readFileSync(file, 'utf8')
}

describe('what docs/security.md and docs/threat-model.md claim', () => {
  it.each([security, threats])('is shown by files and tests that are there: $path', (document) => {
    const rows = readEvidenceRows(document)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.flatMap((row) => findEvidenceFaults(row, read))).toEqual([])
  })

  it('is stated once for each requirement of ASVS 5.0.0 at the levels 1 and 2', () => {
    const rows = readEvidenceRows(security).map(({ name }) => name)
    expect(requirements).toHaveLength(253)
    expect([...rows, ...readExceptions(security)].toSorted()).toEqual(requirements.toSorted())
  })
})

describe('the check of evidence', () => {
  const row = (evidence: string, isGap = false) => ({ name: '1.1.1', isGap, evidence })
  const files = (location: string) => (location === 'a.test.ts' ? "it('works', …" : null)

  it.each([
    [row('by itself'), '1.1.1: has no evidence'],
    [row('`gone.ts`'), '1.1.1: gone.ts is not there'],
    [row('`a.test.ts` “fails”'), '1.1.1: a.test.ts has no test “fails”'],
    [row('`a.test.ts` “works”, `gone.ts`', true), '1.1.1: gone.ts is not there'],
  ])('finds in %o: %s', (faulty, fault) => {
    expect(findEvidenceFaults(faulty, files)).toEqual([fault])
  })

  it.each([row('`a.test.ts` “works”, `a.test.ts`'), row('', true)])('accepts %o', (good) => {
    expect(findEvidenceFaults(good, files)).toEqual([])
  })

  it('reads rows and exceptions', () => {
    const text = [
      '| # | Asks | Here | Evidence |',
      '| --- | --- | --- | --- |',
      '| 1.1.1 | x | No: y | `a` |',
      '',
      '| Setting | For |',
      '| --- | --- |',
      '| A | b |',
      '- **1.2.6–1.2.8, 2.1.1** Not here.',
    ].join('\n')
    const document = { path: 'docs/a.md', text }
    expect(readEvidenceRows(document)).toEqual([{ name: '1.1.1', isGap: true, evidence: '`a`' }])
    expect(readExceptions(document)).toEqual(['1.2.6', '1.2.7', '1.2.8', '2.1.1'])
  })
})
