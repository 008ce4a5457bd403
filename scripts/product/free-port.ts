import { createServer } from 'node:net'

/** A port of 127.0.0.1 that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const listening = Promise.withResolvers<undefined>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', () => listening.resolve(undefined))
  await listening.promise
  const address = server.address()
  const closed = Promise.withResolvers<undefined>()
  server.close(() => closed.resolve(undefined))
  await closed.promise
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return address.port
}
