import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Linux hands out none of these by itself (32768 and above), macOS neither (49152 and above). */
const lowest = 20_000
const highest = 32_000
const blockSize = 10
/** Of the blocks that this process holds: each is given out once. */
const unused: number[] = []

/**
 * A port of 127.0.0.1 that nothing listens on, and that `findFreePort` gives to nobody else while
 * this process lives, so that its caller may listen later, stop, and listen again.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = unused.pop()
    if (port === undefined) unused.push(...(await reserveBlock()))
    else if (await isFree(port)) return port
  }
}

/**
 * Listens on the first port of a block, which keeps other processes from taking the rest of it: the
 * kernel lets only one of them listen there, and frees it however that one ends.
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

/** What a killed process had started may still listen in a block that is free again. */
async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (!server) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Nothing when the port is taken, or withheld by the system. */
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
