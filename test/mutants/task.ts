import { z } from 'zod'
import type { Mutation } from './mutations.ts'

/** What a lane does to the sources before it runs tests: record what they reach, or apply one mutant. */
export type Task =
  | { readonly kind: 'reach' }
  | { readonly kind: 'mutant'; readonly file: string; readonly mutation: Mutation }

export interface Order {
  readonly task: Task
  /** Run in this order until one fails; all of them when recording what they reach. */
  readonly testFiles: readonly string[]
}

export interface Answer {
  /** The first failed test with its message; null when all passed. */
  readonly failure: string | null
  readonly testFiles: readonly TestFileResult[]
}

export const testFileResultShape = z.object({
  testFile: z.string(),
  project: z.string(),
  passed: z.boolean(),
  seconds: z.number(),
  /** Blocks that its tests entered. */
  reached: z.array(z.string()),
  /** Blocks that were entered while the file was loaded. */
  reachedAtLoad: z.array(z.string()),
})
export type TestFileResult = z.infer<typeof testFileResultShape>

declare global {
  /** Read by the plugin, which Vite loads by itself for each project. */
  var mutantTask: Task | undefined
  /** Set by the plugin when the tests loaded the mutant. */
  var mutantIsLoaded: boolean | undefined
  /** Called by every block while recording what tests reach. */
  var noteReached: ((block: string) => void) | undefined
}
