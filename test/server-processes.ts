import { findFreePort } from '#test/free-port.ts'
import {
  serverCommand,
  startProgram,
  waitUntilReady,
  type Program,
  type ProgramEnd,
} from '#scripts/product/program.ts'
import { sandboxCommand } from '#scripts/product/sandbox-command.ts'
import { startBalancer } from './balancer.ts'
import { machineEnvironment, type ProductSettings } from './product.ts'

/** Several server processes on one Postgres, with one sandbox, behind one address. */
export interface ServerProcesses {
  readonly origin: string
  readonly sandboxOrigin: string
  readonly servers: readonly ServerProcess[]
  readonly stop: () => Promise<void>
}

export interface ServerProcess {
  /** Its own address, without the balancer. */
  readonly origin: string
  readonly readPid: () => number | null
  readonly readLog: () => string
  /** kill -9. */
  readonly kill: () => Promise<void>
  /** SIGTERM; returns how it ended. */
  readonly stop: () => Promise<ProgramEnd>
  /** Restarts it and waits until it is ready. */
  readonly start: () => Promise<void>
}

/** Starts all of them at the same moment. `settings` must contain the database. */
export async function startServerProcesses(
  count: number,
  settings: ProductSettings,
): Promise<ServerProcesses> {
  const sandboxPort = await findFreePort()
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  const balancer = await startBalancer(ports)
  const env = {
    ...machineEnvironment(),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    PUBLIC_ORIGIN: balancer.origin,
    ...settings,
  }
  const sandbox = startProgram({
    name: 'sandbox',
    command: sandboxCommand(sandboxPort, balancer.origin),
    env,
    onOutput: () => undefined,
  })
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  const servers = ports.map((port) => createServerProcess(port, env))
  const stop = async (): Promise<void> => {
    balancer.close()
    await Promise.all([sandbox.stop(), ...servers.map((server) => server.stop())])
  }
  try {
    await waitUntilReady(sandbox, `${sandboxOrigin}/healthz`)
    await Promise.all(servers.map((server) => server.start()))
  } catch (error) {
    await stop()
    throw error
  }
  return { origin: balancer.origin, sandboxOrigin, servers, stop }
}

const neverStarted: ProgramEnd = { name: 'server', exitCode: 0, reason: 'never started' }

function createServerProcess(port: number, env: NodeJS.ProcessEnv): ServerProcess {
  const origin = `http://127.0.0.1:${port}`
  let program: Program | null = null
  let log = ''
  return {
    origin,
    readPid: () => program?.pid ?? null,
    readLog: () => log,
    kill: async () => {
      await program?.kill()
    },
    stop: async () => {
      await program?.stop()
      return program ? program.ended : neverStarted
    },
    start: async () => {
      program = startProgram({
        name: 'server',
        command: serverCommand,
        env: { ...env, PORT: String(port) },
        onOutput: (text) => (log += text),
      })
      await waitUntilReady(program, `${origin}/readyz`).catch((error: Error) => {
        throw new Error(`${error.message}\n${log}`)
      })
    },
  }
}
