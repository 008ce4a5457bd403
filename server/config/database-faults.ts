import { isIPv4 } from 'node:net'
import { isLoopbackHost } from './hosts.ts'
import type { Settings } from './settings.ts'

/** Names that lead nowhere outside of a network of one's own: of a container, or below these. */
const innerName = /^[^.]+$|\.(?:internal|local|lan|home\.arpa)$/

/** https://www.rfc-editor.org/rfc/rfc1918, and the addresses that providers share out inside. */
const innerAddress =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/
const innerAddressV6 = /^\[f[cd][\da-f]{2}:/

/** What encrypts; without one of them the driver does not. */
const encryptingModes: ReadonlySet<string> = new Set([
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
])

/** A sentence for what lets others read or enter the database. None of them quotes the address. */
export function findDatabaseFaults({ DATABASE_URL }: Settings): string[] {
  if (DATABASE_URL === undefined) return []
  const { hostname, password, searchParams } = new URL(DATABASE_URL)
  const host = searchParams.get('host') ?? hostname
  // A socket of this machine.
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return []
  const hasProof = password !== '' || searchParams.has('password') || searchParams.has('sslcert')
  return [
    ...(hasProof
      ? []
      : [
          'DATABASE_URL has no password: a database on another machine must ask for one. Write it as postgres://user:password@host/name.',
        ]),
    ...(isInner(host) || isEncrypted(searchParams)
      ? []
      : [
          'DATABASE_URL does not encrypt: passwords and buyers’ names would cross the internet for all to read. Add ?sslmode=verify-full to it.',
        ]),
  ]
}

function isInner(host: string): boolean {
  if (isIPv4(host)) return innerAddress.test(host)
  return host.startsWith('[') ? innerAddressV6.test(host) : innerName.test(host)
}

function isEncrypted(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode')
  if (mode !== null) return encryptingModes.has(mode)
  return ['true', '1'].includes(parameters.get('ssl') ?? '')
}
