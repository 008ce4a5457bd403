import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import ssh2, { type SFTPWrapper, type Stats } from 'ssh2'
import { z } from 'zod'
import { FaultError } from '#server/providers/perk-adapter.ts'
import { formatFingerprint, type RemoteMachine } from './file-address.ts'
import { codeOf, maxFileBytes, messageOf, tooLarge, type FileStore } from './file-store.ts'
import { replaceAlike } from './replace-alike.ts'
import { createLogin } from './ssh-login.ts'

/** Where the fingerprint of each machine's key is kept, by `host:port`, when the settings have none. */
export interface HostKeys {
  find(machine: `${string}:${number}`): Promise<string | null>
  keep(machine: `${string}:${number}`, fingerprint: string): Promise<void>
}

interface SftpSettings {
  readonly fingerprint: string | null
  readonly hostKeys: HostKeys
  /** Our private key; null to log in by the password only. */
  readonly sshKey: string | null
}

const timeoutMs = 15_000
// Status codes of SFTP version 3: https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02#section-7
const [noSuchFile, permissionDenied, failure] = ['2', '3', '4']
/** What every server takes at once. */
const pieceBytes = 16 * 1024

/**
 * Connects by SFTP. We log in only to a machine whose key has this fingerprint; without one, to the
 * machine that answered the first time.
 * @throws {FaultError}
 */
export async function connectBySftp(
  machine: RemoteMachine,
  { fingerprint, hostKeys, sshKey }: SftpSettings,
  onProgress: () => void,
): Promise<FileStore> {
  const { host, port, user: username } = machine
  const hostAndPort = `${host}:${port}` as const
  const expected = fingerprint ?? (await hostKeys.find(hostAndPort))
  let seen = ''
  const login = createLogin(machine, sshKey)
  // Our own socket, because the library has no way to end a connection at once.
  const socket = net.connect({ host, port, noDelay: true })
  let sftp: SFTPWrapper
  try {
    sftp = await openSession({
      sock: socket,
      username,
      readyTimeout: 0,
      hostVerifier: (key: Buffer) => {
        seen = formatFingerprint(createHash('sha256').update(key).digest())
        return expected === null || seen === expected
      },
      authHandler: (methods, hasPart) => login.next(methods, hasPart),
    })
    if (expected === null) await hostKeys.keep(hostAndPort, seen)
  } catch (error) {
    socket.destroy()
    if (expected !== null && seen !== '' && seen !== expected) {
      throw new FaultError('host_key_changed', `the key is ${seen} instead of ${expected}`)
    }
    if (!(error instanceof SessionError)) throw error
    throw error.isRefused || login.wasPrompted()
      ? login.fault(error.message)
      : new FaultError('unreachable', error.message)
  }

  const lost = once(socket, 'close').then(() => {
    throw new FaultError('interrupted', 'the connection was lost')
  })
  lost.catch(() => undefined)
  /** Not every call of the library ends when the connection is lost. */
  const ask = async <Value>(call: (done: Done<Value>) => void): Promise<Value> => {
    const value = await Promise.race([answerOf(call), lost])
    onProgress()
    return value
  }
  const run = (call: (done: (error?: Error | null) => void) => void) =>
    ask<null>((done) => call((error) => done(error, null)))

  /** The fault that an error stands for; SFTP has no code for many of them, so what is there is looked at. */
  const faultAt = async (place: string, cause: unknown, bytes = 0): Promise<FaultError> => {
    const fault = sftpFault(cause)
    const isUnclear = codeOf(cause) === failure
    if (!isUnclear && fault.code !== 'not_allowed') return fault
    const there = await ask<Stats>((done) => sftp.stat(place, done)).catch(() => null)
    if (there?.isDirectory()) return new FaultError('is_a_folder', place)
    if (!isUnclear || bytes === 0) return fault
    const folder = path.posix.dirname(place)
    const disk = await ask((done) => sftp.ext_openssh_statvfs(folder, done)).catch(() => null)
    const { data: free } = freeSpace.safeParse(disk)
    const isFull = free && free.f_bavail * free.f_frsize < bytes
    return isFull ? new FaultError('disk_full', fault.message) : fault
  }

  return {
    fingerprint: seen,
    read: async (name) => {
      try {
        const bytes = await Promise.race([readStart(sftp, name, onProgress), lost])
        if (bytes.length > maxFileBytes) throw tooLarge()
        return bytes.toString('latin1')
      } catch (error) {
        if (!isMissing(error)) throw await faultAt(name, error)
      }
      try {
        await ask((done) => sftp.stat(path.posix.dirname(name), done))
        return null
      } catch (error) {
        throw sftpFault(error)
      }
    },
    write: async (name, text) => {
      const bytes = Buffer.from(text, 'latin1')
      try {
        const handle = await ask<Buffer>((done) => sftp.open(name, 'w', { mode: 0o644 }, done))
        try {
          for (let from = 0; from < bytes.length; from += pieceBytes) {
            const length = Math.min(pieceBytes, bytes.length - from)
            await run((done) => sftp.write(handle, bytes, from, length, from, done))
          }
        } finally {
          await run((done) => sftp.close(handle, done))
        }
      } catch (error) {
        throw await faultAt(name, error, bytes.length)
      }
    },
    ...replaceAlike({
      find: async (name) => {
        try {
          return await ask<Stats>((done) => sftp.lstat(name, done))
        } catch (error) {
          if (isMissing(error)) return null
          throw sftpFault(error)
        }
      },
      change: async (name, attributes) =>
        void (await run((done) => sftp.setstat(name, attributes, done))),
      rename: async (from, to) => {
        // Most machines refuse to replace an existing file by the plain call, but some know only that one.
        for (const rename of ['ext_openssh_rename', 'rename'] as const) {
          try {
            await run((done) => sftp[rename](from, to, done))
            return true
          } catch (error) {
            // Without a status nobody has refused: the first call is unknown, or the connection is lost.
            const isRefused = /^\d+$/.test(codeOf(error))
            if (rename === 'rename' && !isRefused) throw sftpFault(error)
          }
        }
        return false
      },
    }),
    remove: async (name) => {
      try {
        await run((done) => sftp.unlink(name, done))
      } catch (error) {
        if (!isMissing(error)) throw sftpFault(error)
      }
    },
    close: () => socket.destroy(),
  }
}

const freeSpace = z.object({ f_bavail: z.number(), f_frsize: z.number() })

class SessionError extends Error {
  /** Whether the machine answered, but did not let us in. */
  readonly isRefused: boolean

  constructor(cause: unknown) {
    super(messageOf(cause))
    this.isRefused = /authentication/i.test(this.message)
  }
}

/** @throws {SessionError} */
async function openSession(
  config: ssh2.ConnectConfig & { readonly sock: net.Socket },
): Promise<SFTPWrapper> {
  const client = new ssh2.Client()
  const tooLate = AbortSignal.timeout(timeoutMs)
  const giveUp = () => config.sock.destroy(new Error('no answer'))
  tooLate.addEventListener('abort', giveUp)
  try {
    return await new Promise((resolve, reject) => {
      // A lost connection fails the call that is under way; without a listener it would end the process.
      client.on('error', reject)
      client.on('close', () => reject(new Error('the connection was closed')))
      client.on('ready', () =>
        client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))),
      )
      client.connect(config)
    })
  } catch (error) {
    throw new SessionError(error)
  } finally {
    tooLate.removeEventListener('abort', giveUp)
  }
}

type Done<Value> = (error: Error | null | undefined, value: Value) => void

function answerOf<Value>(call: (done: Done<Value>) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(error) : resolve(value)))
  })
}

/** Reads the file, of a larger one only a byte more than is allowed: `end` is inclusive. */
async function readStart(sftp: SFTPWrapper, name: string, onProgress: () => void): Promise<Buffer> {
  const stream = sftp.createReadStream(name, { end: maxFileBytes })
  // It may still fail to close its file when nobody waits for it any more.
  stream.on('error', () => undefined)
  const pieces: Buffer[] = []
  for await (const piece of stream) {
    if (Buffer.isBuffer(piece)) pieces.push(piece)
    onProgress()
  }
  return Buffer.concat(pieces)
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === noSuchFile || /no such file/i.test(messageOf(error))
}

function sftpFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const detail = messageOf(error)
  if (isMissing(error)) return new FaultError('folder_missing', detail)
  if (codeOf(error) === permissionDenied || /permission denied/i.test(detail)) {
    return new FaultError('not_allowed', detail)
  }
  return new FaultError(/space|quota|disk full/i.test(detail) ? 'disk_full' : 'interrupted', detail)
}
