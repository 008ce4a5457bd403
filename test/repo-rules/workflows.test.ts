import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { listFiles, readSource } from './source-files.ts'
import { findLooseEnds, validateWorkflow } from './workflows.ts'

const workflows = listFiles('.github/workflows').map(readSource)
const names = z.array(z.string())

describe.each(workflows)('$path', (workflow) => {
  it('is a workflow that GitHub understands', async () => {
    expect(await validateWorkflow(workflow)).toEqual([])
  })

  it('may read only, ends, and runs no action that somebody can exchange', () => {
    expect(findLooseEnds(workflow)).toEqual([])
  })
})

it('the nightly workflow runs scripts that exist', () => {
  const matrix = z.object({ script: names })
  const { jobs } = z
    .object({ jobs: z.object({ long: z.object({ strategy: z.object({ matrix }) }) }) })
    .parse(parse(readSource('.github/workflows/nightly.yml').text))
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readSource('package.json').text))
  const { script } = jobs.long.strategy.matrix
  expect(script.filter((name) => scripts[name.replace(/ -- .*/, '')] === undefined)).toEqual([])
})

it('the update bot puts packages first that exist', () => {
  const { packageRules } = z
    .object({ packageRules: z.array(z.object({ matchPackageNames: names })) })
    .parse(JSON.parse(readSource('.github/renovate.json').text))
  const { dependencies, devDependencies, optionalDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
      optionalDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readSource('package.json').text))
  const installed = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const named = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames)
  // All packages, and the image of deploy/Containerfile.
  const known = new Set(['*', 'node', ...Object.keys(installed)])
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

describe('the check', () => {
  const good = `
on: push
permissions: { contents: read }
concurrency: { group: tests }
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    strategy: { matrix: { part: [a] } }
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with: { persist-credentials: false }
      - run: echo \${{ matrix.part }}
`
  const change = (from: string, to: string) => ({
    path: '.github/workflows/a.yml',
    text: good.replace(from, to),
  })

  it.each([
    ['timeout-minutes', 'timeout', "Unexpected value 'timeout'"],
    ['matrix.part }}', 'matrix.prt }}', 'Context access might be invalid: prt'],
    ['runs-on', 'needs: build\n    runs-on', "Value 'build' is not valid"],
    ['on: push', "on: { schedule: [{ cron: '61 3 * * *' }] }", 'Invalid cron'],
  ])('lets GitHub’s validator find %s made %s', async (from, to, fault) => {
    expect((await validateWorkflow(change(from, to))).join('\n')).toContain(fault)
  })

  it.each([
    ['contents: read', 'contents: write', 'may do more than read'],
    ['concurrency: { group: tests }', '', 'has no concurrency group'],
    ['timeout-minutes: 30', '', 'test has no time limit'],
    ['persist-credentials: false', 'fetch-depth: 0', 'test leaves its token on the disk'],
    [
      '@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2',
      '@v6',
      'actions/checkout@v6 is not pinned to a commit with its version beside it',
    ],
  ])('finds %s made %s', (from, to, fault) => {
    expect(findLooseEnds(change(from, to))).toEqual([`.github/workflows/a.yml ${fault}`])
  })

  it('finds nothing in a good one', async () => {
    const workflow = change('', '')
    expect([...(await validateWorkflow(workflow)), ...findLooseEnds(workflow)]).toEqual([])
  })
})
