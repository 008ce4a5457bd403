import { mostParts, mostProfileBytes, readOrientation, type Picture } from './picture.ts'

const fileHeaderBytes = 12
const chunkHeaderBytes = 8
/** Where a frame of an animation has its place and its time, before its own chunks. */
const frameHeaderBytes = 16
const profileFlag = 0x20
const alphaFlag = 0x10

/**
 * Reads a WebP whose chunks fill the file exactly; null for anything else. Of an animation its first
 * frame becomes the picture.
 */
export function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < fileHeaderBytes || textAt(bytes, 0) !== 'RIFF') return null
  if (textAt(bytes, 8) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  const chunks = readChunks(bytes.subarray(fileHeaderBytes))
  const frame = chunks?.get('ANMF')?.data
  const pixels = frame ? readChunks(frame.subarray(frameHeaderBytes)) : chunks
  if (!chunks || !pixels) return null
  const lossy = pixels.get('VP8 ')
  const image = lossy ?? pixels.get('VP8L')
  const size = image && (lossy ? readLossySize(lossy.data) : readLosslessSize(image.data))
  if (!image || !size) return null
  const profile = chunks.get('ICCP')
  const exif = chunks.get('EXIF')
  return {
    ...size,
    passes: 1,
    orientation: exif ? readOrientation(exif.data) : 1,
    decodable: writeWebp(size, {
      image: image.whole,
      alpha: lossy && pixels.get('ALPH')?.whole,
      profile: profile && profile.data.length <= mostProfileBytes ? profile.whole : undefined,
    }),
  }
}

interface Chunk {
  readonly data: Buffer
  /** With its header and the byte that makes it even. */
  readonly whole: Buffer
}

/** The first chunk of each type; null when they do not fill these bytes, or are too many. */
function readChunks(bytes: Buffer): ReadonlyMap<string, Chunk> | null {
  const chunks = new Map<string, Chunk>()
  let offset = 0
  for (let part = 0; offset < bytes.length; part += 1) {
    if (part === mostParts || offset + chunkHeaderBytes > bytes.length) return null
    const start = offset
    const dataStart = start + chunkHeaderBytes
    const dataEnd = dataStart + bytes.readUInt32LE(start + 4)
    offset = dataEnd + ((dataEnd - dataStart) % 2)
    if (offset > bytes.length) return null
    const type = textAt(bytes, start)
    if (chunks.has(type)) continue
    chunks.set(type, {
      data: bytes.subarray(dataStart, dataEnd),
      whole: bytes.subarray(start, offset),
    })
  }
  return chunks
}

interface Size {
  readonly widthPixels: number
  readonly heightPixels: number
  readonly hasAlpha: boolean
}

function readLossySize(data: Buffer): Size | null {
  if (data.length < 10) return null
  // The two highest bits only say how to scale it for the screen.
  const widthPixels = data.readUInt16LE(6) & 0x3fff
  return { widthPixels, heightPixels: data.readUInt16LE(8) & 0x3fff, hasAlpha: false }
}

function readLosslessSize(data: Buffer): Size | null {
  if (data.length < 5) return null
  const bits = data.readUInt32LE(1)
  return {
    widthPixels: (bits & 0x3fff) + 1,
    heightPixels: ((bits >>> 14) & 0x3fff) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  }
}

interface Parts {
  readonly image: Buffer
  readonly alpha: Buffer | undefined
  readonly profile: Buffer | undefined
}

/** A still picture; the chunk that says what the others are comes first, where there are others. */
function writeWebp({ widthPixels, heightPixels, hasAlpha }: Size, parts: Parts): Buffer {
  const { image, alpha, profile } = parts
  const chunks = [image]
  if (alpha) chunks.unshift(alpha)
  if (profile) chunks.unshift(profile)
  if (alpha ?? profile) {
    const description = Buffer.alloc(chunkHeaderBytes + 10)
    description.write('VP8X', 'latin1')
    description.writeUInt32LE(10, 4)
    description.writeUInt8((profile ? profileFlag : 0) | (alpha || hasAlpha ? alphaFlag : 0), 8)
    description.writeUIntLE(widthPixels - 1, 12, 3)
    description.writeUIntLE(heightPixels - 1, 15, 3)
    chunks.unshift(description)
  }
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  const file = Buffer.concat([header, ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, offset + 4)
}
