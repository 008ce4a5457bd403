import { maxParts, maxProfileBytes, readOrientation, type Picture } from './picture.ts'

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0 } as const
/** The usual frames: baseline, extended and progressive, with Huffman codes. */
const usualFrames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** Hierarchical, lossless or arithmetic frames: a few bytes of these can decode endlessly. */
const unusualFrames: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
/** Quantization tables, Huffman tables, and the restart interval. */
const tables: ReadonlySet<number> = new Set([0xdb, 0xc4, 0xdd])
/** The format allows any number before a marker; encoders write few. */
const maxFillBytes = 1000

/**
 * Parses a JPEG; null for anything else. Drops whatever follows its end: phones append depth maps,
 * videos and notes of their own.
 */
export function readJpeg(bytes: Buffer): Picture | null {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return null
  const kept = [bytes.subarray(0, 2)]
  const extras = createExtras()
  let frame: Buffer | null = null
  let passes = 0
  let fillBytes = 0
  let parts = 0
  let offset = 2
  while (bytes[offset] === 0xff) {
    const code = bytes[offset + 1]
    if (code === 0xff) {
      fillBytes += 1
      if (fillBytes > maxFillBytes) return null
      offset += 1
      continue
    }
    if (code === marker.end) {
      if (!frame || passes === 0) return null
      const [startOfImage, ...rest] = kept
      if (!startOfImage) return null
      const end = bytes.subarray(offset, offset + 2)
      return {
        heightPixels: frame.readUInt16BE(5),
        widthPixels: frame.readUInt16BE(7),
        passes,
        orientation: extras.orientation(),
        decodable: Buffer.concat([startOfImage, ...extras.kept(), ...rest, end]),
      }
    }
    if (code === undefined || code === 0 || code === marker.start) return null
    parts += 1
    if (parts > maxParts || offset + 4 > bytes.length) return null
    const segmentStart = offset
    offset += 2 + bytes.readUInt16BE(offset + 2)
    if (offset < segmentStart + 4 || offset > bytes.length) return null
    if (unusualFrames.has(code)) return null
    if (code === marker.scan) {
      passes += 1
      offset = findMarker(bytes, offset)
    }
    const segment = bytes.subarray(segmentStart, offset)
    if (usualFrames.has(code)) {
      if (frame || segment.length < 9) return null
      frame = segment
    }
    if (usualFrames.has(code) || tables.has(code) || code === marker.scan) kept.push(segment)
    else extras.add(segment)
  }
  return null
}

/** Collects the color information and the orientation; drops all other metadata. */
function createExtras() {
  let jfif: Buffer | null = null
  let adobe: Buffer | null = null
  let exif: Buffer | null = null
  const profile: Buffer[] = []
  let profileBytes = 0
  return {
    add: (segment: Buffer): void => {
      const is = (code: number, name: string): boolean =>
        segment[1] === code && segment.toString('latin1', 4, 4 + name.length) === name
      if (is(marker.app0, 'JFIF\0')) jfif ??= segment
      else if (is(marker.app0 + 1, 'Exif\0\0')) exif ??= segment.subarray(10)
      else if (is(marker.app0 + 14, 'Adobe')) adobe ??= segment
      else if (is(marker.app0 + 2, 'ICC_PROFILE\0')) {
        profileBytes += segment.length
        if (profileBytes <= maxProfileBytes) profile.push(segment)
      }
    },
    orientation: (): number => (exif ? readOrientation(exif) : 1),
    kept: (): Buffer[] => [
      ...(jfif ? [jfif] : []),
      ...(adobe ? [adobe] : []),
      ...(profileBytes <= maxProfileBytes ? profile : []),
    ],
  }
}

/** Skips the pixels of a scan, in which 0xff is followed by 0 or a restart marker. */
function findMarker(bytes: Buffer, start: number): number {
  let offset = bytes.indexOf(0xff, start)
  while (offset !== -1) {
    const code = bytes[offset + 1] ?? 0
    if (code !== 0 && (code < 0xd0 || code > 0xd7)) return offset
    offset = bytes.indexOf(0xff, offset + 2)
  }
  return bytes.length
}
