import { maxParts, maxProfileBytes, readOrientation, type Picture } from './picture.ts'

const fileHeaderBytes = 12
const chunkHeaderBytes = 8
/** The position and duration of an animation's frame, before its own chunks. */
const frameHeaderBytes = 16
const profileFlag = 0x20
const alphaFlag = 0x10
const animationFlag = 0x02

/**
 * Parses a WebP whose chunks fill the file exactly; null for anything else. Keeps only the first
 * frame of an animation, still as an animation, because it may cover only a part of the canvas.
 */
export function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < fileHeaderBytes || textAt(bytes, 0) !== 'RIFF') return null
  if (textAt(bytes, 8) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  const chunks = readChunks(bytes.subarray(fileHeaderBytes))
  const image = chunks && (readAnimation(chunks) ?? readStill(chunks))
  if (!image) return null
  const profile = chunks.get('ICCP')
  const exif = chunks.get('EXIF')
  const isSmall = profile !== undefined && profile.data.length <= maxProfileBytes
  return {
    widthPixels: image.widthPixels,
    heightPixels: image.heightPixels,
    passes: 1,
    orientation: exif ? readOrientation(exif.data) : 1,
    decodable: writeWebp(image, isSmall ? profile.whole : undefined),
  }
}

interface WebpImage {
  readonly widthPixels: number
  readonly heightPixels: number
  /** Flags of `VP8X`, without the profile's. */
  readonly flags: number
  /** All chunks that the pixels need. */
  readonly parts: readonly Buffer[]
}

function readStill(chunks: ReadonlyMap<string, Chunk>): WebpImage | null {
  const lossy = chunks.get('VP8 ')
  const lossless = chunks.get('VP8L')
  if (lossy) {
    const size = readLossySize(lossy.data)
    const alpha = chunks.get('ALPH')
    if (!size || !alpha) return size && { ...size, flags: 0, parts: [lossy.whole] }
    return { ...size, flags: alphaFlag, parts: [alpha.whole, lossy.whole] }
  }
  const size = lossless && readLosslessSize(lossless.data)
  return size ? { ...size, parts: [lossless.whole] } : null
}

/** Null when it is not an animation. */
function readAnimation(chunks: ReadonlyMap<string, Chunk>): WebpImage | null {
  const [canvas, animation, frame] = ['VP8X', 'ANIM', 'ANMF'].map((type) => chunks.get(type))
  if (!canvas || !animation || !frame || canvas.data.length < 10) return null
  if (!readChunks(frame.data.subarray(frameHeaderBytes))) return null
  return {
    widthPixels: canvas.data.readUIntLE(4, 3) + 1,
    heightPixels: canvas.data.readUIntLE(7, 3) + 1,
    flags: animationFlag | (canvas.data.readUInt8(0) & alphaFlag),
    parts: [animation.whole, frame.whole],
  }
}

interface Chunk {
  readonly data: Buffer
  /** With its header and padding byte. */
  readonly whole: Buffer
}

/** The first chunk of each type; null when the chunks do not fill the bytes, or are too many. */
function readChunks(bytes: Buffer): ReadonlyMap<string, Chunk> | null {
  const chunks = new Map<string, Chunk>()
  let offset = 0
  for (let part = 0; offset < bytes.length; part += 1) {
    if (part === maxParts || offset + chunkHeaderBytes > bytes.length) return null
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

type Size = Pick<WebpImage, 'widthPixels' | 'heightPixels'>

function readLossySize(data: Buffer): Size | null {
  if (data.length < 10) return null
  // The two highest bits are only a scaling hint.
  const widthPixels = data.readUInt16LE(6) & 0x3fff
  return { widthPixels, heightPixels: data.readUInt16LE(8) & 0x3fff }
}

function readLosslessSize(data: Buffer): (Size & Pick<WebpImage, 'flags'>) | null {
  if (data.length < 5) return null
  const bits = data.readUInt32LE(1)
  return {
    widthPixels: (bits & 0x3fff) + 1,
    heightPixels: ((bits >>> 14) & 0x3fff) + 1,
    flags: ((bits >>> 28) & 1) === 1 ? alphaFlag : 0,
  }
}

/** Writes a file; with several chunks, `VP8X`, which describes them, comes first. */
function writeWebp(
  { widthPixels, heightPixels, flags, parts }: WebpImage,
  profile: Buffer | undefined,
): Buffer {
  const chunks = profile ? [profile, ...parts] : [...parts]
  if (chunks.length > 1) {
    const description = Buffer.alloc(chunkHeaderBytes + 10)
    description.write('VP8X', 'latin1')
    description.writeUInt32LE(10, 4)
    description.writeUInt8(flags | (profile ? profileFlag : 0), 8)
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
