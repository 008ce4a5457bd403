import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The repository at HEAD, cloned to a folder without installs. */
export interface Clone {
  /** Runs `npm <word>` as in a fresh clone, with these additional settings. */
  readonly npm: (word: string, settings?: Readonly<Record<string, string>>) => NpmRun
  readonly remove: () => void
}

export interface NpmRun {
  readonly output: () => string
  readonly ended: Promise<{ readonly exitCode: number }>
  /** Sends SIGTERM to npm alone, which passes it on. */
  readonly stop: () => void
}

const root = path.resolve(import.meta.dirname, '../..')

/** Uses none of this machine's installs and caches: npm downloads everything. */
export function cloneRepository(): Clone {
  const folder = mkdtempSync(path.join(tmpdir(), 'kryptonique-clone-'))
  const product = path.join(folder, 'product')
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, product])
  const environment = {
    PATH: pathWithoutInstalls(),
    HOME: process.env['HOME'],
    npm_config_cache: path.join(folder, 'npm-cache'),
  }
  return {
    npm: (word, settings = {}) => {
      const child = spawn('npm', [word], {
        cwd: product,
        env: { ...environment, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        // Its own process group: we pass Ctrl-C on ourselves.
        detached: true,
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      }
      const { promise: ended, resolve, reject } = Promise.withResolvers<{ exitCode: number }>()
      child.once('error', reject)
      child.once('exit', (code) => resolve({ exitCode: code ?? 1 }))
      return { output: () => output, ended, stop: () => void child.kill('SIGTERM') }
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The PATH without the Node and tools that the surrounding npm has added. */
function pathWithoutInstalls(): string {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter)
}
