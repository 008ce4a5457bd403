import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRoute, notFoundRoute } from '#web/app/routes.tsx'
import { documentRoutes, documentsOf, documentAt } from './documents.ts'

const content = join(import.meta.dirname, '../../../content')

test.each(['guides', 'rules'] as const)(
  'every text of the %s has a page, and every page a text',
  (section) => {
    const shown = documentsOf(section).map(({ slug }) => slug)
    expect(shown.toSorted()).toEqual(readdirSync(join(content, section)).toSorted())
  },
)

test('every text and its related texts have an address of the site', () => {
  for (const { path, related } of documentRoutes) {
    for (const address of [path, ...related]) expect(findRoute(address)).not.toBe(notFoundRoute)
    for (const address of related) expect(documentAt(address).title).not.toBe('')
    expect(related).not.toContain(path)
  }
})
