import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/app/config.ts'
import type { ClientNetworks, Counted } from '#server/services/rate-limit.ts'
import type { HttpEnvironment } from './environment.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Proxies = Pick<Config, 'trustedProxies'>

/**
 * Providers give one customer a /64, a /56 or a whole /48 of IPv6, and nobody can see which. A limit
 * applies to each of the three. If the wider ones had no larger allowance, one customer could shut out
 * their neighbours; if they had a much larger one, a customer with a /48 could do as much as many
 * customers. With these factors a full /64 leaves half a household's allowance to its /56, and a full
 * /56 leaves a whole one to its /48, while no /48 gets more than two and a half. Thousands of phones may
 * share a /48, but a provider puts as many behind one address of IPv4, which gets less.
 */
const scopesOfIpv6 = [
  { prefixBits: 64, factor: 1 },
  { prefixBits: 56, factor: 1.5 },
  { prefixBits: 48, factor: 2.5 },
] as const

/**
 * The networks that a request comes from: an IPv4 address, or the /64, /56 and /48 of an IPv6
 * address. A direct connection counts by its own address, one of a trusted proxy by the last
 * address in `X-Forwarded-For` that is not a trusted proxy's.
 */
export function readClientNetworks(
  config: Proxies,
  context: Context<HttpEnvironment>,
): ClientNetworks {
  const remote = readAddress(getConnInfo(context).remote.address)
  if (remote === null) return [{ name: 'unknown', factor: 1 }]
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',')
  return networksOf(findClient(config, remote, hops))
}

/** The networks that a request comes from; null for this machine, which may stand for many visitors. */
export function readVisitorNetworks(
  config: Proxies,
  context: Context<HttpEnvironment>,
): ClientNetworks | null {
  const networks = readClientNetworks(config, context)
  return isThisMachine(networks) ? null : networks
}

/** The networks of the connection itself; null for a trusted proxy, which stands for many visitors. */
export function readConnectionNetworks(
  config: Proxies,
  remoteAddress: string | undefined,
): ClientNetworks | null {
  const remote = readAddress(remoteAddress)
  return remote === null || isTrusted(config, remote) ? null : networksOf(remote)
}

/** Whether a trusted proxy made the request. */
export function isFromProxy(config: Proxies, context: Context<HttpEnvironment>): boolean {
  const remote = readAddress(getConnInfo(context).remote.address)
  return remote !== null && isTrusted(config, remote)
}

/** Whether the request comes from this machine: a program on it, or a proxy that is not trusted. */
export function isThisMachine([{ name }]: ClientNetworks): boolean {
  return name.startsWith('127.') || name === '::1'
}

function isTrusted({ trustedProxies }: Proxies, address: Address): boolean {
  return ipaddr.subnetMatch(address, { trusted: [...trustedProxies] }) === 'trusted'
}

/** Walks back from the connection while each hop is a trusted proxy. */
function findClient(config: Proxies, remote: Address, forwardedFor: readonly string[]): Address {
  let client = remote
  for (const hop of forwardedFor.toReversed()) {
    if (!isTrusted(config, client)) return client
    const address = readAddress(hop)
    if (address === null) return client
    client = address
  }
  return client
}

/** An address without port, brackets and zone; IPv4 also where it is written as IPv6. Null for an invalid one. */
function readAddress(text = ''): Address | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  // The library alone would take 1 for an address as well.
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}

function networksOf(address: Address): ClientNetworks {
  if (address.kind() === 'ipv4' || address.range() === 'loopback') {
    return [{ name: address.toString(), factor: 1 }]
  }
  const bytes = Buffer.from(address.toByteArray())
  const scope = ({ prefixBits, factor }: (typeof scopesOfIpv6)[number]): Counted => ({
    name: `${bytes.toString('hex', 0, prefixBits / 8)}/${prefixBits}`,
    factor,
  })
  const [narrowest, ...wider] = scopesOfIpv6
  return [scope(narrowest), ...wider.map(scope)]
}
