import { once } from 'node:events'
import net from 'node:net'
import { Readable, Writable } from 'node:stream'
import { FileSystem, FtpSrv, type FtpConnection } from 'ftp-srv'
import { makeCertificate, type Certificate } from './certificate.ts'
import type { FaultyFolder } from '#sandbox/game/faulty-folder.ts'
import { createSwitchedFolder, type FileMachine } from './faulty-folder.ts'

/** A real FTP server on a folder, which also speaks TLS with a certificate that nobody vouches for. */
export async function startFtpMachine(
  folder: string,
): Promise<FileMachine & { readonly certificate: Certificate }> {
  const files = createSwitchedFolder(folder)
  const certificate = makeCertificate()
  const port = await freePort()
  const silent = { info() {}, debug() {}, trace() {}, warn() {}, error() {}, child: () => silent }
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    tls: { key: certificate.key, cert: certificate.pem },
    log: silent,
  })
  server.on('login', ({ connection, username, password }, resolve, reject) => {
    // Some machines repeat what they were sent.
    if (!files.login(username, password)) return reject(new Error(`no login for ${password}`))
    resolve({ fs: new ServedFolder(connection, folder, files) })
  })
  await server.listen()
  return { port, files, certificate, stop: () => server.close() }
}

class ServedFolder extends FileSystem {
  readonly #files: FaultyFolder

  constructor(connection: FtpConnection, root: string, files: FaultyFolder) {
    super(connection, { root, cwd: '/' })
    this.#files = files
  }

  override read(name: string) {
    return Promise.resolve({
      stream: this.#files.faults.take('silent')
        ? new Readable({ read: () => undefined })
        : Readable.from([this.#files.read(name)]),
      clientPath: name,
    })
  }

  override write(name: string) {
    if (this.#files.faults.take('disk-full'))
      throw new Error('ENOSPC: no space left on device, write')
    const chunks: Buffer[] = []
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk)
        done()
      },
      final: (done) => {
        const outcome = this.#files.write(name, Buffer.concat(chunks))
        if (outcome === 'kept') done()
        else void this.connection.close(0, 0)
      },
    })
    // The server announces the end of an upload by this event.
    stream.once('close', () => stream.end())
    return { stream, clientPath: name }
  }

  override rename(from: string, to: string) {
    return Promise.resolve(this.#files.rename(from, to))
  }
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}
