import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#test/free-port.ts'
import { findPostgresBinaries, isExecutable } from './postgres-binaries.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** A Postgres server of our own in a temporary folder. */
export interface PostgresServer {
  /** Address of the maintenance database, as superuser. */
  readonly url: string
  /** kill -9 of the postmaster; resolves when its workers have ended too. Everything acknowledged must be there after `start`. */
  readonly crash: () => Promise<void>
  /** Starts it again after `crash` or `stop`, on the same port, and waits until it answers. Does nothing if it is running. */
  readonly start: () => Promise<void>
  /** An orderly stop; cuts connections. */
  readonly stop: () => Promise<void>
  /** `stop`, then deletes its folder. */
  readonly remove: () => Promise<void>
}

export type PostgresResult =
  | { readonly available: true; readonly server: PostgresServer }
  | { readonly available: false; readonly reason: string }

export interface PostgresOptions {
  /**
   * With production's durability, so that acknowledged writes survive a crash. Without it, and in
   * memory where there is room, creating and dropping a database costs a twentieth of the processor
   * time and of the waiting; clients may still be killed, but the server must not crash.
   */
  readonly isDurable: boolean
}

const quickSettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

/**
 * Creates and starts a server with this machine's binaries. @throws when the binaries exist but do
 * not work; the message has Postgres' own log.
 */
export async function startPostgres(
  environment: Readonly<Record<string, string | undefined>>,
  { isDurable }: PostgresOptions = { isDurable: true },
): Promise<PostgresResult> {
  const binaries = findPostgresBinaries(environment.PATH ?? '')
  if (!binaries) {
    return {
      available: false,
      reason: 'no Postgres binaries on this machine and no TEST_DATABASE_URL',
    }
  }
  const name = 'kryptonique-postgres-'
  const folder = isDurable ? mkdtempSync(path.join(tmpdir(), name)) : makeTemporaryFolder(name)
  const user = ordinaryUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const dataFolder = path.join(folder, 'data')
  run(
    path.join(binaries, 'initdb'),
    ['-D', dataFolder, '-U', 'postgres', '--auth=trust', '--no-locale', '-E', 'UTF8', '--no-sync'],
    { cwd: folder, ...user },
  )
  const server = createServer({
    binaries,
    folder,
    dataFolder,
    port: await findFreePort(),
    user,
    extraSettings: isDurable ? [] : quickSettings,
  })
  await server.start()
  return { available: true, server }
}

interface UserIds {
  readonly uid: number
  readonly gid: number
}

/** Postgres refuses to run as root; then it runs as the user of Debian's package, or as nobody. */
function ordinaryUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined)
  return account
    ? { uid: Number(account[2]), gid: Number(account[3]) }
    : { uid: 65_534, gid: 65_534 }
}

function run(program: string, parameters: readonly string[], options: SpawnOptions): void {
  const { status, error, stdout, stderr } = spawnSync(program, parameters, {
    ...options,
    stdio: 'pipe',
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} failed:\n${stdout}\n${stderr}`)
}

interface Cluster {
  readonly binaries: string
  readonly folder: string
  readonly dataFolder: string
  readonly port: number
  readonly user: UserIds | undefined
  readonly extraSettings: readonly string[]
}

function createServer(cluster: Cluster): PostgresServer {
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`
  let running: RunningPostmaster | undefined

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running?.child.kill(signal)
    await running?.ended
    running = undefined
  }
  const server: PostgresServer = {
    url,
    crash: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    start: async () => {
      running ??= await startUntilReady(cluster, url)
    },
    remove: async () => {
      await end('SIGINT')
      rmSync(cluster.folder, { recursive: true, force: true })
    },
  }
  return server
}

interface RunningPostmaster {
  readonly child: ChildProcess
  readonly ended: Promise<void>
  readonly readLog: () => string
}

async function startUntilReady(cluster: Cluster, url: string): Promise<RunningPostmaster> {
  const postmaster = spawnPostmaster(cluster)
  if (await becomesReady(postmaster, url)) return postmaster
  throw new Error(`Postgres does not start:\n${postmaster.readLog()}`)
}

function spawnPostmaster(cluster: Cluster): RunningPostmaster {
  const { binaries, folder, dataFolder, port, user, extraSettings } = cluster
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...extraSettings,
  ].flatMap((setting) => ['-c', setting])
  const command = [path.join(binaries, 'postgres'), '-D', dataFolder, ...settings]
  // With setpriv the kernel ends Postgres when the test process is killed and cannot do so itself.
  const [program = '', ...parameters] = isExecutable('/usr/bin/setpriv')
    ? ['/usr/bin/setpriv', '--pdeathsig', 'INT', '--', ...command]
    : command
  const child = spawn(program, parameters, {
    cwd: folder,
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000)
  })
  const ended = Promise.withResolvers<void>()
  // Not at its exit: the workers of a killed postmaster answer for a moment yet, and their shared
  // memory blocks a new one. They hold the other end of this pipe.
  child.once('close', () => ended.resolve())
  child.once('error', ended.reject)
  return { child, ended: ended.promise, readLog: () => log }
}

async function becomesReady({ child, ended }: RunningPostmaster, url: string): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await answers(url)) return true
    await Promise.race([ended, sleep(30)])
  }
  return false
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
