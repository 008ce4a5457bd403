import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UiParts } from './ui-parts.tsx'

test('the page of the parts shows each component of web/ui', async () => {
  const folder = join(import.meta.dirname, '../ui')
  const files = (await readdir(folder)).filter((file) => /^[\w-]+\.tsx$/.test(file))
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const parts = sources.flatMap((source) =>
    Array.from(source.matchAll(/^export function ([A-Z]\w+)/gm), ([, name]) => name),
  )
  const page = await readFile(join(import.meta.dirname, 'ui-parts.tsx'), 'utf8')
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter((part) => !page.includes(`<${part}`))).toEqual([])
  expect(renderToStaticMarkup(<UiParts />)).toContain('Parts of web/ui')
})
