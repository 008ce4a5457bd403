import { inflateSync } from 'node:zlib'
import { maxParts, maxProfileBytes, readOrientation, type Picture } from './picture.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum around the data of each chunk. */
const chunkFrameBytes = 12
const headerDataBytes = 13
const interlacedPasses = 7
/** This many take at most a few milliseconds to inflate. */
const maxPackedProfileBytes = 64 * 1024

/**
 * Parses a PNG whose chunks fill the file and end with the end of the picture; null for anything
 * else. Drops text chunks: decoders inflate each of them, and 190 kB of such a chunk become 190 MB.
 */
export function readPng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null
  const kept: Buffer[] = [signature]
  const found = new Set<string>()
  let header: Buffer | null = null
  let orientation = 1
  let offset = signature.length
  for (let part = 0; part < maxParts && offset + chunkFrameBytes <= bytes.length; part += 1) {
    const start = offset
    offset += chunkFrameBytes + bytes.readUInt32BE(start)
    if (offset > bytes.length) return null
    const type = bytes.toString('latin1', start + 4, start + 8)
    const chunk = bytes.subarray(start, offset)
    const data = bytes.subarray(start + 8, offset - 4)
    // The first chunk is the header.
    if (header === null && type !== 'IHDR') return null
    const isFirst = !found.has(type)
    found.add(type)
    switch (type) {
      case 'IHDR':
        if (!isFirst || data.length !== headerDataBytes) return null
        header = data
        kept.push(chunk)
        break
      case 'PLTE':
      case 'tRNS':
        if (!isFirst) return null
        kept.push(chunk)
        break
      case 'IDAT':
        kept.push(chunk)
        break
      case 'iCCP':
        if (isFirst && hasSmallProfile(data)) kept.push(chunk)
        break
      case 'eXIf':
        if (isFirst) orientation = readOrientation(data)
        break
      case 'IEND':
        kept.push(chunk)
        if (!header || !found.has('IDAT') || offset !== bytes.length) return null
        return {
          widthPixels: header.readUInt32BE(0),
          heightPixels: header.readUInt32BE(4),
          passes: header.readUInt8(12) === 0 ? 1 : interlacedPasses,
          orientation,
          decodable: Buffer.concat(kept),
        }
      default:
        // An upper-case letter marks a chunk that is required for decoding.
        if (/^[A-Z]/.test(type)) return null
    }
  }
  return null
}

/** The data: a name that ends with 0, the compression method, the profile in zlib format. */
function hasSmallProfile(data: Buffer): boolean {
  if (data.length > maxPackedProfileBytes) return false
  try {
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxProfileBytes })
    return true
  } catch {
    return false
  }
}
