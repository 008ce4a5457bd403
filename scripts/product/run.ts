import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig, type Config } from '#server/app/config.ts'
import { localOrigin } from '#server/app/network-addresses.ts'
import { startProgram, type Program } from './program.ts'

const environmentFile = path.resolve(import.meta.dirname, '../../.env')

/**
 * Reads the settings from the environment, with `.env` for the rest. A wrong one ends this process
 * with its sentence.
 */
export function readConfigOrExit(): Config {
  try {
    if (existsSync(environmentFile)) process.loadEnvFile(environmentFile)
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

/** Starts the sandbox, if a provider has no keys. */
export async function startSandbox(
  { sandbox, publicOrigin }: Config,
  ...flags: readonly string[]
): Promise<Program[]> {
  if (!sandbox.needed) return []
  // Imported only now, because importing the catalogue throws when the price list is wrong.
  const { sandboxCommand } = await import('./sandbox-command.ts')
  const command = [...flags, ...sandboxCommand(sandbox.port, publicOrigin)]
  return [startProgram({ name: 'The sandbox', command, env: process.env })]
}

/** Prints the sandbox's address and the demo codes, which protect nothing real. */
export function printSandbox({ sandbox, adminAccessCode, betaCode }: Config): void {
  if (!sandbox.needed) return
  console.log(
    `Sandbox, in place of the providers that have no keys: ${localOrigin('127.0.0.1', sandbox.port)}`,
  )
  // The owner's own code stays out of terminals and logs.
  if (!process.env.ADMIN_ACCESS_CODE) console.log(`Admin code: ${adminAccessCode}`)
  if (!process.env.BETA_CODE) console.log(`Beta code: ${betaCode}`)
}

/** Ctrl-C arrives from the terminal, and once more from npm, which passes it on. */
const echoMilliseconds = 1000

/**
 * Runs programs together: a signal stops all of them, a second one at once, and when one ends the
 * others are stopped. Sets this process's exit code: 0 after a signal, otherwise that of the
 * program that ended.
 */
export async function runUntilStopped(
  programs: readonly Program[],
  whenStarted: Promise<void>,
): Promise<void> {
  const signalled = Promise.withResolvers<'signal'>()
  let firstAt: number | null = null
  const onSignal = (): void => {
    firstAt ??= performance.now()
    signalled.resolve('signal')
    if (performance.now() - firstAt < echoMilliseconds) return
    for (const program of programs) void program.kill()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A program that did not start has ended, which is reported below.
  whenStarted.catch(() => {})
  const end = await Promise.race([signalled.promise, ...programs.map(({ ended }) => ended)])
  if (end !== 'signal') {
    console.error(`${end.name} stopped by itself (${end.reason}); stopping the rest.`)
    process.exitCode = end.exitCode === 0 ? 1 : end.exitCode
  }
  await Promise.all(programs.map((program) => program.stop()))
}
