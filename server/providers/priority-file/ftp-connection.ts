import { once } from 'node:events'
import net from 'node:net'
import tls, { TLSSocket } from 'node:tls'
import { Client, FTPError } from 'basic-ftp'
import { FaultError } from '#server/providers/perk-adapter.ts'
import { formatFingerprint, type RemoteMachine } from './file-address.ts'
import { messageOf } from './file-store.ts'

/** How long the machine may be silent. */
export const timeoutMs = 15_000
/** Of both ways of asking for a data connection together this is less than a run may take. */
const dataTimeoutMs = 7000

const tlsIsRequired =
  /(?:SSL|TLS) required|requires? (?:SSL|TLS)|encrypt|cleartext|secure (?:connection|auth)|use AUTH/i

/**
 * Connects by FTP, with TLS if `security` is set. A certificate that no authority vouches for is
 * refused, unless its SHA-256 fingerprint is the given one.
 * @throws {FaultError}
 */
export async function openFtp(
  { host, port, user, password }: RemoteMachine,
  security: FtpSecurity | null,
  closed: AbortSignal,
): Promise<{ readonly client: Client; readonly fingerprint: string | null }> {
  const client = new Client(timeoutMs, { maxListingBytes: 4 * 1024 * 1024 })
  let fingerprint: string | null = null
  try {
    await client.connect(host, port)
    if (security) fingerprint = await secure(client, host, security.fingerprint)
    await client.login(user, password)
    await client.useDefaultSettings()
    // Without names of owners and groups: ProFTPD gives those of the first file to all others.
    await client.sendIgnoringError('OPTS MLST type;size;unix.mode;unix.owner;unix.group;')
  } catch (error) {
    client.close()
    throw loginFault(error)
  }
  client.prepareTransfer = passiveMode(client, closed)
  return { client, fingerprint }
}

export interface FtpSecurity {
  readonly fingerprint: string | null
}

/**
 * Switches to TLS before the password is sent, and returns the certificate's fingerprint. The library
 * must not refuse it, so that the fault can name the certificate that we saw.
 */
async function secure(client: Client, host: string, expected: string | null): Promise<string> {
  const name = net.isIP(host) ? { host } : { host, servername: host }
  try {
    await client.useTLS({ ...name, rejectUnauthorized: false })
  } catch (error) {
    throw error instanceof FTPError && error.code >= 500
      ? new FaultError('tls_missing', error.message)
      : error
  }
  const { socket } = client.ftp
  if (!(socket instanceof TLSSocket)) throw new FaultError('tls_missing', 'TLS is not on')
  const seen = fingerprintOf(socket)
  const isTrusted = expected === null ? socket.authorized : seen === expected
  if (!isTrusted) {
    const reason = expected === null ? String(socket.authorizationError) : `not ${expected}`
    throw new FaultError('certificate_unknown', `the certificate is ${seen}: ${reason}`)
  }
  return seen
}

function fingerprintOf(socket: TLSSocket): string {
  const hex = socket.getPeerCertificate().fingerprint256 ?? ''
  return formatFingerprint(Buffer.from(hex.replaceAll(':', ''), 'hex'))
}

function loginFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const detail = messageOf(error)
  if (!(error instanceof FTPError)) return new FaultError('unreachable', detail)
  if (tlsIsRequired.test(detail)) return new FaultError('tls_required', detail)
  if (/too many|maximum/i.test(detail)) return new FaultError('limited', detail)
  if (error.code === 530) return new FaultError('password_refused', detail)
  return new FaultError(error.code < 500 ? 'unreachable' : 'unexpected_answer', detail)
}

/**
 * Opens data connections to the machine that we are connected to, whatever address it announces:
 * behind a router it announces one of its own network, and another machine is none of our business.
 */
function passiveMode(client: Client, closed: AbortSignal): Client['prepareTransfer'] {
  let commands = ['EPSV', 'PASV']
  return async (ftp) => {
    const { remoteAddress: host = '' } = ftp.socket
    const failures: string[] = []
    for (const command of commands) {
      try {
        const reply = await ftp.request(command)
        const socket = net.connect({ host, port: portIn(reply.message) })
        try {
          await once(socket, 'connect', {
            signal: AbortSignal.any([closed, AbortSignal.timeout(dataTimeoutMs)]),
          })
        } catch (error) {
          socket.destroy()
          throw error
        }
        useForData(client, socket)
        commands = [command]
        return reply
      } catch (error) {
        if (client.closed) throw error
        failures.push(`${command}: ${messageOf(error)}`)
      }
    }
    throw new FaultError('data_ports_closed', failures.join('; '))
  }
}

/** The port in `229 Entering Extended Passive Mode (|||6446|)` or `227 … (10,0,0,1,25,46)`. */
function portIn(reply: string): number {
  const extended = /[|!]{3}(\d+)[|!]/.exec(reply)?.[1]
  if (extended !== undefined) return Number(extended)
  const [high, low] = (/\d+(?:,\d+){3},(\d+),(\d+)/.exec(reply) ?? []).slice(1).map(Number)
  if (high === undefined || low === undefined) throw new Error(`no port in ${reply}`)
  return high * 256 + low
}

function useForData({ ftp }: Client, plain: net.Socket): void {
  const socket = ftp.socket instanceof TLSSocket ? secureData(ftp, ftp.socket, plain) : plain
  ftp.dataSocket = socket
  // The library would close everything when this connection breaks off. But servers that refuse a
  // file break it off first, and then say why.
  socket
    .removeAllListeners('error')
    .removeAllListeners('close')
    .on('error', () => undefined)
}

/**
 * Resumes the TLS session, which most servers require, and only the same machine can. One that
 * begins another session has to show the same certificate again.
 */
function secureData(ftp: Client['ftp'], control: TLSSocket, socket: net.Socket): TLSSocket {
  const session = ftp.tlsSessionStore ?? control.getSession()
  const data = tls.connect({ ...ftp.tlsOptions, socket, ...(session && { session }) })
  data.on('session', (next) => {
    ftp.tlsSessionStore = next
  })
  data.once('secureConnect', () => {
    const [seen, expected] = [fingerprintOf(data), fingerprintOf(control)]
    if (data.isSessionReused() || seen === expected) return
    const detail = `the certificate for files is ${seen} instead of ${expected}`
    ftp.closeWithError(new FaultError('certificate_unknown', detail))
  })
  return data
}
