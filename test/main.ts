import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { chooseTests, sourcesOf } from './choose-tests.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
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

const { TEST_DATABASE_URL, PATH = '' } = process.env
const binaries = findPostgresBinaries(PATH)
const hasPostgres = Boolean(TEST_DATABASE_URL || binaries)
if (options.both && !hasPostgres) throw new Error('Both databases: there is no PostgreSQL here.')
const databases: Readonly<Record<string, string>> = options.both ? { TEST_DATABASES: 'both' } : {}
const postgres = `PostgreSQL (${TEST_DATABASE_URL ? 'at TEST_DATABASE_URL' : binaries})`
console.log(
  `  database: ${hasPostgres ? postgres : 'embedded (no PostgreSQL found)'}${options.both ? ', and embedded' : ''}`,
)

mkdirSync(resultsFolder, { recursive: true })
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })
const total = addTallies(await (words.length > 0 || options.changed ? runSome() : runAll()))
for (const [reason, count] of total.skips) console.log(`skipped ${count}: ${reason}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${countSkipped(total)} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Runs checks, tests and journeys in parallel, so that the processors are busy to the end. */
async function runAll(): Promise<Tally[]> {
  // One server for all; each part would start its own.
  const started =
    TEST_DATABASE_URL || !binaries
      ? undefined
      : await startPostgres(process.env, { isDurable: false })
  const server = started?.available ? started.server : undefined
  const env = { ...databases, ...(server && { TEST_DATABASE_URL: server.url }) }
  try {
    // The build, the types and the tests all read the compiled messages.
    const compiled = await runStep(messages)
    const building = runStep(webBuild)
    return await Promise.all([
      building.then((built) => runChecks([compiled, built])),
      runStep({ ...tests, env }).then(readTestTally),
      building.then(({ succeeded }) =>
        succeeded
          ? runStep({ ...journeys, env: { ...journeys.env, ...env } }).then(readJourneyTally)
          : emptyTally,
      ),
    ])
  } finally {
    await server?.remove()
  }
}

/** Runs the tests that words name or the working tree touches, without the checks of the whole source. */
async function runSome(): Promise<Tally[]> {
  const patterns = ['**/*.test.{ts,tsx}', 'test/e2e/*.spec.ts']
  const files = globSync(patterns, { cwd: root, exclude: ['node_modules', 'dist'] }).map(
    (file) => ({
      path: pathFromRoot(file),
      text: readFileSync(path.join(root, file), 'utf8'),
    }),
  )
  const named = words.map((word) => pathFromRoot(word) + (/[/\\]$/.test(word) ? '/' : ''))
  const touched = options.changed ? findTouched() : []
  const related = await findRelated(sourcesOf(named, touched))
  const chosen = chooseTests(files, { words: named, touched, related })
  if (chosen.length === 0) {
    const sought = [...named, ...touched]
    console.log(`No test was chosen by ${sought.join(', ') || 'a working tree without changes'}.`)
    console.log('Name a folder or a part of a path: npm test -- cart')
    const isDocumentation = sought.every((file) => file.endsWith('.md'))
    return [{ ...emptyTally, failed: isDocumentation ? 0 : 1 }]
  }
  const testFiles = chosen.filter((file) => !isJourney(file))
  return Promise.all([
    runFiles(tests, testFiles, readTestTally),
    runFiles(journeys, chosen.filter(isJourney), readJourneyTally),
  ])
}

/** With slashes on every system. */
function pathFromRoot(file: string): string {
  return path.relative(root, path.resolve(root, file)).replaceAll(path.sep, '/')
}

/** The tests whose modules include one of the files, by Vitest's own graph of what imports what. */
async function findRelated(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const related = files.map((file) => path.join(root, file))
  const vitest = await createVitest('test', { root, watch: false, related })
  try {
    const specifications = await vitest.getRelevantTestSpecifications()
    return specifications.map(({ moduleId }) => pathFromRoot(moduleId))
  } finally {
    await vitest.close()
  }
}

function isJourney(file: string): boolean {
  return file.endsWith('.spec.ts')
}

async function runFiles(
  step: Step,
  files: readonly string[],
  read: (result: StepResult) => Tally,
): Promise<Tally> {
  if (files.length === 0) return emptyTally
  const env = { ...step.env, ...databases }
  return read(await runStep({ ...step, command: [...step.command, ...files], env }))
}

/** The files that differ from the last commit. */
function findTouched(): string[] {
  const listings = [
    ['diff', '--name-only', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ]
  return listings.flatMap((parameters) => {
    const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git cannot say what changed: ${stderr}`)
    return stdout.split('\0').filter(Boolean)
  })
}

/** Checks that people can also run alone, by `npm run check:<name>`. */
async function runChecks(results: StepResult[]): Promise<Tally> {
  for (const name of ['format', 'lint', 'types', 'dead-code']) {
    results.push(await runStep({ name, command: ['node', '--run', `check:${name}`] }))
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

/** A failed run without a failed test (it crashed, or an error escaped) counts as one failure. */
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
