// Lets `git commit` check what it commits (`scripts/hooks/`). Runs after each install, on the machine's
// own Node; not in CI, where nobody commits.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

if (!process.env.CI && existsSync(path.join(root, '.git')))
  spawnSync('git', ['config', 'core.hooksPath', 'scripts/hooks'], { cwd: root, stdio: 'inherit' })
