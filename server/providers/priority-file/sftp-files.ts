import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import SftpClient from 'ssh2-sftp-client'
import { FaultError } from '#server/providers/perk-adapter.ts'
import { formatFingerprint, type RemoteMachine } from './file-address.ts'
import { codeOf, maxFileBytes, messageOf, tooLarge, type FileStore } from './file-store.ts'

/** Where the fingerprint of each machine's key is kept, by `host:port`, when the settings have none. */
export interface HostKeys {
  find(machine: string): Promise<string | null>
  keep(machine: string, fingerprint: string): Promise<void>
}

const timeoutMs = 15_000
// Status codes of SFTP version 3: https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02#section-7
const [noSuchFile, permissionDenied] = ['2', '3']

/**
 * Connects by SFTP. The password is sent only to a machine whose key has this fingerprint; without
 * one, to the machine that answered the first time.
 * @throws {FaultError}
 */
export async function connectBySftp(
  { host, port, user, password }: RemoteMachine,
  fingerprint: string | null,
  hostKeys: HostKeys,
): Promise<FileStore> {
  const machine = `${host}:${port}`
  const expected = fingerprint ?? (await hostKeys.find(machine))
  let seen = ''
  // Our own socket, because the library has no way to end a connection at once.
  const socket = net.connect({ host, port, noDelay: true })
  const client = new SftpClient('priority-file', {
    // A lost connection fails the call that is under way; without a listener it would end the process.
    error: () => undefined,
  })
  try {
    await client.connect({
      sock: socket,
      username: user,
      password,
      readyTimeout: timeoutMs,
      hostVerifier: (key: Buffer) => {
        seen = formatFingerprint(createHash('sha256').update(key).digest())
        return expected === null || seen === expected
      },
    })
  } catch (error) {
    socket.destroy()
    if (expected !== null && seen !== '' && seen !== expected) {
      throw new FaultError('host_key_changed', `the key is ${seen} instead of ${expected}`)
    }
    const isRefused = /authentication/i.test(messageOf(error))
    throw new FaultError(isRefused ? 'password_refused' : 'unreachable', messageOf(error))
  }
  if (expected === null) {
    try {
      await hostKeys.keep(machine, seen)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  const lost = once(socket, 'close').then(() => {
    throw new FaultError('interrupted', 'the connection was lost')
  })
  lost.catch(() => undefined)
  /** Not every call of the library ends when the connection is lost. */
  const attempt = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await Promise.race([work, lost])
    } catch (error) {
      throw sftpFault(error)
    }
  }

  return {
    fingerprint: seen,
    read: async (name) => {
      try {
        const bytes = await Promise.race([readStart(client, name), lost])
        if (bytes.length > maxFileBytes) throw tooLarge()
        return bytes.toString('latin1')
      } catch (error) {
        if (isMissing(error)) return null
        throw sftpFault(error)
      }
    },
    write: (name, text) => attempt(writeWhole(client, name, Buffer.from(text, 'latin1'))),
    replace: async (from, to) => {
      // Most machines refuse to replace an existing file by the plain call, but some know only that one.
      for (const rename of ['posixRename', 'rename'] as const) {
        try {
          await attempt(client[rename](from, to))
          return true
        } catch {
          // A lost connection fails the next call as well.
        }
      }
      return false
    },
    remove: async (name) => void (await attempt(client.delete(name, true))),
    close: () => socket.destroy(),
  }
}

/** Reads the file, of a larger one only a byte more than is allowed: `end` is inclusive. */
async function readStart(client: SftpClient, name: string): Promise<Buffer> {
  const stream = client.createReadStream(name, { end: maxFileBytes })
  ignoreLateErrors(stream)
  return buffer(stream)
}

/** `put` of the library reports an upload as done when the disk is full. */
async function writeWhole(client: SftpClient, name: string, bytes: Buffer): Promise<void> {
  // Without a mode the library lets everybody write the file.
  const stream = client.createWriteStream(name, { mode: 0o644, autoClose: false })
  ignoreLateErrors(stream)
  try {
    stream.end(bytes)
    await finished(stream)
  } finally {
    stream.destroy()
  }
}

/** A stream may still fail to close its file when nobody waits for it any more. */
function ignoreLateErrors(stream: NodeJS.EventEmitter): void {
  stream.on('error', () => undefined)
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === noSuchFile || /no such file/i.test(messageOf(error))
}

/** SFTP has no code for a full disk, so servers send a general failure with a text, or none. */
function sftpFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const detail = messageOf(error)
  if (isMissing(error)) return new FaultError('folder_missing', detail)
  if (codeOf(error) === permissionDenied || /permission denied/i.test(detail)) {
    return new FaultError('not_allowed', detail)
  }
  return new FaultError(/space|quota|disk full/i.test(detail) ? 'disk_full' : 'interrupted', detail)
}
