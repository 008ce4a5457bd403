import { once } from 'node:events'
import { createServer } from 'node:net'
import { localOrigin } from '#server/app/network-addresses.ts'
import { serverCommand, startProgram, waitUntilReady } from './product/program.ts'
import { printSandbox, readConfigOrExit, runUntilStopped, startSandbox } from './product/run.ts'

const config = readConfigOrExit()
const serverPort = await findFreePort()
const pagesOrigin = localOrigin(config.host, config.port)
const serverOrigin = localOrigin('127.0.0.1', serverPort)

// First, because a wrong price list makes it throw: a program started before would go on alone.
const sandboxes = await startSandbox(config, '--watch')
const messages = startProgram({
  name: 'The message compiler',
  command: ['--watch-path=web/i18n/messages', 'scripts/compile-messages.ts'],
  env: process.env,
})
const server = startProgram({
  name: 'The server',
  command: ['--watch', '--inspect', ...serverCommand],
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_ORIGIN: config.publicOrigin,
  },
})
const pages = startProgram({
  name: 'The page server',
  command: [
    'node_modules/vite/bin/vite.js',
    `--host=${config.host}`,
    `--port=${config.port}`,
    '--strictPort',
  ],
  env: { ...process.env, API_ORIGIN: serverOrigin },
})

await runUntilStopped([messages, server, pages, ...sandboxes], sayWhenStarted())

async function sayWhenStarted(): Promise<void> {
  await waitUntilReady(server, `${serverOrigin}/readyz`)
  await waitUntilReady(pages, pagesOrigin)
  console.log(`\nPages with hot reload: ${config.publicOrigin} (server: ${serverOrigin})`)
  printSandbox(config)
  console.log('Ctrl-C stops everything.\n')
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
