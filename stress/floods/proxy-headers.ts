import { randomBytes, randomUUID } from 'node:crypto'

type RequestHeaders = Readonly<Record<string, string>>

/** The headers that a trusted proxy sends for one visitor, whatever the visitor adds. */
export const proxyHeaders: Readonly<Record<string, (visitor: string) => RequestHeaders>> = {
  none: (visitor) => ({ 'x-forwarded-for': visitor }),
  'an invented address before': (visitor) => ({
    'x-forwarded-for': `${someAddress()}, ${visitor}`,
  }),
  'many before': (visitor) => ({
    'x-forwarded-for': [...Array.from({ length: 200 }, someAddress), visitor].join(','),
  }),
  'the proxy’s own address before': (visitor) => ({
    'x-forwarded-for': `${someAddress()}, 127.0.0.1, ::1, ${visitor}`,
  }),
  'IPv6 before': (visitor) => ({ 'x-forwarded-for': `[${someAddress6()}]:443, ${visitor}` }),
  'garbage of 8 kB before': (visitor) => ({
    'x-forwarded-for': `${randomBytes(4096).toString('hex')}, ${visitor}`,
  }),
  'commas of 8 kB before': (visitor) => ({ 'x-forwarded-for': `${','.repeat(8192)}${visitor}` }),
  'other headers': (visitor) => ({
    'x-forwarded-for': visitor,
    forwarded: `for=${someAddress()}`,
    'x-real-ip': someAddress(),
    'cf-connecting-ip': someAddress(),
    'true-client-ip': someAddress(),
    'x-client-ip': someAddress(),
    'x-cluster-client-ip': someAddress(),
  }),
  'IPv4 written as IPv6': (visitor) => ({ 'x-forwarded-for': `::ffff:${visitor}` }),
  'with a port': (visitor) => ({ 'x-forwarded-for': `${visitor}:${someByte() + 1024}` }),
}

/** One subscriber may have a whole /48, which is three groups: a new address for each request. */
export function addressInSubnet(subnet: string): string {
  const groupsLeft = 8 - subnet.split(':').length
  return `${subnet}:${randomBytes(groupsLeft * 2)
    .toString('hex')
    .replaceAll(/(.{4})(?=.)/g, '$1:')}`
}

/** A visitor without a proxy may send any header. */
export function forgedHeaders(): RequestHeaders {
  return {
    'x-forwarded-for': someAddress(),
    forwarded: `for=${someAddress()}`,
    'x-real-ip': someAddress(),
    'cf-connecting-ip': someAddress(),
    'user-agent': randomUUID(),
  }
}

function someAddress(): string {
  return `${1 + (someByte() % 200)}.${someByte()}.${someByte()}.${someByte()}`
}

function someAddress6(): string {
  return addressInSubnet('2001:db8:1:2')
}

function someByte(): number {
  return randomBytes(1)[0] ?? 0
}
