import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'

/**
 * A fake provider with the given answers, even invalid ones, which the sandbox never gives. It
 * stops when the test ends at the latest.
 */
export async function startAnsweringServer(
  answer: RequestListener,
): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  const server = createServer(answer)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  onTestFinished(stop)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return { origin: `http://127.0.0.1:${address.port}`, stop }
}
