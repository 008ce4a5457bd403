import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { FaultyFolder, type FileMachine } from './faulty-folder.ts'

const { Server, utils } = ssh2
const { STATUS_CODE, OPEN_MODE } = utils.sftp

/** A real SFTP server on a folder. */
export async function startSftpMachine(folder: string): Promise<FileMachine> {
  const files = new FaultyFolder(folder)
  const [first, second] = [startServer(files), startServer(files)]
  const sockets = new Set<net.Socket>()
  const listener = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const server = files.has('host-key-changed') ? second : first
    server.injectSocket(socket)
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

/** Each with a key of its own. */
function startServer(files: FaultyFolder) {
  const hostKey = utils.generateKeyPairSync('ed25519').private
  return new Server({ hostKeys: [hostKey] }, (connection) => {
    connection.on('error', () => undefined)
    connection.on('authentication', (attempt) => {
      if (attempt.method === 'password' && files.login(attempt.username, attempt.password)) {
        attempt.accept()
      } else {
        attempt.reject(['password'])
      }
    })
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), files, () => connection.end()))
    })
  })
}

interface OpenFile {
  readonly name: string
  bytes: Buffer
  readonly isWritten: boolean
}

function serve(sftp: SFTPWrapper, files: FaultyFolder, drop: () => void): void {
  const open = new Map<number, OpenFile>()
  let lastHandle = 0
  const find = (handle: Buffer): OpenFile => {
    const file = open.get(handle.readUInt32BE(0))
    if (!file) throw new Error('no such handle')
    return file
  }
  const answer = (request: number, work: () => void): void => {
    try {
      work()
      sftp.status(request, STATUS_CODE.OK)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'ENOENT') sftp.status(request, STATUS_CODE.NO_SUCH_FILE)
      else if (code === 'EACCES') sftp.status(request, STATUS_CODE.PERMISSION_DENIED)
      else sftp.status(request, STATUS_CODE.FAILURE, error instanceof Error ? error.message : '')
    }
  }

  sftp.on('OPEN', (request, called, flags) => {
    const name = nameOf(called)
    const isWritten = (flags & OPEN_MODE.WRITE) !== 0
    try {
      const bytes = isWritten ? files.truncate(name) : files.read(name)
      lastHandle += 1
      open.set(lastHandle, { name, bytes, isWritten })
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(lastHandle)
      sftp.handle(request, handle)
    } catch (error) {
      answer(request, () => {
        throw error
      })
    }
  })
  sftp.on('READ', (request, handle, offset, length) => {
    if (files.has('silent')) return
    const bytes = find(handle).bytes.subarray(offset, offset + length)
    if (bytes.length === 0) sftp.status(request, STATUS_CODE.EOF)
    else sftp.data(request, bytes)
  })
  sftp.on('WRITE', (request, handle, offset, data) =>
    answer(request, () => {
      if (files.has('disk-full')) throw new Error('No space left on device')
      const file = find(handle)
      file.bytes = Buffer.concat([file.bytes.subarray(0, offset), data])
    }),
  )
  sftp.on('CLOSE', (request, handle) => {
    const { name, bytes, isWritten } = find(handle)
    open.delete(handle.readUInt32BE(0))
    if (!isWritten || files.has('disk-full')) return sftp.status(request, STATUS_CODE.OK)
    if (files.write(name, bytes) === 'kept') sftp.status(request, STATUS_CODE.OK)
    else drop()
  })
  sftp.on('FSETSTAT', (request) => sftp.status(request, STATUS_CODE.OK))
  sftp.on('REMOVE', (request, name) => answer(request, () => files.remove(nameOf(name))))
  sftp.on('RENAME', (request, from, to) =>
    answer(request, () => files.rename(nameOf(from), nameOf(to))),
  )
}

function nameOf(name: string): string {
  return path.posix.join('/', name)
}
