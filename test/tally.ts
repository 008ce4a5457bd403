import { z } from 'zod'

/** The result of a test run. A skip has its reason and how many tests it left out. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skips: ReadonlyMap<string, number>
}

export const emptyTally: Tally = { passed: 0, failed: 0, skips: new Map() }

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    skips: countReasons(
      tallies.flatMap(({ skips }) =>
        [...skips].flatMap(([reason, count]) => Array.from({ length: count }, () => reason)),
      ),
    ),
  }
}

export function countSkipped({ skips }: Tally): number {
  return [...skips.values()].reduce((sum, count) => sum + count, 0)
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Counts a report of vitest's JSON reporter. A file that could not be loaded is one failure. */
export function tallyVitest(report: unknown): Tally {
  const files = vitestReport.parse(report).testResults
  const tests = files.flatMap((file) => file.assertionResults)
  const brokenFiles = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status))
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + brokenFiles.length,
    skips: countReasons(skipped.map(({ fullName }) => skipReason(fullName))),
  }
}

/** Suites name the reason of a skip in their title: `ledger (postgres) [skipped: no Postgres]`. */
function skipReason(fullName: string): string {
  return /\[skipped: ([^\]]+)\]/.exec(fullName)?.[1] ?? `without a reason: ${fullName}`
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
})
const playwrightSpec = z.object({ title: z.string(), tests: z.array(playwrightTest) })
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.unknown()),
})

/** Counts a report of Playwright's JSON reporter. A test that passed only on a retry has failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { suites, errors } = playwrightReport.parse(report)
  const tests = suites.flatMap(testsOf)
  const skipped = tests.filter(({ status }) => status === 'skipped')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed:
      tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').length +
      errors.length,
    skips: countReasons(
      skipped.map(
        ({ title, annotations }) =>
          annotations.find(({ type }) => type === 'skip')?.description ??
          `without a reason: ${title}`,
      ),
    ),
  }
}

interface PlaywrightTest extends z.output<typeof playwrightTest> {
  readonly title: string
}

function testsOf(suite: z.output<typeof playwrightSuite>): PlaywrightTest[] {
  return [
    ...suite.specs.flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test }))),
    ...(suite.suites ?? []).flatMap(testsOf),
  ]
}

function countReasons(reasons: readonly string[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(reasons, (reason) => reason)
  return new Map([...groups].map(([reason, same]) => [reason, same.length]))
}
