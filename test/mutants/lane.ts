import path from 'node:path'
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { root } from './sample.ts'
import type { Answer, Order, TestFileResult } from './task.ts'

// A process with one long-lived Vitest, so that a mutant costs only its own tests: the databases
// are prepared once, and only the mutated source is read anew. Every run has a fresh worker.

let ended: Answer = { failure: null, testFiles: [] }
const vitest = await createVitest('test', {
  root,
  config: path.join(import.meta.dirname, 'vitest.config.ts'),
  watch: false,
  bail: process.argv.includes('--to-the-end') ? 0 : 1,
  reporters: [
    {
      onTestRunEnd: (modules, errors) => {
        const [error] = errors
        ended = {
          failure: findFailure(modules) ?? (error ? `outside of a test: ${error.message}` : null),
          testFiles: modules.map(describeModule),
        }
      },
    },
  ],
})
const specifications = await vitest.globTestSpecifications()

process.on('message', (order: Order) => {
  void run(order).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => {
  void vitest.close().finally(() => process.exit())
})
process.send?.('ready')

async function run({ task, testFiles }: Order): Promise<Answer> {
  const previous = globalThis.mutantTask
  globalThis.mutantTask = task
  globalThis.mutantIsLoaded = false
  for (const changed of [previous, task]) {
    if (changed?.kind === 'mutant') vitest.invalidateFile(path.join(root, changed.file))
  }
  await vitest.runTestSpecifications(testFiles.flatMap(specificationsOf))
  process.exitCode = 0
  // The cached source instead of the mutant would survive.
  if (task.kind === 'mutant' && !globalThis.mutantIsLoaded) {
    throw new Error(`${task.file} was not loaded with its mutant.`)
  }
  return ended
}

function specificationsOf(testFile: string): TestSpecification[] {
  return specifications.filter(({ moduleId }) => moduleId === path.join(root, testFile))
}

function findFailure(modules: readonly TestModule[]): string | undefined {
  for (const module of modules) {
    const [error] = module.errors()
    if (error) return `${module.relativeModuleId}: ${error.message}`
    for (const suite of module.children.allSuites()) {
      const [suiteError] = suite.errors()
      if (suiteError) return `${module.relativeModuleId}: ${suite.fullName}: ${suiteError.message}`
    }
    for (const test of module.children.allTests('failed')) {
      const message = test.result().errors?.[0]?.message ?? ''
      return `${module.relativeModuleId}: ${test.fullName}: ${message}`
    }
  }
  return undefined
}

function describeModule(module: TestModule): TestFileResult {
  const { reached = [], reachedAtLoad = [] } = module.meta()
  return {
    testFile: module.relativeModuleId,
    project: module.project.name,
    passed: module.state() === 'passed',
    seconds: module.diagnostic().duration / 1000,
    reached,
    reachedAtLoad,
  }
}
