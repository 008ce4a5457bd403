import { afterAll, beforeAll, beforeEach, type RunnerTestFile } from 'vitest'
import './task.ts'

declare module 'vitest' {
  interface TaskMeta {
    reached?: string[]
    reachedAtLoad?: string[]
  }
}

const atLoad = new Set<string>()
const inTests = new Set<string>()
let testFile: RunnerTestFile | undefined
globalThis.noteReached = (block) => void atLoad.add(block)

beforeAll(() => {
  globalThis.noteReached = (block) => void inTests.add(block)
})

beforeEach(({ task }) => {
  testFile = task.file
})

afterAll(() => {
  if (!testFile) return
  testFile.meta.reached = [...inTests]
  testFile.meta.reachedAtLoad = [...atLoad]
})
