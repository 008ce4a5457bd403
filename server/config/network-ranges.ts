import { isIP, isIPv4 } from 'node:net'

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
