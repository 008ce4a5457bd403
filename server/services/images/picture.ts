/** An uploaded picture, parsed but not decoded. */
export interface Picture {
  readonly widthPixels: number
  readonly heightPixels: number
  /** How often a decoder passes over the whole picture. */
  readonly passes: number
  /** EXIF's number: 1 is upright, 2 to 8 are the other rotations and reflections. */
  readonly orientation: number
  /** A file of the same format with only the data that its pixels need. */
  readonly decodable: Buffer
}

/** Chunks or segments of a file. In the smallest that encoders write, 5 MB have some 5,000. */
export const maxParts = 10_000

/** Bytes of a color profile. Screens and cameras have some 500 to 4,000, printers 600,000. */
export const maxProfileBytes = 1_000_000

const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/**
 * The orientation in EXIF data; 1 without one. Read here, because decoders parse all of EXIF for
 * this one number, and EXIF can refer to itself a hundred times.
 */
export function readOrientation(exif: Buffer): number {
  const byteOrder = exif.toString('latin1', 0, 4)
  if (byteOrder !== 'II*\0' && byteOrder !== 'MM\0*') return 1
  const isLittle = byteOrder === 'II*\0'
  const short = (offset: number): number => {
    if (offset + 2 > exif.length) return 0
    return isLittle ? exif.readUInt16LE(offset) : exif.readUInt16BE(offset)
  }
  if (exif.length < 8) return 1
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  const entries = short(directory)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * entryBytes
    if (entry + entryBytes > exif.length) return 1
    if (short(entry) !== orientationTag || short(entry + 2) !== shortType) continue
    const orientation = short(entry + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
