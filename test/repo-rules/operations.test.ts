import { expect, it } from 'vitest'
import { listFiles, readSource } from './source-files.ts'

const manual = readSource('docs/operations.md').text

it('every alarm stands in the manual, and no other', () => {
  const alerts = readSource('deploy/prometheus/alerts.yml').text
  const set = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)
  const [, chapter = ''] = manual.split('\n## Alarms\n')
  const [table = ''] = chapter.split('\n## ')
  const rows = [...table.matchAll(/^\| (`.+?) +\|/gm)].map(([, cell = '']) => cell)
  const explained = rows.flatMap((row) =>
    [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  expect(set.length).toBeGreaterThan(10)
  expect(explained.toSorted()).toEqual(set.toSorted())
})

it('every figure that the manual names exists', () => {
  const sources = listFiles('server/app').map((location) => readSource(location).text)
  const named = [...manual.matchAll(/\bkryptonique_\w+/g)].map(([name]) => name)
  // A database of the manual's examples.
  const figures = new Set(named.filter((name) => name !== 'kryptonique_restored'))
  expect(figures.size).toBeGreaterThan(5)
  const missing = [...figures].filter((name) => {
    const written = new RegExp(String.raw`\b${name.replace('kryptonique_', '')}\b`)
    return !sources.some((text) => written.test(text))
  })
  expect(missing).toEqual([])
})
