import net from 'node:net'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { Client, FTPError } from 'basic-ftp'
import { FaultError } from '#server/providers/perk-adapter.ts'
import { formatFingerprint, type RemoteMachine } from './file-address.ts'
import { maxFileBytes, messageOf, tooLarge, type FileStore } from './file-store.ts'

const timeoutMs = 15_000
// Reply codes of FTP: https://www.rfc-editor.org/rfc/rfc959#section-4.2
const [notLoggedIn, noSpace, overQuota] = [530, 452, 552]
/** The replies by which servers refuse to read or write a file: for good, or because it is missing. */
const fileRefused = new Set([450, 550, 551, 553])

/**
 * Connects by FTP, with TLS if `tls` is set. A certificate that no authority vouches for is refused,
 * unless its SHA-256 fingerprint is the given one.
 * @throws {FaultError}
 */
export async function connectByFtp(
  { host, port, user, password }: RemoteMachine,
  tls: { readonly fingerprint: string | null } | null,
): Promise<FileStore> {
  const client = new Client(timeoutMs, {
    allowSeparateTransferHost: false,
    maxListingBytes: 4 * 1024 * 1024,
  })
  let fingerprint: string | null = null
  try {
    await client.connect(host, port)
    if (tls) fingerprint = await secure(client, host, tls.fingerprint)
    await client.login(user, password)
    await client.useDefaultSettings()
  } catch (error) {
    client.close()
    if (error instanceof FaultError) throw error
    const isRefused = replyOf(error) === notLoggedIn
    throw new FaultError(isRefused ? 'password_refused' : 'unreachable', messageOf(error))
  }

  /** FTP has one reply for a file that is missing and one that we may not read. */
  const isListed = async (name: string): Promise<boolean> => {
    const entries = await client.list(path.posix.dirname(name))
    return entries.some((entry) => entry.name === path.posix.basename(name))
  }

  return {
    fingerprint,
    read: async (name) => {
      const { stream, bytes } = collect()
      try {
        await client.downloadTo(stream, name)
        return bytes().toString('latin1')
      } catch (error) {
        const fault = ftpFault(error)
        if (!fileRefused.has(replyOf(error)) || (await attempt(isListed(name)))) throw fault
        return null
      }
    },
    write: async (name, text) => {
      await attempt(client.uploadFrom(Readable.from([Buffer.from(text, 'latin1')]), name))
    },
    replace: async (from, to) => {
      try {
        await client.rename(from, to)
        return true
      } catch (error) {
        if (error instanceof FTPError) return false
        throw ftpFault(error)
      }
    },
    remove: async (name) => {
      await attempt(client.remove(name, true))
    },
    close: () => client.close(),
  }
}

/** A stream that keeps what is written to it, and breaks off what is too large. */
function collect() {
  const chunks: Buffer[] = []
  let size = 0
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      size += chunk.length
      done(size > maxFileBytes ? tooLarge() : null)
    },
  })
  return { stream, bytes: () => Buffer.concat(chunks) }
}

/**
 * Switches to TLS before the password is sent, and trusts the same certificate for the files.
 * Returns its fingerprint.
 */
async function secure(client: Client, host: string, fingerprint: string | null): Promise<string> {
  const name = net.isIP(host) ? { host } : { host, servername: host }
  // The library must not refuse it, so that the fault can name the certificate that we saw.
  await client.useTLS({ ...name, rejectUnauthorized: false })
  const { socket } = client.ftp
  if (!(socket instanceof TLSSocket)) throw new FaultError('certificate_unknown', 'TLS is not on')
  const certificate = socket.getPeerCertificate()
  const seen = formatFingerprint(Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex'))
  const isTrusted = fingerprint === null ? socket.authorized : seen === fingerprint
  if (!isTrusted) {
    const reason = fingerprint === null ? String(socket.authorizationError) : `not ${fingerprint}`
    throw new FaultError('certificate_unknown', `the certificate is ${seen}: ${reason}`)
  }
  client.ftp.tlsOptions =
    fingerprint === null
      ? name
      : {
          ...name,
          ca: `-----BEGIN CERTIFICATE-----\n${certificate.raw.toString('base64')}\n-----END CERTIFICATE-----`,
          allowPartialTrustChain: true,
          checkServerIdentity: () => undefined,
        }
  return seen
}

/** 0 when the error is not a reply of the server. */
function replyOf(error: unknown): number {
  return error instanceof FTPError ? error.code : 0
}

async function attempt<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw ftpFault(error)
  }
}

function ftpFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const reply = replyOf(error)
  const detail = messageOf(error)
  if (reply === noSpace || reply === overQuota || /ENOSPC|no space|quota|disk full/i.test(detail)) {
    return new FaultError('disk_full', detail)
  }
  if (/ENOENT|no such (?:file|directory)|not found|cannot find/i.test(detail)) {
    return new FaultError('folder_missing', detail)
  }
  return new FaultError(fileRefused.has(reply) ? 'not_allowed' : 'interrupted', detail)
}
