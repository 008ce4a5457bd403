import { createECDH, createHash, createPrivateKey } from 'node:crypto'
import type { Socket } from 'node:net'
import path from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { FaultyFolder } from './faulty-folder.ts'

const { Server, utils } = ssh2
const { STATUS_CODE, OPEN_MODE } = utils.sftp

/** Speaks SFTP with who connects, about the files of a folder. */
export function createSftpServer(files: FaultyFolder): (socket: Socket) => void {
  const [first, second] = ['first', 'second'].map((name) => startServer(files, name))
  return (socket) => {
    const server = files.faults.take('host-key-changed') ? second : first
    server?.injectSocket(socket)
  }
}

function startServer(files: FaultyFolder, keyName: string) {
  return new Server({ hostKeys: [hostKey(keyName)] }, (connection) => {
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

/** The same for a name every time: who has seen a machine's key refuses another one. */
function hostKey(name: string): string {
  const point = createECDH('prime256v1')
  point.setPrivateKey(createHash('sha256').update(name).digest())
  const coordinates = point.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: point.getPrivateKey().toString('base64url'),
    x: coordinates.subarray(1, 33).toString('base64url'),
    y: coordinates.subarray(33).toString('base64url'),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
    .export({ type: 'sec1', format: 'pem' })
    .toString()
}

interface OpenFile {
  readonly name: string
  bytes: Buffer
  readonly isWritten: boolean
  /** Whether the disk has no room for it. */
  readonly isRefused: boolean
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
      const isRefused = isWritten && files.faults.take('disk-full')
      lastHandle += 1
      open.set(lastHandle, { name, bytes, isWritten, isRefused })
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
    if (files.faults.take('silent')) return
    const bytes = find(handle).bytes.subarray(offset, offset + length)
    if (bytes.length === 0) sftp.status(request, STATUS_CODE.EOF)
    else sftp.data(request, bytes)
  })
  sftp.on('WRITE', (request, handle, offset, data) =>
    answer(request, () => {
      const file = find(handle)
      if (file.isRefused) throw new Error('No space left on device')
      file.bytes = Buffer.concat([file.bytes.subarray(0, offset), data])
    }),
  )
  sftp.on('CLOSE', (request, handle) => {
    const { name, bytes, isWritten, isRefused } = find(handle)
    open.delete(handle.readUInt32BE(0))
    if (!isWritten || isRefused) return sftp.status(request, STATUS_CODE.OK)
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
