import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentSections } from '#web/app/paths.ts'
import { findRoute, notFoundRoute } from '#web/app/routes.tsx'
import { allDocuments, documentAt, documentsOf } from './documents.ts'

const content = join(import.meta.dirname, '../../../content')

test.each(documentSections)('every text of %s has a page', (section) => {
  const shown = documentsOf(section)
  expect(shown.map(({ slug }) => slug).toSorted()).toEqual(readdirSync(join(content, section)))
  for (const { path } of shown) expect(findRoute(path)).not.toBe(notFoundRoute)
})

test('the related texts of a text are others', () => {
  for (const { path, related } of allDocuments()) {
    for (const address of related) expect(documentAt(address).title).not.toBe('')
    expect(related).not.toContain(path)
  }
})

test('the latest news comes first', () => {
  const days = documentsOf('news').map(({ changed }) => changed)
  expect(days.length).toBeGreaterThan(1)
  expect(days).toEqual(days.toSorted().toReversed())
})
