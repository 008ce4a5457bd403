import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startPostgres } from './postgres.ts'
import { root, runStep, type Step, type StepResult } from './run-step.ts'
import {
  addTallies,
  countSkipped,
  emptyTally,
  tallyPlaywright,
  tallyVitest,
  type Tally,
} from './tally.ts'

// `npm test` runs every check and test, `npm test -- cart` the tests whose path has that word, and
// `npm test -- --changed` those that the working tree touches.
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    both: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
  },
})

const packageJson = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))

const resultsFolder = path.join(root, 'test-results')
const vitestReport = path.join(resultsFolder, 'vitest.json')
const playwrightReport = path.join(resultsFolder, 'playwright.json')

const messages: Step = { name: 'messages', command: ['node', 'scripts/compile-messages.ts'] }
const webBuild: Step = { name: 'web build', command: ['node', 'scripts/build-web.ts'] }
const tests: Step = {
  name: 'tests: rules, units, endpoints, database',
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

mkdirSync(resultsFolder, { recursive: true })
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })
const total = addTallies(await (words.length > 0 || options.changed ? runSome() : runAll()))
for (const [reason, count] of total.skips) console.log(`skipped ${count}: ${reason}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${countSkipped(total)} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Checks, tests and journeys at once, so that the processors have work to the end. */
async function runAll(): Promise<Tally[]> {
  const postgres = await providePostgres()
  console.log(`  database: ${postgres.description}${options.both ? ', and the embedded one' : ''}`)
  const env = { ...postgres.env, ...(options.both && { TEST_DATABASES: 'both' }) }
  try {
    // The build, the types and the tests all read the compiled messages.
    const compiled = await runStep(messages)
    const building = runStep(webBuild)
    return await Promise.all([
      building.then((built) => runChecks([compiled, built])),
      runStep({ ...tests, env }).then(readTestTally),
      building
        .then(() => runStep({ ...journeys, env: { ...journeys.env, ...env } }))
        .then(readJourneyTally),
    ])
  } finally {
    await postgres.end()
  }
}

interface ProvidedPostgres {
  readonly description: string
  readonly env: Readonly<Record<string, string>>
  readonly end: () => Promise<void>
}

/** One server for all tests and journeys: the given one, else one of our own where its programs are found. */
async function providePostgres(): Promise<ProvidedPostgres> {
  const nothing = { env: {}, end: () => Promise.resolve() }
  if (process.env.TEST_DATABASE_URL) {
    return { ...nothing, description: 'PostgreSQL at TEST_DATABASE_URL' }
  }
  const started = await startPostgres(process.env, { isDurable: false })
  if (!started.available) return { ...nothing, description: `embedded (${started.reason})` }
  return {
    description: `PostgreSQL, a server of its own from ${started.server.binaries}`,
    env: { TEST_DATABASE_URL: started.server.url },
    end: () => started.server.remove(),
  }
}

/** The tests that `words` name or the working tree touches, without the checks of the whole source. */
async function runSome(): Promise<Tally[]> {
  const named = words.map((word) => path.relative(root, path.resolve(word)))
  const touched = [...named, ...(options.changed ? findTouched() : [])]
  // Of a file of the source, the tests with its name.
  const names = named.map((name) => name.replace(/(?<!\.test|\.spec)\.tsx?$/, '.'))
  const chosen = globSync(['**/*.test.{ts,tsx}', 'test/e2e/*.spec.ts'], {
    cwd: root,
    exclude: ['node_modules', 'dist'],
  })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => names.some((name) => file.includes(name)) || isTouched(file, touched))
  if (chosen.length === 0) {
    console.log(
      words.length > 0
        ? `No test has ${words.join(' or ')} in its path, or imports it.`
        : 'No test imports what changed itself. Name some: npm test -- cart',
    )
    return [{ ...emptyTally, failed: words.length > 0 ? 1 : 0 }]
  }
  const [journeyFiles = [], testFiles = []] = [true, false].map((isJourney) =>
    chosen.filter((file) => file.endsWith('.spec.ts') === isJourney),
  )
  const runOf = (step: Step, files: readonly string[]): Step => ({
    ...step,
    command: [...step.command, ...files],
    env: { ...step.env, ...(options.both && { TEST_DATABASES: 'both' }) },
  })
  return Promise.all([
    testFiles.length > 0 ? runStep(runOf(tests, testFiles)).then(readTestTally) : emptyTally,
    journeyFiles.length > 0
      ? runStep(runOf(journeys, journeyFiles)).then(readJourneyTally)
      : emptyTally,
  ])
}

/** What differs from the last commit. */
function findTouched(): string[] {
  const listings = [
    ['diff', '--name-only', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ]
  const changed = listings
    .map((parameters) => spawnSync('git', parameters, { cwd: root, encoding: 'utf8' }).stdout)
    .join('')
  return changed.split('\0').filter(Boolean)
}

/**
 * Whether a test changed or imports a file that did, by that file's name. Imports of imports do not
 * count: the suites that start the shop import nearly all of it.
 */
function isTouched(testFile: string, touched: readonly string[]): boolean {
  const text = readFileSync(path.join(root, testFile), 'utf8')
  return touched.some((file) => file === testFile || text.includes(`/${path.basename(file)}'`))
}

/** Checks that people can also run alone, by `npm run check:<name>`. */
async function runChecks(results: StepResult[]): Promise<Tally> {
  for (const name of ['format', 'lint', 'types', 'dead-code']) {
    const [program = '', ...parameters] = (packageJson.scripts[`check:${name}`] ?? '').split(' ')
    results.push(await runStep({ name, command: [program, ...parameters] }))
  }
  const passed = results.filter(({ succeeded }) => succeeded).length
  return { ...emptyTally, passed, failed: results.length - passed }
}

function readTestTally(result: StepResult): Tally {
  return readTally(result, vitestReport, tallyVitest)
}

function readJourneyTally(result: StepResult): Tally {
  return readTally(result, playwrightReport, tallyPlaywright)
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
