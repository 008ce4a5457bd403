import { once } from 'node:events'
import net from 'node:net'
import { createSftpServer } from '#sandbox/game/sftp-server.ts'
import { createSwitchedFolder, type FileMachine } from './faulty-folder.ts'

/** A real SFTP server on a folder. */
export async function startSftpMachine(folder: string): Promise<FileMachine> {
  const files = createSwitchedFolder(folder)
  const serve = createSftpServer(files)
  const sockets = new Set<net.Socket>()
  const listener = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    files,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
