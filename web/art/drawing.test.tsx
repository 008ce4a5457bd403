import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './drawing.tsx'
import skin from './skin.svg?raw'

test.each(globSync('**/*.svg', { cwd: import.meta.dirname }))(
  '%s keeps to the content security policy',
  (file) => {
    const svg = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    expect(svg).not.toMatch(/<(style|script|image|foreignObject)|\b(style|on\w+)=|href="(?!#)/)
  },
)

test('a drawing is decoration', () => {
  expect(renderToStaticMarkup(<Picture svg={skin} />)).toMatch(/^<svg [^>]*aria-hidden="true"/)
})

test('a drawing that a page shows twice refers to its own ids each time', () => {
  const copies = [1, 2].map((copy) => <Picture key={copy} svg={skin} />)
  const [first = '', second = ''] = renderToStaticMarkup(<>{copies}</>)
    .split('<svg')
    .slice(1)
  const ids = findIds(first)
  expect(ids.size).toBe(findIds(skin).size)
  expect(findReferences(first)).toEqual(ids)
  expect(findReferences(second)).toEqual(findIds(second))
  expect([...findIds(second)].filter((id) => ids.has(id))).toEqual([])
})

function findIds(markup: string): Set<string | undefined> {
  return new Set([...markup.matchAll(/\bid="(.+?)"/g)].map(([, id]) => id))
}

function findReferences(markup: string): Set<string | undefined> {
  return new Set([...markup.matchAll(/url\(#(.+?)\)/g)].map(([, id]) => id))
}
