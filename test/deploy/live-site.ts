import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { findFreePort } from '#test/free-port.ts'
import { startProgram, waitUntilReady, type Program } from '#scripts/product/program.ts'
import { productionSettings } from '#test/factories/settings.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import {
  installForProduction,
  replaceSamples,
  type ProductionInstall,
} from './production-install.ts'
import { domain, startSiteNginx, type SiteNginx } from './site-nginx.ts'

/** Two processes of a production install behind nginx, configured by the files of deploy/. */
export interface LiveSite {
  readonly nginx: SiteNginx
  readonly processes: readonly [LiveProcess, LiveProcess]
  readonly stop: () => Promise<void>
}

export interface LiveProcess {
  /** The process's own address, without the proxy. */
  readonly origin: string
  /** The address of its metrics. */
  readonly metricsOrigin: string
  readonly readLog: () => string
  readonly start: () => Promise<void>
  /** SIGTERM; resolves with its exit code. */
  readonly stop: () => Promise<number>
  /** kill -9. */
  readonly kill: () => Promise<void>
}

export async function startLiveSite(databaseUrl: string): Promise<LiveSite> {
  await buildWebIfStale()
  const folder = makeTemporaryFolder('kryptonique-site-')
  const install = installForProduction(path.join(folder, 'app'))
  replaceSamples(install)
  const ports = [await findFreePort(), await findFreePort()] as const
  const processes = [
    createProcess(install, { port: ports[0], metricsPort: await findFreePort() }, databaseUrl),
    createProcess(install, { port: ports[1], metricsPort: await findFreePort() }, databaseUrl),
  ] as const
  await Promise.all(processes.map((process) => process.start()))
  const ownPorts = { port: await findFreePort(), plainPort: await findFreePort() }
  const nginx = await startSiteNginx(folder, ownPorts, ports)
  return {
    nginx,
    processes,
    stop: async () => {
      await Promise.all([nginx.stop(), ...processes.map((process) => process.kill())])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Ports {
  readonly port: number
  readonly metricsPort: number
}

function createProcess(
  install: ProductionInstall,
  { port, metricsPort }: Ports,
  databaseUrl: string,
): LiveProcess {
  const { command, folder } = install
  const env = {
    PATH: process.env['PATH'],
    ...install.environment,
    ...productionSettings,
    PUBLIC_ORIGIN: `https://${domain}`,
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    HOST: '127.0.0.1',
    // Nobody in the crowd has linked Steam.
    REQUIRE_STEAM_CLAIM: 'false',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    // The keys name real providers, so all calls go to a proxy that refuses them.
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
  }
  let log = ''
  let program: Program | undefined
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    metricsOrigin: `http://127.0.0.1:${metricsPort}`,
    readLog: () => log,
    start: async () => {
      program = startProgram({
        name: `the process on ${port}`,
        command,
        env,
        folder,
        onOutput: (text) => (log += text),
      })
      await waitUntilReady(program, `${origin}/readyz`).catch((error: Error) => {
        throw new Error(`${error.message}\n${log}`)
      })
    },
    stop: async () => {
      await program?.stop()
      return (await program?.ended)?.exitCode ?? 1
    },
    kill: async () => program?.kill(),
  }
}
