// Lets `git commit` check what it commits (`scripts/hooks/`). Runs after each install, on the machine's
// own Node; not in CI, where nobody commits.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

const config = (...values) =>
  spawnSync('git', ['config', 'core.hooksPath', ...values], { cwd: root, encoding: 'utf8' })

// Hooks of the owner's own stay.
if (!process.env.CI && existsSync(path.join(root, '.git')) && config().stdout.trim() === '')
  config('scripts/hooks')
