import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const sources = path.join(root, 'web/i18n/messages')
const compiled = path.join(root, 'web/i18n/paraglide/messages.js')

/** The components under test import the compiled messages, which are not kept in the repository. */
export default function compileMessagesWhenStale(): void {
  if (existsSync(compiled) && newestChange(sources) <= statSync(compiled).mtimeMs) return
  // In a process of its own: the compiler keeps timers that would hold up the end of this one.
  const { status } = spawnSync(process.execPath, ['scripts/compile-messages.ts'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the messages do not compile')
}

function newestChange(folder: string): number {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (file) => statSync(path.join(folder, file)).mtimeMs,
  )
  return Math.max(0, ...times)
}
