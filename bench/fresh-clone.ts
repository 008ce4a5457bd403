import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/free-port.ts'
import { note, reportAtMost, reportExactly } from './report.ts'

/** `npm start` in a fresh clone, with an empty npm cache, until the shop answers (S1). */
export async function freshClone(): Promise<void> {
  const clone = cloneRepository()
  const port = await findFreePort()
  const sandboxPort = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) }
  try {
    const start = performance.now()
    const run = clone.npm('start', settings)
    await untilAnswering(run, [`${origin}/`, `${origin}/api/shop-items`])
    const seconds = (performance.now() - start) / 1000
    reportAtMost('npm start until / and /api/shop-items answer', seconds, 90, 's')
    const installed = /Installed in ([\d.]+) s/.exec(run.output())?.[1]
    note(`of it npm’s install from an empty cache: ${installed ?? '?'} s`)
    run.stop()
    const { exitCode } = await run.ended
    reportExactly('exit code after SIGTERM', exitCode)
    const alive = await Promise.all([port, sandboxPort].map(isAnswering))
    reportExactly('processes left behind', alive.filter(Boolean).length)
  } finally {
    clone.remove()
  }
}

async function untilAnswering(run: NpmRun, addresses: readonly string[]): Promise<void> {
  let hasEnded = false
  void run.ended.then(() => (hasEnded = true))
  for (const address of addresses) {
    while (!(await answers(address))) {
      if (hasEnded) throw new Error(`npm start ended:\n${run.output()}`)
      await sleep(50)
    }
  }
}

function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** The repository at HEAD, cloned to a folder without installs. */
interface Clone {
  /** Runs `npm <word>` as in a fresh clone, with these additional settings. */
  readonly npm: (word: string, settings?: Readonly<Record<string, string>>) => NpmRun
  readonly remove: () => void
}

interface NpmRun {
  readonly output: () => string
  readonly ended: Promise<{ readonly exitCode: number }>
  /** Sends SIGTERM to npm alone, which passes it on. */
  readonly stop: () => void
}

const root = path.resolve(import.meta.dirname, '..')

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
