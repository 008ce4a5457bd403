import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Waits until no other process builds in a directory, then keeps others waiting until this process
 * ends. The lock is a name that the kernel frees on any death, so that none is left behind.
 */
export async function takeBuildLock(directory: string): Promise<void> {
  const name = lockName(directory)
  while (!(await listenOn(name))) await waitForOwner(name)
}

function lockName(directory: string): string {
  const id = `web-build-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`
  return join(tmpdir(), `${id}.sock`)
}

/** False when the name is taken. */
async function listenOn(name: string): Promise<boolean> {
  const server = createServer((waiting) => waiting.on('error', () => waiting.destroy()).unref())
  server.listen(name).unref()
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}

/** The connection ends with the process at its other end. */
async function waitForOwner(name: string): Promise<void> {
  const connection = connect(name).on('error', () => {
    // Only a socket file (macOS) can outlive its process; then nobody answers.
    if (isAbsolute(name)) rmSync(name, { force: true })
  })
  connection.resume()
  // Not `once` of node:events, which fails when the owner dies: that is what is waited for.
  await new Promise((resolve) => connection.once('close', resolve))
}
