import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { benches } from '#bench/benches.ts'
import { recordNames, stressRuns } from '#stress/runs.ts'
import { goals, type Goal } from './goals.ts'
import { judge, renderFigures } from './page.ts'
import { readRecords } from './records.ts'
import { shortfalls } from './shortfalls.ts'

const runs = new Set([
  ...Object.keys(benches),
  ...Object.keys(stressRuns).map((name) => recordNames[name] ?? name),
])

it('is what was recorded', async () => {
  const file = path.resolve(import.meta.dirname, '../../docs/figures.md')
  expect(await readFile(file, 'utf8')).toBe(renderFigures(readRecords()))
})

it('names no run that there is not', () => {
  expect(goals.flatMap((goal) => goal.runs).filter((run) => !runs.has(run))).toEqual([])
})

it('says why of every goal that is missed, and of none that is reached', () => {
  const records = readRecords()
  const verdictsOf = (goal: Goal) =>
    goal.runs.map((run) => (records[run] ? judge(goal, records[run]) : 'not measured'))
  const missed = goals.filter((goal) => verdictsOf(goal).includes('missed')).map(({ id }) => id)
  const reached = goals.filter((goal) => verdictsOf(goal).every((one) => one === 'reached'))
  expect(missed.filter((id) => !(id in shortfalls))).toEqual([])
  expect(reached.filter(({ id }) => id in shortfalls)).toEqual([])
})

it('marks what is missed, what was measured at a smaller size, and what was not measured', () => {
  const figure = {
    what: 'of a minimal server with one SQL function',
    limit: 0.5,
    held: 'at least',
    unit: '',
  } as const
  const record = {
    command: 'npm run bench -- purchase',
    date: '2026-11-22',
    commit: 'abc',
    machine: '2 cores',
    notes: [],
  }
  const page = (measured: number, options = '') =>
    renderFigures({
      purchase: {
        ...record,
        command: record.command + options,
        figures: [{ ...figure, measured }],
      },
    })
  expect(page(0.46)).toContain(
    '**of a minimal server with one SQL function: 0.460 (≥ 0.5)** | **missed** |',
  )
  expect(page(0.52)).toContain(
    'of a minimal server with one SQL function: 0.520 (≥ 0.5) | reached |',
  )
  expect(page(0.52, ' --seed=7')).toContain('(≥ 0.5) | reached |')
  expect(page(0.52, ' --steps=10')).toContain('(≥ 0.5) | reached in a smaller run |')
  expect(page(0.52)).toContain('not measured | — |')
  const figures = [{ ...figure, limit: null, measured: 0.52 }]
  expect(renderFigures({ purchase: { ...record, figures } })).toContain(
    'of a minimal server with one SQL function: 0.520 | no limit in this run |',
  )
})

it('holds a goal to the figures that are about it', () => {
  const limits = { limit: 100, held: 'at most', unit: '' } as const
  const page = renderFigures({
    'page-quality': {
      command: 'npm run bench -- page-quality',
      date: '2026-11-22',
      commit: 'abc',
      machine: '2 cores',
      notes: [],
      figures: [
        { ...limits, what: 'highest JavaScript', measured: 111 },
        { ...limits, what: 'highest LCP', measured: 101 },
      ],
    },
  })
  expect(page).toMatch(/F1 .* `page-quality` \| highest JavaScript: 111 \(≤ 112\) \| reached \|/)
  expect(page).toMatch(
    /F4 .* `page-quality` \| \*\*highest LCP: 101 \(≤ 100\)\*\* \| \*\*missed\*\* \|/,
  )
})

it('judges a record by the current limit of its goal', () => {
  const page = renderFigures({
    'home-page': {
      command: 'npm run bench -- home-page',
      date: '2026-11-22',
      commit: 'abc',
      machine: '2 cores',
      notes: [],
      figures: [{ what: 'to nginx’s', measured: 0.26, limit: 0.3, held: 'at least', unit: '' }],
    },
  })
  expect(page).toMatch(/P5 .* ≥ 0\.25 of nginx .* to nginx’s: 0\.260 \(≥ 0\.25\) \| reached \|/)
})
