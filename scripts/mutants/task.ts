import { z } from 'zod'
import type { Mutation } from './mutations.ts'

/** What a lane does to the sources before it runs tests: note what they reach, or write one mutant. */
export type Task =
  | { readonly kind: 'reach' }
  | { readonly kind: 'mutant'; readonly file: string; readonly mutation: Mutation }

export interface Order {
  readonly task: Task
  /** Run in this order until one fails; when what they reach is noted, all of them. */
  readonly testFiles: readonly string[]
}

export interface Answer {
  /** The first test that failed and what it said; null when all passed. */
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
  /** Blocks that were entered while it was loaded. */
  reachedAtLoad: z.array(z.string()),
})
export type TestFileResult = z.infer<typeof testFileResultShape>

declare global {
  /** Read by the plugin, which Vite loads by itself for each project. */
  var mutantTask: Task | undefined
  /** Set by the plugin when the tests loaded the mutant. */
  var mutantIsLoaded: boolean | undefined
  /** Called by every block while what tests reach is noted. */
  var noteReached: ((block: string) => void) | undefined
}
