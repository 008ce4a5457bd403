import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

interface Listening {
  readonly port: number
  readonly server: Server
  readonly socket: Socket
  close(): Promise<void>
}

const mostAttempts = 10

/** Takes one loopback port for TCP and UDP; 0 takes any free one. Rejects when it is taken. */
export async function listenOnLoopback(port: number): Promise<Listening> {
  for (let attempt = 1; ; attempt += 1) {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    try {
      const socket = await bindSocket(address.port)
      return { port: address.port, server, socket, close: () => close(server, socket) }
    } catch (error) {
      server.close()
      // Any port will do, and this one is taken for UDP only.
      if (port !== 0 || attempt === mostAttempts) throw error
    }
  }
}

async function bindSocket(port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

async function close(server: Server, socket: Socket): Promise<void> {
  const closed = Promise.all([once(server, 'close'), once(socket, 'close')])
  server.close()
  server.closeAllConnections()
  socket.close()
  await closed
}
