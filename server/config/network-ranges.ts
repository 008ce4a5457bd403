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
