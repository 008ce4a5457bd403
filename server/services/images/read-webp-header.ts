import type { PictureHeader } from './picture-header.ts'

const fileHeaderBytes = 12
const chunkHeaderBytes = 8

/** The header of a WebP whose chunks fill the file exactly; null for anything else. */
export function readWebpHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < fileHeaderBytes || textAt(bytes, 0) !== 'RIFF') return null
  if (textAt(bytes, 8) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  let size: Size | null = null
  let frames = 0
  let hasPixels = false
  let offset = fileHeaderBytes
  while (offset + chunkHeaderBytes <= bytes.length) {
    const type = textAt(bytes, offset)
    const dataBytes = bytes.readUInt32LE(offset + 4)
    const data = bytes.subarray(offset + chunkHeaderBytes, offset + chunkHeaderBytes + dataBytes)
    if (data.length < dataBytes) return null
    offset += chunkHeaderBytes + dataBytes + (dataBytes % 2)
    const found = readSize(type, data)
    // The first one is the canvas, or the only picture; a second one would contradict it.
    if (found && size) {
      if (found.width !== size.width || found.height !== size.height) return null
    }
    size ??= found
    if (type === 'ANMF') frames += 1
    if (['VP8 ', 'VP8L', 'ANMF'].includes(type)) hasPixels = true
  }
  if (!size || !hasPixels || offset !== bytes.length) return null
  return { format: 'webp', ...size, frames: Math.max(1, frames), passes: 1 }
}

interface Size {
  readonly width: number
  readonly height: number
}

function readSize(type: string, data: Buffer): Size | null {
  if (type === 'VP8X' && data.length >= 10) {
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  }
  if (type === 'VP8 ' && data.length >= 10) {
    // The two highest bits only say how to scale it for the screen.
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  }
  if (type === 'VP8L' && data.length >= 5) {
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return null
}

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, offset + 4)
}
