import { describe, expect, it } from 'vitest'
import { addTallies, countSkipped, tallyPlaywright, tallyVitest } from './tally.ts'

describe('a report of vitest', () => {
  const file = (status: string, ...tests: [string, string][]) => ({
    name: 'a.test.ts',
    status,
    assertionResults: tests.map(([fullName, result]) => ({ fullName, status: result })),
  })

  it('is counted by test', () => {
    const report = { testResults: [file('failed', ['a', 'passed'], ['b', 'failed'])] }
    expect(tallyVitest(report)).toEqual({ passed: 1, failed: 1, skips: new Map() })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [file('failed'), file('passed', ['a', 'passed'])] }
    expect(tallyVitest(report)).toMatchObject({ passed: 1, failed: 1 })
  })

  it('gathers skips by the reason in their title', () => {
    const report = {
      testResults: [
        file(
          'passed',
          ['ledger (postgres) [skipped: no Postgres] adds', 'skipped'],
          ['ledger (postgres) [skipped: no Postgres] subtracts', 'pending'],
          ['somebody was in a hurry', 'todo'],
        ),
      ],
    }
    expect(tallyVitest(report).skips).toEqual(
      new Map([
        ['no Postgres', 2],
        ['without a reason: somebody was in a hurry', 1],
      ]),
    )
  })

  it('of another shape is refused, not counted as nothing', () => {
    expect(() => tallyVitest({})).toThrow('testResults')
  })
})

describe('a report of Playwright', () => {
  const spec = (title: string, status: string, annotations: object[] = []) => ({
    title,
    tests: [{ status, annotations }],
  })

  it('is counted through nested suites; a test that passed only when repeated has failed', () => {
    const report = {
      suites: [
        {
          specs: [spec('a', 'expected')],
          suites: [{ specs: [spec('b', 'unexpected'), spec('c', 'flaky')] }],
        },
      ],
      errors: [],
    }
    expect(tallyPlaywright(report)).toMatchObject({ passed: 1, failed: 2 })
  })

  it('counts errors outside of tests, and skips by their description', () => {
    const skipped = spec('b', 'skipped', [{ type: 'skip', description: 'no sound here' }])
    const report = { suites: [{ specs: [skipped] }], errors: [{ message: 'no tests found' }] }
    expect(tallyPlaywright(report)).toEqual({
      passed: 0,
      failed: 1,
      skips: new Map([['no sound here', 1]]),
    })
  })
})

it('tallies add up, and so do equal reasons', () => {
  const total = addTallies([
    { passed: 1, failed: 2, skips: new Map([['no Postgres', 2]]) },
    { passed: 3, failed: 4, skips: new Map([['no Postgres', 1]]) },
  ])
  expect(total).toEqual({ passed: 4, failed: 6, skips: new Map([['no Postgres', 3]]) })
  expect(countSkipped(total)).toBe(3)
})
