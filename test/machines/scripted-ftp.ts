import { once } from 'node:events'
import net from 'node:net'

/**
 * Replies to each command of FTP with the given line, or agrees. Where a text may differ from one
 * product to the next, this stands for all of them.
 */
export async function startScriptedFtp(replies: Readonly<Record<string, string>>) {
  const all: Readonly<Record<string, string>> = {
    USER: '331 Password?',
    PASS: '230 Welcome',
    FEAT: '211 None',
    ...replies,
  }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.setEncoding('latin1').write('220 Ready\r\n')
    socket.on('data', (lines) => {
      for (const command of String(lines).match(/^[A-Z]+/gm) ?? []) {
        socket.write(`${all[command] ?? '200 Done'}\r\n`)
      }
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
