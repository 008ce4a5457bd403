import { BlockList, isIP, isIPv4 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Config } from '../config.ts'
import type { HttpEnvironment } from './environment.ts'

/** Names the visitor's network, for counting. */
export type ReadClientNetwork = (context: Context<HttpEnvironment>) => string

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, because one
 * subscriber has all of that. It is the connection's, unless a trusted proxy made the connection:
 * then it is the last in `X-Forwarded-For` that no trusted proxy wrote of another.
 */
export function createClientNetworkReader({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): ReadClientNetwork {
  const isTrusted = createTrust(trustedProxies)
  return (context) => {
    const remote = readAddress(getConnInfo(context).remote.address ?? '')
    if (remote === null) return 'unknown'
    const hops = (context.req.header('x-forwarded-for') ?? '').split(',')
    return networkOf(findClient(remote, hops, isTrusted))
  }
}

/**
 * The network that a connection itself comes from; null for those that carry many visitors or none:
 * of a trusted proxy, or of this machine.
 */
export function createConnectionNetworkReader({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): (remoteAddress: string | undefined) => string | null {
  const isTrusted = createTrust(trustedProxies)
  return (remoteAddress) => {
    const remote = readAddress(remoteAddress ?? '')
    if (remote === null || isTrusted(remote)) return null
    const network = networkOf(remote)
    return isLoopbackNetwork(network) ? null : network
  }
}

/** Whether a request was made by a proxy that is trusted. */
export function createProxyRecogniser({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): (context: Context<HttpEnvironment>) => boolean {
  const isTrusted = createTrust(trustedProxies)
  return (context) => {
    const remote = readAddress(getConnInfo(context).remote.address ?? '')
    return remote !== null && isTrusted(remote)
  }
}

/** Whether a network is this machine itself: a program on it, or a proxy that is not trusted. */
export function isLoopbackNetwork(network: string): boolean {
  return network.startsWith('127.') || network === '::1'
}

function createTrust(trustedProxies: Config['trustedProxies']): (address: string) => boolean {
  const proxies = new BlockList()
  for (const { address, prefixBits, family } of trustedProxies) {
    proxies.addSubnet(address, prefixBits, family)
  }
  return (address) => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Walks back from our connection as long as each hop's word counts. */
function findClient(
  remote: string,
  forwardedFor: readonly string[],
  isTrusted: (address: string) => boolean,
): string {
  let client = remote
  for (const hop of forwardedFor.toReversed()) {
    if (!isTrusted(client)) return client
    const address = readAddress(hop)
    if (address === null) return client
    client = address
  }
  return client
}

/** An address without port, brackets and zone; IPv4 also where it is written as IPv6. Null when it is none. */
function readAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (isIP(bare) === 0) return null
  if (isIPv4(bare)) return bare
  const groups = expand(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return bare
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

function networkOf(address: string): string {
  if (isIPv4(address)) return address
  const groups = expand(address)
  if (groups.every((group, index) => group === (index === 7 ? 1 : 0))) return '::1'
  const network = groups.slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  // A URL brings every spelling, dotted ends included, to one.
  const compact = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = compact.split('::')
  const start = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(tail === undefined ? 0 : 8 - start.length - end.length).fill('0')
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16))
}
