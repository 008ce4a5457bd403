import { isIP, isIPv4 } from 'node:net'

/** Names and addresses of this machine alone; IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]?)$/i.test(
    host,
  )
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
 * The other names by which a browser on this machine may call a site that is on it, each with the
 * port; none when the site is elsewhere.
 */
export function loopbackAliases(publicOrigin: string): readonly string[] {
  if (!isLoopback(publicOrigin)) return []
  const { host, port } = new URL(publicOrigin)
  return ['localhost', '127.0.0.1', '[::1]']
    .map((name) => (port ? `${name}:${port}` : name))
    .filter((alias) => alias !== host)
}

/** IPv6 addresses stand in brackets where a port can follow. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Addresses that begin with the same bits: `10.0.0.0/8`, or one address with all of its bits. */
export interface NetworkRange {
  readonly address: string
  readonly prefixBits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Reads a list of addresses and CIDR ranges, split at commas; null when one of them is neither. */
export function parseNetworkRanges(text: string): readonly NetworkRange[] | null {
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseRange)
  return ranges.every((range) => range !== null) ? ranges : null
}

function parseRange(text: string): NetworkRange | null {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || isIP(address) === 0) return null
  const allBits = isIPv4(address) ? 32 : 128
  const prefixBits = bits === undefined ? allBits : Number(bits)
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || prefixBits > allBits)) return null
  return { address, prefixBits, family: isIPv4(address) ? 'ipv4' : 'ipv6' }
}

/** The widest that one organisation has of its own: 10.0.0.0/8, and fc00::/7. */
const widestBits = { ipv4: 8, ipv6: 7 } as const
/** Before an IPv4 address that is written as IPv6. */
const mappedBits = 96

/** Whether a range holds addresses of strangers, because nobody has so many. */
export function isWiderThanAnyOwner({ address, prefixBits, family }: NetworkRange): boolean {
  if (prefixBits < widestBits[family]) return true
  const isMapped = family === 'ipv6' && /^[0:]*:ffff:/i.test(address)
  return isMapped && prefixBits < mappedBits + widestBits.ipv4
}
