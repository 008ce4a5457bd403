import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { FileSystem, FtpSrv, type FtpConnection } from 'ftp-srv'
import { makeCertificate, type Certificate } from './certificate.ts'
import type { FaultyFolder } from '#sandbox/game/faulty-folder.ts'
import { createSwitchedFolder, type FileMachine } from './faulty-folder.ts'
import { freePort } from './free-port.ts'

interface FtpMachineSettings {
  readonly certificate?: Certificate
  readonly tls?: 'offered' | 'required' | 'off'
  /** For connections for files, which then begin a TLS session of their own. */
  readonly dataCertificate?: Certificate
  /** Whether it has no EPSV, and announces an address that nobody reaches. */
  readonly isBehindNat?: boolean
}

/**
 * A real FTP server on a folder, as strict as those of game hosts: a TLS session has to be resumed for
 * files, new files can only be read by its own account, and who asks for what is refused loses the
 * data connection first.
 */
export async function startFtpMachine(
  folder: string,
  {
    certificate = makeCertificate(),
    tls = 'offered',
    dataCertificate,
    isBehindNat = false,
  }: FtpMachineSettings = {},
): Promise<FileMachine & { readonly certificate: Certificate }> {
  const files = createSwitchedFolder(folder)
  const port = await freePort()
  const silent = { info() {}, debug() {}, trace() {}, warn() {}, error() {}, child: () => silent }
  const options = {
    url: `ftp://127.0.0.1:${port}`,
    // Two machines that count from the same port collide: the second one never answers.
    pasv_min: port,
    pasv_url: isBehindNat ? '10.11.12.13' : '127.0.0.1',
    blacklist: isBehindNat ? ['EPSV'] : [],
    tls: tls !== 'off' && {
      key: certificate.key,
      cert: certificate.pem,
      // The same for all connections, so that each can resume a session of another.
      ticketKeys: randomBytes(48),
      sessionIdContext: 'files',
    },
    log: silent,
  }
  const server = new FtpSrv(options)
  // A client that loses its connection is what the tests are about.
  server.on('client-error', () => undefined)
  server.on('login', ({ connection, username, password }, resolve, reject) => {
    if (tls === 'required' && !connection.secure) return reject(new Error('SSL/TLS required'))
    // Some machines repeat what they were sent.
    if (!files.login(username, password)) return reject(new Error(`no login for ${password}`))
    if (dataCertificate) {
      const { key, pem } = dataCertificate
      Reflect.set(server, 'options', { ...options, tls: { key, cert: pem } })
    }
    resolve({ fs: new ServedFolder(connection, folder, files, dataCertificate === undefined) })
  })
  await server.listen()
  return { port, files, certificate, stop: () => server.close() }
}

class ServedFolder extends FileSystem {
  readonly #files: FaultyFolder
  readonly #root: string
  readonly #resumesTls: boolean

  constructor(connection: FtpConnection, root: string, files: FaultyFolder, resumesTls: boolean) {
    super(connection, { root, cwd: '/' })
    this.#files = files
    this.#root = root
    this.#resumesTls = resumesTls
  }

  override async read(name: string) {
    await this.#checkSession()
    if (this.#files.faults.take('silent')) {
      return { stream: new Readable({ read: () => undefined }), clientPath: name }
    }
    const bytes = await this.#attempt(() => this.#files.read(name))
    return { stream: Readable.from([bytes]), clientPath: name }
  }

  override async write(name: string) {
    await this.#checkSession()
    await this.#attempt(() => {
      if (this.#files.faults.take('disk-full')) throw new Error('ENOSPC: no space left on device')
      fs.accessSync(path.dirname(this.#at(name)))
    })
    const chunks: Buffer[] = []
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk)
        done()
      },
      final: (done) => {
        const isNew = !fs.existsSync(this.#at(name))
        const outcome = this.#files.write(name, Buffer.concat(chunks))
        if (isNew) fs.chmodSync(this.#at(name), 0o600)
        if (outcome === 'kept') done()
        else void this.connection.close(0, 0)
      },
    })
    // The server announces the end of an upload by this event.
    stream.once('close', () => stream.end())
    return { stream, clientPath: name }
  }

  override async rename(from: string, to: string) {
    if (!this.#files.faults.take('rename-dropped')) return this.#files.rename(from, to)
    await this.connection.reply(421, 'Bye')
    await this.connection.close(0, 0)
  }

  override chdir(name?: string) {
    if (!this.#files.faults.take('list-refused')) return super.chdir(name)
    return Promise.reject(new Error('permission denied'))
  }

  get #socket(): unknown {
    const connector: unknown = Reflect.get(this.connection, 'connector')
    return connector instanceof Object ? Reflect.get(connector, 'socket') : null
  }

  async #checkSession(): Promise<void> {
    const socket = this.#socket
    if (this.#resumesTls && socket instanceof TLSSocket && !socket.isSessionReused()) {
      await this.#reset()
      throw new Error('session reuse required')
    }
  }

  async #attempt<Value>(work: () => Value): Promise<Value> {
    try {
      return work()
    } catch (error) {
      await this.#reset()
      throw error
    }
  }

  async #reset(): Promise<void> {
    const socket = this.#socket
    if (!(socket instanceof net.Socket)) return
    const closed = once(socket, 'close')
    socket.resetAndDestroy()
    await closed
  }

  #at(name: string): string {
    return path.join(this.#root, path.posix.join('/', name))
  }
}
