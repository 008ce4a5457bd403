import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy in front of several processes. */
export interface Balancer {
  readonly origin: string
  readonly close: () => void
}

/** Sends each new connection to the next process that accepts it. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0
  const server = createServer((client) => {
    turn += 1
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0)
    connectToFirst(client, order)
  })
  const port = await listen(server)
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

function connectToFirst(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    client.destroy()
    return
  }
  const server = connect({ port, host: '127.0.0.1', noDelay: true })
  const tryNext = (): void => connectToFirst(client, others)
  server.once('error', tryNext)
  server.once('connect', () => {
    server.off('error', tryNext)
    server.on('error', () => client.destroy())
    // A client loses its connection when its process is killed.
    server.on('close', () => client.destroy())
    client.pipe(server).pipe(client)
  })
  client.on('error', () => server.destroy())
  client.on('close', () => server.destroy())
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2000 }, resolve)
  await promise
  return portOf(server.address())
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}
