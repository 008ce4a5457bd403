import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a name or address means this machine itself; IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host) || kindOfNetwork(host) === 'loopback'
}

/** What an address is for, such as `private`; null for a name. IPv6 with or without brackets. */
export function kindOfNetwork(host: string): string | null {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).range() : null
}

export function isLoopback(url: string | undefined): boolean {
  return url !== undefined && isLoopbackHost(new URL(url).hostname)
}

export function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`
}

export function isHost(host: string): boolean {
  return URL.canParse(`http://${bracketed(host)}`) && /^[\w.:-]+$/.test(host)
}

/** The address at which this machine reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${bracketed(reachable)}:${port}`
}

/**
 * The other hosts, with port, by which a browser on this machine may call a site that runs on it;
 * none for a site elsewhere.
 */
export function loopbackAliases(publicOrigin: string): readonly string[] {
  if (!isLoopback(publicOrigin)) return []
  const { host, port } = new URL(publicOrigin)
  return ['localhost', '127.0.0.1', '[::1]']
    .map((name) => (port ? `${name}:${port}` : name))
    .filter((alias) => alias !== host)
}

/** IPv6 addresses need brackets wherever a port can follow. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Addresses that begin with the same bits: `10.0.0.0/8`, or one address with all of its bits. */
export type NetworkRange = ReturnType<typeof ipaddr.parseCIDR>

/** Parses addresses and CIDR ranges, separated by commas; null when one of them is neither. */
export function parseNetworkRanges(text: string): readonly NetworkRange[] | null {
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseRange)
  return ranges.every((range) => range !== null) ? ranges : null
}

/** Before an IPv4 address that is written as IPv6. */
const mappedBits = 96

function parseRange(text: string): NetworkRange | null {
  const range = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  // The library takes 010.0.0.0 for 8.0.0.0 as well, which nobody means.
  if (isIP(range.replace(/\/\d+$/, '')) === 0 || !ipaddr.isValidCIDR(range)) return null
  const [address, prefixBits] = ipaddr.parseCIDR(range)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? [address.toIPv4Address(), Math.max(prefixBits - mappedBits, 0)]
    : [address, prefixBits]
}

/** The widest private ranges: 10.0.0.0/8 and fc00::/7. */
const widestBits = { ipv4: 8, ipv6: 7 } as const

/** Whether a range holds addresses of strangers, because nobody has so many. */
export function isWiderThanAnyOwner([address, prefixBits]: NetworkRange): boolean {
  return prefixBits < widestBits[address.kind()]
}
