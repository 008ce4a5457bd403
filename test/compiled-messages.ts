import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { areMessagesCompiled } from '#scripts/compile-messages.ts'

/** The components under test import the compiled messages, which are not kept in the repository. */
export default async function compileMessagesWhenStale(): Promise<void> {
  if (await areMessagesCompiled()) return
  // In its own process: the compiler keeps timers that would delay the end of this one.
  const { status } = spawnSync(process.execPath, ['scripts/compile-messages.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the messages do not compile')
}
