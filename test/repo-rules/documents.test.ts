import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findDeadPaths } from './documents.ts'
import { listFiles, readSource, root } from './source-files.ts'

const allFiles = listFiles()

it('documents name only files and folders that exist', () => {
  const documents = allFiles.filter((location) => /^([^/]+|docs\/.+)\.md$/.test(location))
  expect(documents).toContain('README.md')
  const dead = documents.flatMap((location) =>
    findDeadPaths(readSource(location), readdirSync(root), exists),
  )
  expect(dead).toEqual([])
})

it('decisions are numbered without gaps, and begin with their date and status', () => {
  const decisions = allFiles.filter((location) => location.startsWith('docs/decisions/')).toSorted()
  expect(decisions.map((location) => Number(path.posix.basename(location).slice(0, 4)))).toEqual(
    decisions.map((_, index) => index + 1),
  )
  const head =
    /^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted(, superseded in part by \[.+)?|superseded by \[.+)\.\n/
  expect(decisions.filter((location) => !head.test(readSource(location).text))).toEqual([])
})

/** A bare file name may mean a file anywhere; files that commands generate need not exist yet. */
function exists(location: string): boolean {
  if (/^(dist|data|node_modules|test-results|\.env$)/.test(location)) return true
  return (
    existsSync(path.join(root, location)) ||
    allFiles.some((file) => path.posix.basename(file) === location)
  )
}

describe('the check', () => {
  const check = (text: string): string[] =>
    findDeadPaths({ path: 'docs/a.md', text }, ['server', 'docs'], (location) =>
      ['server/http/app.ts', 'docs/b.md', 'server'].includes(location),
    )

  it.each([
    ['See `server/gone.ts`.', 'docs/a.md names server/gone.ts'],
    ['See `server/gone.ts:12`.', 'docs/a.md names server/gone.ts'],
    ['See `gone.ts`.', 'docs/a.md names gone.ts'],
    ['See [b](gone.md#top).', 'docs/a.md names docs/gone.md'],
    ['See [b](../server/gone.ts).', 'docs/a.md names server/gone.ts'],
  ])('finds a dead path in: %s', (text, fault) => {
    expect(check(text)).toEqual([fault])
  })

  it.each([
    'See `server/http/app.ts`, `server/` and [b](b.md).',
    'Ask `/server/gone` or `https://example.org/server/gone.ts` or [them](https://example.org).',
    'Run `npm start` with `server/<feature>/<verb>.ts`.',
    '```\nserver/gone.ts\n```',
  ])('accepts: %s', (text) => {
    expect(check(text)).toEqual([])
  })
})
