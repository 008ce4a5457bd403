import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net from 'node:net'

interface Listening {
  readonly port: number
  /** Gets the requests of HTTP. */
  readonly server: Server
  readonly socket: Socket
  /** Who gets the connections of SSH. */
  onSsh(serve: (socket: net.Socket) => void): void
  close(): Promise<void>
}

const mostAttempts = 10

/** Takes one loopback port for TCP and UDP; 0 takes any free one. Rejects when it is taken. */
export async function listenOnLoopback(port: number): Promise<Listening> {
  for (let attempt = 1; ; attempt += 1) {
    const listener = net.createServer({ noDelay: true })
    const socket = createSocket('udp4')
    // Before it listens: nobody would ever answer a connection that came earlier.
    const sorted = sortConnections(listener, socket)
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    try {
      socket.bind(address.port, '127.0.0.1')
      await once(socket, 'listening')
      return { port: address.port, socket, ...sorted }
    } catch (error) {
      listener.close()
      // Any port will do, and this one is taken for UDP only.
      if (port !== 0 || attempt === mostAttempts) throw error
    }
  }
}

/** HTTP and SSH share the port: a client of SSH begins with its name, and no method of HTTP that we know has its letter. */
function sortConnections(listener: net.Server, datagrams: Socket) {
  const server = createServer()
  const connections = new Set<net.Socket>()
  let serveSsh: ((socket: net.Socket) => void) | null = null

  const sort = (connection: net.Socket): void => {
    const first: unknown = connection.read(1)
    if (!(first instanceof Buffer)) {
      connection.once('readable', () => sort(connection))
      return
    }
    connection.unshift(first)
    if (serveSsh && first.toString('latin1') === 'S') serveSsh(connection)
    else server.emit('connection', connection)
  }
  listener.on('connection', (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    connection.on('error', () => connection.destroy())
    sort(connection)
  })
  return {
    server,
    onSsh: (serve: (socket: net.Socket) => void) => {
      serveSsh = serve
    },
    close: async () => {
      const closed = Promise.all([once(listener, 'close'), once(datagrams, 'close')])
      listener.close()
      for (const connection of connections) connection.destroy()
      datagrams.close()
      await closed
    },
  }
}
