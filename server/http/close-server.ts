import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'

const lookEveryMilliseconds = 50
/** A turn of the loop that did no work is far shorter. */
const quietTurnMilliseconds = 0.1
const longestWaitMilliseconds = 1000

/**
 * Takes no new connection, lets the requests under way be answered, and closes each connection after
 * that; whoever is not done in time is cut off.
 */
export async function closeServer(server: Server, patienceMilliseconds: number): Promise<void> {
  await untilNobodyIsAtTheDoor(server)
  const closed = Promise.withResolvers<undefined>()
  server.close(() => closed.resolve(undefined))
  // A connection whose answer is out would be kept for a next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), lookEveryMilliseconds)
  const patience = setTimeout(() => server.closeAllConnections(), patienceMilliseconds)
  await closed.promise
  clearInterval(sweeping)
  clearTimeout(patience)
}

/**
 * Waits for a turn of the loop in which nobody came. Node takes one connection a turn; those that the
 * system has taken and Node has not are cut off by closing, with the orders that they carry.
 */
async function untilNobodyIsAtTheDoor(server: Server): Promise<void> {
  let isQuiet = false
  const hear = (): void => {
    isQuiet = false
  }
  server.on('connection', hear)
  const start = performance.now()
  let now = start
  while (!isQuiet && now - start < longestWaitMilliseconds) {
    isQuiet = true
    await setImmediate()
    const turnStart = now
    now = performance.now()
    if (now - turnStart > quietTurnMilliseconds) isQuiet = false
  }
  server.off('connection', hear)
}
