import path from 'node:path'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import ownConfig from '../../vitest.config.ts'
import { mutateSources } from './plugin.ts'
import { root } from './sample.ts'

/** As they are given: what most likely sees the mutant comes first. */
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
    // It would give back the text of another task.
    fsModuleCache: false,
    sequence: { sequencer: InGivenOrder },
    maxWorkers: 1,
  },
})
