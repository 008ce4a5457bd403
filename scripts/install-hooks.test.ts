import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const binFolder = path.resolve('node_modules/.bin')

it.each<[string, text: string, committed: string, ci?: Readonly<Record<string, string>>]>([
  ['a file that is not formatted', 'let a   = 1\nexport { a }\n', ''],
  ['a file with a fault of lint', 'debugger\n', ''],
  ['a clean file', 'export const a = 1\n', 'Add it'],
  ['a file that is not formatted, in CI', 'let a   = 1\nexport { a }\n', 'Add it', { CI: 'true' }],
])('git commit takes or refuses %s', (_, text, committed, ci = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kryptonique-hooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { CI: _ci, ...inherited } = process.env
  const env = { ...inherited, ...ci, PATH: [binFolder, process.env['PATH']].join(path.delimiter) }
  const run = (program: string, ...parameters: string[]): string =>
    execFileSync(program, parameters, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  run('git', 'init', '-q')
  run('git', 'config', 'user.email', 'a@example.org')
  run('git', 'config', 'user.name', 'A')
  mkdirSync(path.join(folder, 'scripts'))
  for (const file of [
    '.oxfmtrc.json',
    '.oxlintrc.json',
    'scripts/hooks',
    'scripts/install-hooks.mjs',
  ])
    cpSync(file, path.join(folder, file), { recursive: true })
  run('node', 'scripts/install-hooks.mjs')
  writeFileSync(path.join(folder, 'a.ts'), text)
  run('git', 'add', 'a.ts')
  try {
    run('git', 'commit', '-qm', 'Add it')
  } catch {
    // Refused.
  }
  expect(run('git', 'log', '--all', '--format=%s').trim()).toBe(committed)
})
