import { localOrigin } from '#server/app/network-addresses.ts'
import { siteConfig } from '#site/community.ts'
import { buildWebIfStale } from './build-web.ts'
import { serverCommand, startProgram, waitUntilReady } from './product/program.ts'
import { printSandbox, readConfigOrExit, runUntilStopped } from './product/run.ts'

const config = readConfigOrExit()
// Imported only now, because importing the catalogue throws when the price list is wrong.
const { sandboxCommand } = await import('./product/sandbox-command.ts')
await buildWebIfStale()

const serverOrigin = localOrigin(config.host, config.port)
const sandboxOrigin = localOrigin('127.0.0.1', config.sandbox.port)
const server = startProgram({ name: 'The server', command: serverCommand, env: process.env })
const sandbox = config.sandbox.needed
  ? startProgram({
      name: 'The sandbox',
      command: sandboxCommand(config.sandbox.port, config.publicOrigin),
      env: process.env,
    })
  : undefined

await runUntilStopped(sandbox ? [server, sandbox] : [server], sayWhenStarted())

async function sayWhenStarted(): Promise<void> {
  await waitUntilReady(server, `${serverOrigin}/readyz`)
  if (sandbox) await waitUntilReady(sandbox, `${sandboxOrigin}/healthz`)
  console.log(`\n${siteConfig.brand} is ready: ${config.publicOrigin}`)
  printSandbox(config)
  console.log('Ctrl-C stops everything.\n')
}
