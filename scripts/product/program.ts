import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Program {
  readonly name: string
  /** Null when the program could not be started. */
  readonly pid: number | null
  readonly ended: Promise<ProgramEnd>
  /** Sends SIGTERM, and SIGKILL after half a minute. */
  readonly stop: () => Promise<void>
  /** kill -9. */
  readonly kill: () => Promise<void>
}

export interface ProgramEnd {
  readonly name: string
  /** 1 after a signal. */
  readonly exitCode: number
  readonly reason: string
}

export interface ProgramOptions {
  readonly name: string
  /** The arguments of `node`. */
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The working directory; the repository by default. */
  readonly folder?: string
  /** Gets the output, in pieces; without it the output goes to the terminal. */
  readonly onOutput?: (text: string) => void
}

const root = path.resolve(import.meta.dirname, '../..')

/** Longer than the server's own limit, so that it can finish what is under way. */
const stopTimeoutMilliseconds = 30_000

export function startProgram({ name, command, env, folder, onOutput }: ProgramOptions): Program {
  const child = spawn(process.execPath, command, {
    cwd: folder ?? root,
    env: { ...memoryEnvironment, ...env },
    stdio: ['ignore', onOutput ? 'pipe' : 'inherit', onOutput ? 'pipe' : 'inherit'],
    // Its own process group: Ctrl-C would otherwise reach it twice, from the terminal and from us.
    detached: process.platform !== 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => onOutput?.(chunk.toString()))
  }
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>()
  child.once('error', (error) => resolve({ name, exitCode: 1, reason: error.message }))
  child.once('exit', (code, signal) =>
    resolve({
      name,
      exitCode: code ?? 1,
      reason: signal ? `ended by ${signal}` : `exit code ${code}`,
    }),
  )
  return {
    name,
    pid: child.pid ?? null,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMilliseconds)
      await ended
      clearTimeout(timer)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Waits until an address answers 2xx. Rejects when the program ends first. */
export async function waitUntilReady(program: Program, url: string): Promise<void> {
  let end: ProgramEnd | undefined
  void program.ended.then((value) => {
    end = value
  })
  while (!(await answers(url))) {
    await sleep(40)
    if (end) throw new Error(`${end.name} did not start: ${end.reason}`)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** By default glibc gives each thread memory of its own, in all 20 MB that are mostly empty. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1' } as const

/**
 * The arguments of `node` for the server. By default V8 gives young objects up to 64 MB on a large
 * machine and keeps them; with 16 MB (twice this limit) purchases cost the same processor time,
 * with 8 MB a third more. `gc` frees what only the start needed.
 */
export const serverCommand = ['--max-semi-space-size=8', '--expose-gc', 'server/main.mjs'] as const
