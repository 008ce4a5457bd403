import './task.ts'
import path from 'node:path'
import { mergeConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import ownConfig from '../../vitest.config.ts'
import { applyMutation, findBlocks } from './mutations.ts'
import { isInAnArea, root } from './sample.ts'

/** Keeps the given order: the most likely killer of the mutant comes first. */
class InGivenOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files)
  }
}

export default mergeConfig(ownConfig, {
  root,
  plugins: [mutateSources()],
  test: {
    setupFiles: [path.join(import.meta.dirname, 'note-reached.ts')],
    // It would return the text of another task.
    fsModuleCache: false,
    sequence: { sequencer: InGivenOrder },
    maxWorkers: 1,
    // Many mutants keep a test waiting for what never comes.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
})

/** Serves the sources as the task changes them. Nothing is written to the disk. */
function mutateSources(): Plugin {
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const task = globalThis.mutantTask
      const [location = ''] = id.split('?')
      const file = path.relative(root, location).replaceAll(path.sep, '/')
      if (task?.kind === 'reach' && isInAnArea(file))
        return { code: noteBlocks(file, code), map: null }
      if (task?.kind === 'mutant' && task.file === file) {
        globalThis.mutantIsLoaded = true
        return { code: applyMutation(code, task.mutation), map: null }
      }
      return null
    },
  }
}

/** The text with a call at the start of each block that reports the block's position. */
function noteBlocks(file: string, text: string): string {
  return findBlocks(file, text)
    .flatMap(({ start, end, isExpression }) => {
      const call = `globalThis.noteReached?.('${file}:${start}')`
      return isExpression
        ? [
            { at: start, added: `(${call}, ` },
            { at: end, added: ')' },
          ]
        : [{ at: start + 1, added: `${call};` }]
    })
    .toSorted((a, b) => b.at - a.at)
    .reduce((result, { at, added }) => result.slice(0, at) + added + result.slice(at), text)
}
