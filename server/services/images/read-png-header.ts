import type { PictureHeader } from './picture-header.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum around the data of each chunk. */
const chunkFrameBytes = 12
const headerDataBytes = 13
const interlacedPasses = 7

/**
 * The header of a PNG whose chunks follow each other up to the end of the file, which is also the
 * end of the picture; null for anything else.
 */
export function readPngHeader(bytes: Buffer): PictureHeader | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null
  let header: PictureHeader | null = null
  let hasPixels = false
  let offset = signature.length
  while (offset + chunkFrameBytes <= bytes.length) {
    const dataBytes = bytes.readUInt32BE(offset)
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    const data = offset + 8
    offset += chunkFrameBytes + dataBytes
    if (offset > bytes.length) return null
    // The first chunk is the header, and there is no other.
    if ((type === 'IHDR') !== (header === null)) return null
    if (type === 'IHDR') {
      if (dataBytes !== headerDataBytes) return null
      header = {
        format: 'png',
        width: bytes.readUInt32BE(data),
        height: bytes.readUInt32BE(data + 4),
        frames: 1,
        passes: bytes.readUInt8(data + 12) === 0 ? 1 : interlacedPasses,
      }
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') return hasPixels && offset === bytes.length ? header : null
  }
  return null
}
