import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

export interface Step {
  readonly name: string
  /** A program of node_modules/.bin, or `node`, with its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
}

export interface StepResult {
  readonly name: string
  readonly succeeded: boolean
}

export const root = path.resolve(import.meta.dirname, '..')

const stillRunningEverySeconds = 20

const running = new Set<ChildProcess>()
let isStopping = false
// A terminal sends Ctrl-C to the children as well. These handlers keep the runner alive until they
// have ended, so that it can clean up.
process.on('SIGINT', () => {
  isStopping = true
})
process.on('SIGTERM', () => {
  isStopping = true
  for (const child of running) child.kill()
})

/** Runs one step, prints its start and result, and its output when it failed. */
export async function runStep(step: Step): Promise<StepResult> {
  if (isStopping) return { name: step.name, succeeded: false }
  const startedAt = performance.now()
  const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  console.log(`  … ${step.name}`)
  const heartbeat = setInterval(
    () => console.log(`  … ${step.name}: running for ${seconds()}`),
    stillRunningEverySeconds * 1000,
  )
  const { succeeded, output } = await runProgram(step)
  clearInterval(heartbeat)
  console.log(`  ${succeeded ? '✓' : '✗'} ${step.name} (${seconds()})`)
  if (!succeeded) console.log(`\n${output.trimEnd()}\n`)
  return { name: step.name, succeeded }
}

interface ProgramResult {
  readonly succeeded: boolean
  readonly output: string
}

function runProgram({ command: [program, ...parameters], env }: Step): Promise<ProgramResult> {
  const { promise, resolve } = Promise.withResolvers<ProgramResult>()
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  running.add(child)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finish = (succeeded: boolean, note = ''): void => {
    running.delete(child)
    resolve({ succeeded, output: Buffer.concat(chunks).toString() + note })
  }
  child.once('error', (error) => finish(false, error.message))
  child.once('close', (code, signal) => finish(code === 0, signal ? `ended by ${signal}` : ''))
  return promise
}

/** Our environment without NODE_ENV: builds and test runners each set their own. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _ignored, ...environment } = process.env
  const binFolder = path.join(root, 'node_modules/.bin')
  return { ...environment, PATH: [binFolder, environment.PATH].join(path.delimiter) }
}
