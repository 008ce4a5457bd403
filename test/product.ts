import { rm } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '#test/free-port.ts'
import {
  serverCommand,
  startProgram,
  waitUntilReady,
  type Program,
  type ProgramEnd,
} from '#scripts/product/program.ts'
import { sandboxCommand } from '#scripts/product/sandbox-command.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** The whole product as `npm start` runs it, on free ports, with its own data. */
export interface RunningProduct {
  readonly origin: string
  readonly sandboxOrigin: string
  /** The running server's process id. */
  readonly readPid: () => number | null
  readonly readSandboxPid: () => number | null
  /** What the server and the sandbox printed so far. */
  readonly readLog: () => string
  /** SIGTERM to the server; returns how it ended. */
  readonly stopServer: () => Promise<ProgramEnd>
  /** kill -9 of the server; the sandbox lives on, as the providers would. */
  readonly killServer: () => Promise<void>
  /** Starts the server again on the same data and waits until it is ready. */
  readonly startServer: () => Promise<void>
  /** Ends all of it and deletes its data. */
  readonly stop: () => Promise<void>
}

/**
 * Settings on top of those of sandbox mode, for example `DATABASE_URL` or `PAYPAL_DRIVER`. With
 * `SANDBOX_PORT` others can name an address of the sandbox.
 */
export type ProductSettings = Readonly<Record<string, string>>

export async function startProduct(settings: ProductSettings = {}): Promise<RunningProduct> {
  const port = await findFreePort()
  const sandboxPort = Number(settings['SANDBOX_PORT'] ?? (await findFreePort()))
  const folder = makeTemporaryFolder('kryptonique-product-')
  const env = {
    ...machineEnvironment(),
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: path.join(folder, 'data'),
    ...settings,
  }
  const origin = `http://127.0.0.1:${port}`
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  let log = ''
  const start = (name: string, command: readonly string[]): Program =>
    startProgram({ name, command, env, onOutput: (text) => (log += text) })
  const awaitReady = (program: Program, url: string): Promise<void> =>
    waitUntilReady(program, url).catch((error: Error) => {
      throw new Error(`${error.message}\n${log}`)
    })

  const sandbox = start('sandbox', sandboxCommand(sandboxPort, origin))
  let server = start('server', serverCommand)
  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(), sandbox.stop()])
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await awaitReady(sandbox, `${sandboxOrigin}/healthz`)
    await awaitReady(server, `${origin}/readyz`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin,
    sandboxOrigin,
    readPid: () => server.pid,
    readSandboxPid: () => sandbox.pid,
    readLog: () => log,
    stopServer: async () => {
      await server.stop()
      return server.ended
    },
    killServer: () => server.kill(),
    startServer: async () => {
      server = start('server', serverCommand)
      await awaitReady(server, `${origin}/readyz`)
    },
    stop,
  }
}

/**
 * Excludes the developer's own settings: tests must not reach real providers. They make their own
 * data, in an empty shop.
 */
export function machineEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, NODE_OPTIONS } = process.env
  const own = { PATH, HOME, TMPDIR, TEMP, SystemRoot, NODE_OPTIONS, DEMO_DATA: 'false' }
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value))
}
