import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Linux assigns none of these by itself (32768 and above), nor does macOS (49152 and above). */
const lowest = 20_000
const highest = 32_000
const blockSize = 10
/** Ports of the blocks that this process holds; each is given out once. */
const unused: number[] = []

/**
 * A port of 127.0.0.1 that nothing listens on, reserved for the caller while this process lives, so
 * that it may listen later, stop, and listen again.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = unused.pop()
    if (port === undefined) unused.push(...(await reserveBlock()))
    else if (await isFree(port)) return port
  }
}

/**
 * Listens on the first port of a block, which reserves the rest of it: the kernel lets only one
 * process listen there, and frees the port however that process ends.
 */
async function reserveBlock(): Promise<number[]> {
  for (;;) {
    const first = lowest + randomInt((highest - lowest) / blockSize) * blockSize
    const guard = await listen(first)
    if (!guard) continue
    guard.unref()
    return Array.from({ length: blockSize - 1 }, (_, place) => first + 1 + place)
  }
}

/** A program started by a killed process may still listen in a block that is free again. */
async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (!server) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Undefined when the port is taken, or reserved by the system. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined
    throw error
  }
}
