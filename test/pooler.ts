import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/free-port.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const environment = { PATH: `${process.env['PATH']}:/usr/sbin` }

export const isPoolerInstalled =
  spawnSync('pgbouncer', ['--version'], { env: environment }).error === undefined

export interface Pooler {
  /** The address of the same database through the pooler. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** PgBouncer in front of a database; `ignored` are the limits of ours that it drops. */
export async function startPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session',
  ignored = 'statement_timeout,idle_in_transaction_session_timeout',
): Promise<Pooler> {
  const database = new URL(databaseUrl)
  const port = await findFreePort()
  const folder = makeTemporaryFolder('kryptonique-pooler-')
  // PgBouncer refuses to run as root.
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${database.hostname} port=${database.port} user=${database.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignored}
`,
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', [...user, file], { stdio: 'ignore', env: environment })
  const ended = once(pooler, 'exit')
  const stop = async (): Promise<void> => {
    pooler.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  while (!(await isListening(port))) {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}`)
    await sleep(20)
  }
  database.port = String(port)
  return { url: database.href, stop }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
