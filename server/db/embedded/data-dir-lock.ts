import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/**
 * Takes the directory of an embedded database for this process. Two processes in one directory
 * silently lose each other's writes. The lock is a name that the kernel frees on any death, kill -9
 * included, so no stale lock file can be left. Throws with the other process' id when taken.
 */
export async function lockDataDirectory(directory: string): Promise<() => Promise<void>> {
  mkdirSync(directory, { recursive: true })
  const name = lockName(realpathSync(directory))
  const server = (await tryListen(name)) ?? (await takeOver(name, directory))
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function lockName(realDirectory: string): string {
  const hash = createHash('sha256').update(realDirectory).digest('hex').slice(0, 24)
  if (process.platform === 'linux') return `\0kryptonique-${hash}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\kryptonique-${hash}`
  return path.join(os.tmpdir(), `kryptonique-${hash}.sock`)
}

/** Null when the name is taken. */
function tryListen(name: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((connection) => connection.end(String(process.pid)))
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })
}

async function takeOver(name: string, directory: string): Promise<net.Server> {
  const owner = await askOwner(name)
  // Only a socket file (macOS) can outlive its process; then nobody answers.
  if (owner === '' && path.isAbsolute(name)) {
    rmSync(name, { force: true })
    const server = await tryListen(name)
    if (server) return server
  }
  throw new Error(`${directory} is in use by ${owner ? `process ${owner}` : 'another process'}`)
}

function askOwner(name: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const connection = net.connect(name)
    connection.on('data', (chunk) => (answer += chunk.toString()))
    connection.on('close', () => resolve(answer))
    connection.on('error', () => resolve(''))
  })
}
