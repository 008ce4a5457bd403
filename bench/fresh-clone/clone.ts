import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The repository at HEAD, cloned to where nothing is installed. */
export interface Clone {
  /** Runs `npm <word>` as somebody would who has just cloned it, with these settings on top. */
  readonly npm: (word: string, settings?: Readonly<Record<string, string>>) => NpmRun
  readonly remove: () => void
}

export interface NpmRun {
  readonly output: () => string
  readonly ended: Promise<{ readonly exitCode: number }>
  /** SIGTERM to npm alone; the rest is npm's and ours. */
  readonly stop: () => void
}

const root = path.resolve(import.meta.dirname, '../..')

/** Nothing of this machine's installs and caches is used: npm downloads all that it needs. */
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
        // A group of its own: Ctrl-C in our terminal is for us to pass on.
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

/** The npm that runs this bench has put our own Node and tools on the path. */
function pathWithoutInstalls(): string {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter)
}
