import { createHash } from 'node:crypto'

/** A machine that is reached over the network, and the account there. */
export interface RemoteMachine {
  readonly host: string
  readonly port: number
  readonly user: string
  /** Empty for an account that logs in by a key alone. */
  readonly password: string
}

/** Where the file is, and how its machine is reached. */
export type FileAddress =
  | { readonly kind: 'local'; readonly path: string }
  | {
      readonly kind: keyof typeof defaultPorts
      readonly machine: RemoteMachine
      readonly path: string
    }

const defaultPorts = { sftp: 22, ftps: 21, ftp: 21 } as const

/**
 * Reads a path, or an address such as `sftp://user:password@host:22/path`, whose user and password
 * are percent-encoded and whose path is absolute. By SFTP it may lack the password. Null when it is
 * neither, or lacks a part.
 */
export function parseFileAddress(text: string): FileAddress | null {
  const kind = /^(sftp|ftps|ftp):\/\//.exec(text)?.[1]
  if (kind !== 'sftp' && kind !== 'ftps' && kind !== 'ftp') {
    const isPath = text.trim() !== '' && !/^[a-z][a-z\d+.-]+:\/\//i.test(text) && isPlain(text)
    return isPath ? { kind: 'local', path: text } : null
  }
  const url = URL.parse(text)
  // A `#` or `?` would have to be encoded; as it is, it ends the password or the path early.
  if (!url?.hostname || url.search || url.hash) return null
  const [user, password, path] = [url.username, url.password, url.pathname].map(decode)
  const needsPassword = kind !== 'sftp' || url.password !== ''
  if (!user || (needsPassword && !password) || !path || path.endsWith('/')) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? defaultPorts[kind] : Number(url.port)
  return { kind, machine: { host, port, user, password: password ?? '' }, path }
}

/**
 * Identifies the machine, the account there and the file. Not the password, nor whether FTP is
 * encrypted, which may change.
 */
export function fingerprintOfPlace(address: FileAddress): string {
  const { kind, path } = address
  const place =
    address.kind === 'local'
      ? [kind, path]
      : [
          kind === 'ftps' ? 'ftp' : kind,
          address.machine.host,
          address.machine.port,
          address.machine.user,
          path,
        ]
  return createHash('sha256').update(JSON.stringify(place)).digest('base64url')
}

/** Empty when it cannot be decoded, or holds a line break, which would begin another command of FTP. */
function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    return isPlain(decoded) ? decoded : ''
  } catch {
    return ''
  }
}

function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

/**
 * A SHA-256 fingerprint in the form of OpenSSH, `SHA256:` and base64. Also reads the form of
 * OpenSSL, 64 hexadecimal digits with or without colons. Null when it is neither.
 */
export function parseFingerprint(text: string): string | null {
  const base64 = /^SHA256:([A-Za-z\d+/]{43})=?$/.exec(text.trim())?.[1]
  if (base64 !== undefined) return `SHA256:${base64}`
  const hex = text
    .trim()
    .replace(/^sha-?256(?: fingerprint)?[=:]/i, '')
    .replaceAll(':', '')
  return /^[\da-f]{64}$/i.test(hex) ? formatFingerprint(Buffer.from(hex, 'hex')) : null
}

export function formatFingerprint(sha256: Buffer): string {
  return `SHA256:${sha256.toString('base64').replace(/=+$/, '')}`
}
