import { once } from 'node:events'
import { createServer } from 'node:net'

/** Linux hands out none of these by itself (32768 and above), macOS neither (49152 and above). */
const lowest = 20_000
const highest = 32_000
/** Tests run in several processes: those whose ids are near to each other choose from other ports. */
const shares = 8
/** The newest that this process has given out: who got one may not listen there yet. */
const given: number[] = []
const mostGiven = 1000

/**
 * A port of 127.0.0.1 that nothing listens on at this moment: a random one, because whoever asked for
 * it listens later, and meanwhile nobody else shall be given the same.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const place = Math.floor((Math.random() * (highest - lowest)) / shares)
    const port = lowest + place * shares + (process.pid % shares)
    if (given.includes(port)) continue
    given.push(port)
    if (given.length > mostGiven) given.shift()
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
