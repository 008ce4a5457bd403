import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root, runStep, type Step, type StepResult } from './test/run-step.ts'
import {
  addTallies,
  countSkipped,
  emptyTally,
  tallyPlaywright,
  tallyVitest,
  type Tally,
} from './test/tally.ts'

const resultsFolder = path.join(root, 'test-results')
const vitestReport = path.join(resultsFolder, 'vitest.json')
const playwrightReport = path.join(resultsFolder, 'playwright.json')

const packageJson = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))

const webBuild: Step = { name: 'web build', command: ['node', 'scripts/build-web.ts'] }
const format = checkStep('format')
const sourceChecks = ['lint', 'types', 'dead-code'].map(checkStep)
const tests: Step = {
  name: 'tests: rules, units, endpoints, both databases',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${vitestReport}`,
  ],
}
const journeys: Step = {
  name: 'browser journeys',
  command: ['playwright', 'test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
}

rmSync(resultsFolder, { recursive: true, force: true })
mkdirSync(resultsFolder, { recursive: true })

// Two lanes for two cores. Lint and types read the compiled messages, which the build makes.
const building = runStep(webBuild)
const [checks, testTally] = await Promise.all([
  runStep(format).then(async (first) => {
    await building
    return [first, ...(await runInOrder(sourceChecks))]
  }),
  building
    .then(() => runStep(tests))
    .then((result) => readTally(result, vitestReport, tallyVitest)),
])
const journeyTally = readTally(await runStep(journeys), playwrightReport, tallyPlaywright)

const total = addTallies([tallyChecks([await building, ...checks]), testTally, journeyTally])
for (const [reason, count] of total.skips) console.log(`skipped ${count}: ${reason}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${countSkipped(total)} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

/** A check that people can also run alone, by `npm run check:<name>`. */
function checkStep(name: string): Step {
  const [program = '', ...parameters] = (packageJson.scripts[`check:${name}`] ?? '').split(' ')
  return { name, command: [program, ...parameters] }
}

async function runInOrder(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) results.push(await runStep(step))
  return results
}

function tallyChecks(results: readonly StepResult[]): Tally {
  const passed = results.filter(({ succeeded }) => succeeded).length
  return { ...emptyTally, passed, failed: results.length - passed }
}

/** A run that failed without naming a failed test (it crashed, it leaked an error) is one failure. */
function readTally(result: StepResult, file: string, count: (report: unknown) => Tally): Tally {
  const tally = countFile(file, count)
  return { ...tally, failed: Math.max(tally.failed, result.succeeded ? 0 : 1) }
}

function countFile(file: string, count: (report: unknown) => Tally): Tally {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.log(`${path.relative(root, file)} cannot be read: ${String(error)}`)
    return { ...emptyTally, failed: 1 }
  }
}
