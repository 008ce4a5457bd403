import { pngChunk } from '#test/factories/pictures.ts'
import type { Random } from '#test/random.ts'
import {
  type Bombs,
  copyingExif,
  deflateExactly,
  deflateLetters,
  deflateRepeated,
  emptyTables,
  mostBombBytes,
  repeat,
} from './bombs.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const end = pngChunk('IEND', Buffer.alloc(0))
const nothing = Buffer.alloc(0)

/** PNG's colour types and their numbers of samples per pixel. */
const kinds = [
  { name: 'grey', type: 0, values: 1, depths: [1, 16] },
  { name: 'RGB', type: 2, values: 3, depths: [8, 16] },
  { name: 'palette', type: 3, values: 1, depths: [1, 8] },
  { name: 'RGBA', type: 6, values: 4, depths: [8, 16] },
] as const

interface Header {
  readonly width: number
  readonly height: number
  readonly type?: number
  readonly depth?: number
  readonly isInterlaced?: boolean
}

export function pngBombs(random: Random): Bombs {
  return { ...texts(), ...profiles(), ...manyChunks(random), ...streams(), ...large() }
}

function texts(): Bombs {
  const bombs: Record<string, Bombs[string]> = {}
  const name = Buffer.from('Comment\0\0', 'latin1')
  const international = Buffer.from('Comment\0\x01\0\0\0', 'latin1')
  for (const bytes of [50_000, 190_000, 475_000, 1_500_000, 4_900_000]) {
    bombs[`PNG, ${bytes} bytes of zTXt`] = () =>
      small(pngChunk('zTXt', Buffer.concat([name, deflateLetters(bytes)])))
    bombs[`PNG, ${bytes} bytes of iTXt`] = () =>
      small(pngChunk('iTXt', Buffer.concat([international, deflateLetters(bytes)])))
    // The decoder inflates one text of 60 MB at most, but any number of texts.
    for (const [type, prefix] of [
      ['zTXt', name],
      ['iTXt', international],
    ] as const) {
      bombs[`PNG, ${bytes} bytes of ${type} in pieces`] = () => {
        const piece = pngChunk(type, Buffer.concat([prefix, deflateLetters(47_000)]))
        return small(repeat(piece, Math.max(1, Math.floor(bytes / piece.length))))
      }
    }
  }
  for (const type of ['tEXt', 'sPLT', 'eXIf', 'gAMA', 'acTL', 'abCd']) {
    for (const bytes of [190_000, 4_900_000]) {
      bombs[`PNG, ${bytes} bytes of ${type}`] = () => small(pngChunk(type, Buffer.alloc(bytes, 97)))
    }
  }
  bombs['PNG, EXIF that copies itself'] = () => small(pngChunk('eXIf', copyingExif(5_000_000)))
  return bombs
}

function profiles(): Bombs {
  const name = Buffer.from('p\0\0', 'latin1')
  const bombs: Record<string, Bombs[string]> = {}
  for (const bytes of [10_000, 60_000, 190_000, 1_500_000, 4_900_000]) {
    bombs[`PNG, ${bytes} bytes of iCCP`] = () =>
      small(pngChunk('iCCP', Buffer.concat([name, deflateLetters(bytes)])))
    bombs[`PNG, ${bytes} bytes of tables in iCCP`] = () =>
      small(pngChunk('iCCP', Buffer.concat([name, emptyTables(bytes)])))
  }
  return bombs
}

function manyChunks(random: Random): Bombs {
  const bombs: Record<string, Bombs[string]> = {}
  for (const count of [100, 9000, 100_000, 400_000]) {
    bombs[`PNG, ${count} empty chunks of pixels`] = () =>
      small(repeat(pngChunk('IDAT', nothing), count))
    bombs[`PNG, ${count} empty chunks of anything`] = () => {
      const chunks = ['tEXt', 'zTXt', 'iCCP', 'eXIf', 'pHYs', 'tIME'].map((type) =>
        pngChunk(type, nothing),
      )
      return small(Buffer.concat(Array.from({ length: count }, () => random.pick(chunks))))
    }
  }
  return bombs
}

/** More pixels than the header says, or endless empty data. */
function streams(): Bombs {
  const bombs: Record<string, Bombs[string]> = {}
  for (const bytes of [100_000, 1_000_000, 5_000_000]) {
    bombs[`PNG, ${bytes} bytes of pixels for one`] = () =>
      png({ width: 1, height: 1 }, deflateLetters(bytes))
    bombs[`PNG, ${bytes} bytes of tables and no pixels`] = () =>
      png({ width: 4000, height: 4000 }, emptyTables(bytes))
  }
  return bombs
}

function large(): Bombs {
  const bombs: Record<string, Bombs[string]> = {}
  for (const [width, height] of [
    [6000, 4000],
    [12_000, 2000],
    [2000, 12_000],
  ] as const) {
    for (const { name, type, values, depths } of kinds) {
      for (const depth of depths) {
        for (const isInterlaced of [false, true]) {
          const how = isInterlaced ? ', interlaced' : ''
          bombs[`PNG, ${width} × ${height}, ${name} of ${depth} bits${how}`] = () =>
            png(
              { width, height, type, depth, isInterlaced },
              isInterlaced
                ? deflateExactly(interlacedBytes(width, height, values * depth))
                : deflateRepeated(row(width, values * depth), height),
            )
        }
      }
    }
  }
  return bombs
}

/** A row with the slowest filter, which uses the row above and the pixel before. */
function row(width: number, bitsPerPixel: number): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil((width * bitsPerPixel) / 8))
  bytes.writeUInt8(4, 0)
  return bytes
}

/** The size of the seven passes of an interlaced picture. */
function interlacedBytes(width: number, height: number, bitsPerPixel: number): number {
  const passes = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ] as const
  return passes.reduce((sum, [left, stepX, top, stepY]) => {
    const columns = Math.ceil((width - left) / stepX)
    const rows = Math.ceil((height - top) / stepY)
    return sum + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))
  }, 0)
}

/** A valid picture of 64 × 64 pixels, with these chunks before its pixels. */
function small(chunks: Buffer): Buffer {
  return png({ width: 64, height: 64 }, deflateExactly(64 * (64 * 3 + 1)), chunks)
}

function png(header: Header, pixels: Buffer, chunks: Buffer = nothing): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(header.width, 0)
  data.writeUInt32BE(header.height, 4)
  data.set([header.depth ?? 8, header.type ?? 2, 0, 0, header.isInterlaced ? 1 : 0], 8)
  const palette = header.type === 3 ? [pngChunk('PLTE', Buffer.alloc(6))] : []
  const parts = [pngChunk('IHDR', data), ...palette, chunks, pngChunk('IDAT', pixels), end]
  return Buffer.concat([signature, ...parts]).subarray(0, mostBombBytes)
}
