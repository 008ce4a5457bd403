import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { LaneProcess } from './lane-process.ts'
import { findTests } from './reach.ts'
import {
  describeMutant,
  printOutcomes,
  verdictShape,
  type Outcome,
  type Verdict,
} from './report.ts'
import { areaNames, chooseSample, listMutants, root, type Mutant } from './sample.ts'
import { testFileResultShape, type Order, type TestFileResult } from './task.ts'

// Writes small faults into the sources, one at a time, and counts which of them the tests catch.

const options = readOptions()
const reportShape = z.object({ outcomes: z.array(verdictShape) })
const resultsFolder = path.join(root, 'test-results')
const reachFile = path.join(resultsFolder, 'mutants-reach.json')
const reportFile = path.join(resultsFolder, 'mutants.json')
/** A hanging test file must end, but on a busy machine none may end that does not hang. */
const limitSeconds = { least: 120, perMeasuredSecond: 5, toNoteReach: 3600 }
const testFilesPerTurn = 10

mkdirSync(resultsFolder, { recursive: true })
const lanes = new Set<LaneProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const lane of lanes) lane.kill()
    process.exit(1)
  })
}

const startedAt = performance.now()
const sample = chooseSample(options.areas.map(listMutants), options.seed, options.sample)
const reach = await noteReach()
for (const { testFile } of reach.filter(({ passed }) => !passed)) {
  console.log(`left out, because it fails twice without a mutant: ${testFile}`)
  process.exitCode = 1
}
const found = await tryMutants(reach.filter(({ passed }) => passed))
printOutcomes(found)
console.log(
  `\n${minutesSince(startedAt)} minutes, each mutant in ${path.relative(root, reportFile)}`,
)

/** Runs every test file beside the code once, without a mutant. */
async function noteReach(): Promise<TestFileResult[]> {
  const kept = options.continues ? readKept(reachFile, z.array(testFileResultShape)) : undefined
  const results = kept ?? []
  const known = new Set(results.map(({ testFile }) => testFile))
  const testFiles = globSync('{domain,web,server}/**/*.test.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !known.has(file))
    .toSorted()
  const turns = Array.from({ length: Math.ceil(testFiles.length / testFilesPerTurn) }, (_, turn) =>
    testFiles.slice(turn * testFilesPerTurn, (turn + 1) * testFilesPerTurn),
  )
  await inLanes(turns, { toTheEnd: true }, async (lane, turn) => {
    results.push(...(await noteReachOf(lane, turn)))
    writeFileSync(reachFile, JSON.stringify(results))
    console.log(`what tests reach: ${results.length} of ${testFiles.length + known.size} files`)
  })
  return results
}

/** Records what these files reach; one that fails is tried a second time, alone. */
async function noteReachOf(
  lane: LaneProcess,
  testFiles: readonly string[],
): Promise<TestFileResult[]> {
  const order: Order = { task: { kind: 'reach' }, testFiles }
  const answer = await lane.run(order, limitSeconds.toNoteReach)
  if (!answer) throw new Error(`Without a mutant there was no end of ${testFiles.join(', ')}.`)
  if (answer.failure !== null) console.log(`failed without a mutant: ${answer.failure}`)
  if (testFiles.length === 1) return [...answer.testFiles]
  const results: TestFileResult[] = []
  for (const result of answer.testFiles) {
    results.push(...(result.passed ? [result] : await noteReachOf(lane, [result.testFile])))
  }
  return results
}

async function tryMutants(results: readonly TestFileResult[]): Promise<Outcome[]> {
  const known = options.continues ? readKept(reportFile, reportShape)?.outcomes : undefined
  const outcomes = new Map<string, Outcome>()
  for (const mutant of sample) {
    const verdict = known?.find(({ id }) => id === mutant.id)
    if (verdict) outcomes.set(mutant.id, { ...mutant, ...verdict })
  }
  const inOrder = (): Outcome[] => sample.flatMap(({ id }) => outcomes.get(id) ?? [])
  const left = sample.filter(({ id }) => !outcomes.has(id))
  await inLanes(left, { toTheEnd: false }, async (lane, mutant) => {
    const outcome = { ...mutant, ...(await tryMutant(lane, mutant, results)) }
    outcomes.set(mutant.id, outcome)
    writeFileSync(reportFile, JSON.stringify({ ...options, outcomes: inOrder() }, null, 2))
    const progress = `${outcomes.size} of ${sample.length}, ${outcome.seconds.toFixed(1)} s`
    console.log(`${progress}, ${describeMutant(outcome)}`)
  })
  return inOrder()
}

async function tryMutant(
  lane: LaneProcess,
  mutant: Mutant,
  results: readonly TestFileResult[],
): Promise<Verdict> {
  const { id, file } = mutant
  const tests = findTests(mutant, readFileSync(path.join(root, file), 'utf8'), results)
  if (tests.length === 0) {
    return { id, status: 'not reached', killedBy: null, testFiles: 0, seconds: 0 }
  }
  const measuredSeconds = tests.reduce((sum, { seconds }) => sum + seconds, 0)
  const begunAt = performance.now()
  const answer = await lane.run(
    {
      task: { kind: 'mutant', file, mutation: mutant },
      testFiles: tests.map(({ testFile }) => testFile),
    },
    limitSeconds.least + measuredSeconds * limitSeconds.perMeasuredSecond,
  )
  const killedBy = answer?.failure ?? null
  return {
    id,
    status: answer ? (killedBy === null ? 'survived' : 'killed') : 'timeout',
    killedBy,
    testFiles: tests.length,
    seconds: (performance.now() - begunAt) / 1000,
  }
}

/** Spreads the items over the given number of processes; each takes the next item when it is free. */
async function inLanes<Item>(
  items: readonly Item[],
  how: ConstructorParameters<typeof LaneProcess>[0],
  work: (lane: LaneProcess, item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const one = async (): Promise<void> => {
    const lane = new LaneProcess(how)
    lanes.add(lane)
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(lane, item)
    await lane.end()
    lanes.delete(lane)
  }
  await Promise.all(Array.from({ length: options.workers }, one))
}

function readKept<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> | undefined {
  return existsSync(file) ? shape.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      sample: { type: 'string', default: '300' },
      area: { type: 'string', multiple: true, default: [...areaNames] },
      workers: { type: 'string', default: '2' },
      continue: { type: 'boolean', default: false },
    },
  })
  const unknown = values.area.filter((area) => !areaNames.includes(area))
  if (unknown.length > 0) {
    throw new Error(`No area ${unknown.join(', ')}. There are: ${areaNames.join(', ')}`)
  }
  const number = z.coerce.number().int().positive()
  return {
    seed: number.parse(values.seed),
    sample: number.parse(values.sample),
    areas: values.area,
    workers: number.parse(values.workers),
    continues: values.continue,
  }
}

function minutesSince(start: number): string {
  return ((performance.now() - start) / 60_000).toFixed(1)
}
