import type { PictureHeader } from './picture-header.ts'

const marker = { start: 0xd8, end: 0xd9, scan: 0xda } as const
/** SOF0 to SOF15 describe a picture, except for those that are tables. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
/** Any number may stand before a marker; nobody has a use for many. */
const mostFillBytes = 1000

/**
 * The header of a JPEG. After its end there may be nothing but filling and further JPEGs: phones
 * append their depth maps. Null for anything else.
 */
export function readJpegHeader(bytes: Buffer): PictureHeader | null {
  const first = readPicture(bytes, 0)
  if (!first) return null
  let offset = first.end
  while (offset < bytes.length) {
    const end = bytes[offset] === 0 ? offset + 1 : readPicture(bytes, offset)?.end
    if (end === undefined) return null
    offset = end
  }
  return first.header
}

interface Picture {
  readonly header: PictureHeader
  /** Where the file goes on after it. */
  readonly end: number
}

function readPicture(bytes: Buffer, start: number): Picture | null {
  if (bytes[start] !== 0xff || bytes[start + 1] !== marker.start) return null
  let size: Pick<PictureHeader, 'width' | 'height'> | null = null
  let scans = 0
  let fillBytes = 0
  let offset = start + 2
  while (bytes[offset] === 0xff) {
    const code = bytes[offset + 1]
    if (code === 0xff) {
      fillBytes += 1
      if (fillBytes > mostFillBytes) return null
      offset += 1
      continue
    }
    if (code === marker.end) {
      if (!size || scans === 0) return null
      return { header: { format: 'jpeg', ...size, frames: 1, passes: scans }, end: offset + 2 }
    }
    if (code === undefined || code === 0 || code === marker.start) return null
    if (offset + 4 > bytes.length) return null
    const segment = offset + 2
    offset = segment + bytes.readUInt16BE(segment)
    if (offset < segment + 2 || offset > bytes.length) return null
    if (code >= 0xc0 && code <= 0xcf && !tables.has(code)) {
      if (size || offset < segment + 7) return null
      size = { height: bytes.readUInt16BE(segment + 3), width: bytes.readUInt16BE(segment + 5) }
    }
    if (code === marker.scan) {
      scans += 1
      offset = findMarker(bytes, offset)
    }
  }
  return null
}

/** Skips the pixels of a scan: in them 0xff is followed by 0 or a restart marker. */
function findMarker(bytes: Buffer, start: number): number {
  let offset = bytes.indexOf(0xff, start)
  while (offset !== -1) {
    const code = bytes[offset + 1] ?? 0
    if (code !== 0 && (code < 0xd0 || code > 0xd7)) return offset
    offset = bytes.indexOf(0xff, offset + 2)
  }
  return bytes.length
}
