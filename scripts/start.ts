import { localOrigin } from '#server/app/network-addresses.ts'
import { siteConfig } from '#site/community.ts'
import { buildWebIfStale } from './build-web.ts'
import { serverCommand, startProgram, waitUntilReady } from './product/program.ts'
import { printSandbox, readConfigOrExit, runUntilStopped, startSandbox } from './product/run.ts'

const config = readConfigOrExit()
await buildWebIfStale()

const serverOrigin = localOrigin(config.host, config.port)
const sandboxOrigin = localOrigin('127.0.0.1', config.sandbox.port)
// First, because a wrong price list makes it throw: a program started before would go on alone.
const sandboxes = await startSandbox(config)
const server = startProgram({ name: 'The server', command: serverCommand, env: process.env })

await runUntilStopped([server, ...sandboxes], sayWhenStarted())

async function sayWhenStarted(): Promise<void> {
  await waitUntilReady(server, `${serverOrigin}/readyz`)
  for (const sandbox of sandboxes) await waitUntilReady(sandbox, `${sandboxOrigin}/healthz`)
  console.log(`\n${siteConfig.brand} is ready: ${config.publicOrigin}`)
  printSandbox(config)
  console.log('Ctrl-C stops everything.\n')
}
