import { createECDH, createHash, createPrivateKey } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import ssh2, {
  type AuthContext,
  type Attributes,
  type AuthenticationType,
  type SFTPWrapper,
} from 'ssh2'
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

/** As many as OpenSSH allows. */
const maxAttempts = 6

function startServer(files: FaultyFolder, keyName: string) {
  return new Server({ hostKeys: [hostKey(keyName)] }, (connection) => {
    connection.on('error', () => undefined)
    let attempts = 0
    connection.on('authentication', (attempt) => {
      attempts += 1
      if (attempts > maxAttempts) connection.end()
      else authenticate(attempt, files)
    })
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), files, () => connection.end()))
    })
  })
}

/** As servers with PAM do, it takes the password as such or as the answer to a prompt. */
function authenticate(attempt: AuthContext, files: FaultyFolder): void {
  const isPrompted = (
    ['password-prompted', 'code-prompted', 'name-prompted', 'two-prompted'] as const
  ).some((fault) => files.faults.isDue(fault))
  const letIn = (password: string) => {
    if (files.login(attempt.username, password)) attempt.accept()
    else attempt.reject(offered)
  }
  const offered: AuthenticationType[] = isPrompted
    ? ['keyboard-interactive']
    : ['password', 'keyboard-interactive']
  if (attempt.method === 'password' && !isPrompted) return letIn(attempt.password)
  if (attempt.method !== 'keyboard-interactive') return attempt.reject(offered)
  const code = { prompt: 'Verification code: ', echo: false }
  const refuse = () => attempt.reject(offered)
  if (files.faults.isDue('name-prompted')) {
    return attempt.prompt([{ prompt: 'Name: ', echo: true }], refuse)
  }
  if (files.faults.isDue('two-prompted')) {
    return attempt.prompt([{ prompt: 'Password: ', echo: false }, code], refuse)
  }
  attempt.prompt([{ prompt: 'Password: ', echo: false }], ([password = '']) => {
    if (!files.faults.isDue('code-prompted')) return letIn(password)
    attempt.prompt([code], refuse)
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

  const answerWith = (request: number, work: () => void): void => {
    try {
      work()
    } catch (error) {
      answer(request, () => {
        throw error
      })
    }
  }

  sftp.on('OPEN', (request, called, flags) => {
    const name = nameOf(called)
    const isWritten = (flags & OPEN_MODE.WRITE) !== 0
    answerWith(request, () => {
      const bytes = isWritten ? files.truncate(name) : files.read(name)
      const isRefused = isWritten && files.faults.take('disk-full')
      lastHandle += 1
      open.set(lastHandle, { name, bytes, isWritten, isRefused })
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(lastHandle)
      sftp.handle(request, handle)
    })
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
  sftp.on('LSTAT', (request, name) =>
    answerWith(request, () => sftp.attrs(request, attributesOf(files.lstat(nameOf(name))))),
  )
  sftp.on('STAT', (request, name) =>
    answerWith(request, () => sftp.attrs(request, attributesOf(files.stat(nameOf(name))))),
  )
  sftp.on('SETSTAT', (request, name, { mode }) =>
    answer(request, () => files.setMode(nameOf(name), mode)),
  )
  sftp.on('REMOVE', (request, name) => answer(request, () => files.remove(nameOf(name))))
  sftp.on('RENAME', (request, from, to) => {
    if (files.faults.take('rename-dropped')) drop()
    else answer(request, () => files.rename(nameOf(from), nameOf(to)))
  })
}

function attributesOf({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes {
  return { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 }
}

function nameOf(name: string): string {
  return path.posix.join('/', name)
}
