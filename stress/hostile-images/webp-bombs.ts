import sharp, { type Sharp } from 'sharp'
import { webpChunk, webpWith } from '#test/factories/pictures.ts'
import type { Random } from '#test/random.ts'
import { BitWriter, type Bombs, copyingExif, repeat } from './bombs.ts'

export async function webpBombs(random: Random): Promise<Bombs> {
  return { ...codes(), ...(await chunks()), ...(await frames()), ...large(random) }
}

/**
 * Lossless pictures with thousands of code groups: the decoder builds tables for all of them before
 * the first pixel, 5 kB and more for each.
 */
function codes(): Bombs {
  const bombs: Record<string, Bombs[string]> = {}
  for (const groups of [1000, 4000, 16_000, 40_000, 65_536]) {
    for (const cacheBits of [0, 6, 11]) {
      bombs[`WebP, ${groups} groups of codes, ${cacheBits} bits of cache`] = () =>
        webp(webpChunk('VP8L', manyCodes({ groups, cacheBits, isDeep: false })))
    }
    if (groups <= 40_000) {
      bombs[`WebP, ${groups} groups of long codes`] = () =>
        webp(webpChunk('VP8L', manyCodes({ groups, cacheBits: 0, isDeep: true })))
    }
  }
  return bombs
}

interface ManyCodes {
  readonly groups: number
  readonly cacheBits: number
  readonly isDeep: boolean
}

/** The pixels of a lossless WebP of 1024 × 1024, with another code group for each 4 × 4. */
export function manyCodes({ groups, cacheBits, isDeep }: ManyCodes): Buffer {
  const side = 1024
  const writer = new BitWriter(5_500_000)
  writer.put(0x2f, 8)
  writer.put(side - 1, 14)
  writer.put(side - 1, 14)
  // No alpha, version 0, no transform.
  writer.put(0, 5)
  writer.put(cacheBits === 0 ? 0 : 1 | (cacheBits << 1), cacheBits === 0 ? 1 : 5)
  // Groups for blocks of 4 × 4 follow, as the red and green of a picture without a cache.
  writer.put(1, 1)
  writer.put(0, 4)
  putBytes(writer, 24)
  putBytes(writer, 0)
  for (let code = 0; code < 3; code += 1) putSingle(writer)
  for (let block = 0; block < (side / 4) ** 2; block += 1) {
    const group = block % groups
    writer.put(reverse(group & 0xff, 8), 8)
    writer.put(reverse(group >>> 8, 8), 8)
  }
  const symbols = [280 + (cacheBits === 0 ? 0 : 1 << cacheBits), 256, 256, 256, 40]
  for (let group = 0; group < groups; group += 1) {
    for (const count of symbols) {
      if (isDeep) putDeep(writer, count)
      else putSingle(writer)
    }
  }
  return writer.take()
}

/** A code with one symbol, which takes no bits. */
function putSingle(writer: BitWriter): void {
  writer.put(0b0001, 4)
}

/** An eight-bit code for 256 symbols, and none for the given number of others. */
function putBytes(writer: BitWriter, symbolsWithout: number): void {
  putLengths(writer, 12, new Map([1, 11].map((index) => [index, 1])))
  for (let symbol = 0; symbol < 256; symbol += 1) writer.put(0, 1)
  if (symbolsWithout === 0) return
  writer.put(1, 1)
  writer.put(symbolsWithout - 11, 7)
}

/** A code of 1 to 15 bits, so that its table needs sub-tables. */
function putDeep(writer: BitWriter, symbols: number): void {
  // Four bits each for 18 (a run without codes) and the lengths 1 to 15.
  const wanted = [1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]
  putLengths(writer, 19, new Map(wanted.map((index) => [index, 4])))
  for (let length = 1; length <= 15; length += 1) writer.put(reverse(length - 1, 4), 4)
  writer.put(reverse(14, 4), 4)
  for (let left = symbols - 16; left > 0; left -= Math.min(138, left)) {
    writer.put(reverse(15, 4), 4)
    writer.put(Math.min(138, left) - 11, 7)
  }
}

/** The lengths of the code-length codes, in their own order, for all symbols. */
function putLengths(writer: BitWriter, count: number, lengths: ReadonlyMap<number, number>): void {
  writer.put(0, 1)
  writer.put(count - 4, 4)
  for (let index = 0; index < count; index += 1) writer.put(lengths.get(index) ?? 0, 3)
  writer.put(0, 1)
}

function reverse(value: number, bits: number): number {
  let reversed = 0
  for (let bit = 0; bit < bits; bit += 1) reversed |= ((value >>> bit) & 1) << (bits - 1 - bit)
  return reversed
}

async function chunks(): Promise<Bombs> {
  const still = (await flat(64, 64).webp().toBuffer()).subarray(12)
  const bombs: Record<string, Bombs[string]> = {}
  for (const bytes of [100_000, 1_000_000, 5_000_000]) {
    for (const type of ['ICCP', 'EXIF', 'XMP ', 'ALPH', 'abcd']) {
      bombs[`WebP, ${bytes} bytes of ${type}`] = () =>
        webp(description(64, 64, 0x3c), webpChunk(type, Buffer.alloc(bytes, 1)), still)
    }
    bombs[`WebP, ${bytes} bytes of EXIF that copies itself`] = () =>
      webp(description(64, 64, 0x08), still, webpChunk('EXIF', copyingExif(bytes)))
  }
  for (const count of [100, 9000, 100_000, 600_000]) {
    bombs[`WebP, ${count} empty chunks`] = () =>
      webp(still, repeat(webpChunk('abcd', Buffer.alloc(0)), count))
  }
  return bombs
}

/** Animations: very many frames, or small frames on a large canvas. */
async function frames(): Promise<Bombs> {
  const bombs: Record<string, Bombs[string]> = {}
  const still = (await flat(16, 16).webp({ lossless: true }).toBuffer()).subarray(12)
  const wide = (await flat(6000, 4000).webp({ effort: 0 }).toBuffer()).subarray(12)
  const animation = (side: readonly [number, number], count: number, image = still): Buffer =>
    webp(
      description(...side, 0x02),
      webpChunk('ANIM', Buffer.alloc(6)),
      repeat(frame(image, image === wide ? side : [16, 16]), count),
    )
  for (const count of [1, 900, 9000, 60_000]) {
    bombs[`WebP, ${count} frames`] = () => animation([16, 16], count)
    bombs[`WebP, ${count} frames on 6000 × 4000`] = () => animation([6000, 4000], count)
    bombs[`WebP, ${count} frames on 16,000 × 16,000`] = () => animation([16_000, 16_000], count)
  }
  for (const count of [1, 10, 100]) {
    bombs[`WebP, ${count} frames of 6000 × 4000`] = () => animation([6000, 4000], count, wide)
  }
  return bombs
}

function large(random: Random): Bombs {
  const bombs: Record<string, Bombs[string]> = {}
  for (const [width, height] of [
    [6000, 4000],
    [12_000, 2000],
    [2000, 12_000],
    [4000, 3000],
  ] as const) {
    const tile = Buffer.from(Array.from({ length: 64 * 64 * 4 }, () => random.below(256)))
    const blocks = (): Sharp =>
      sharp(tile, { raw: { width: 64, height: 64, channels: 4 } }).resize(width, height, {
        fit: 'fill',
        kernel: 'nearest',
      })
    const name = `WebP, ${width} × ${height}`
    bombs[`${name}, lossy`] = () =>
      blocks().removeAlpha().webp({ effort: 0, quality: 30 }).toBuffer()
    bombs[`${name}, lossy with alpha`] = () => blocks().webp({ effort: 0, quality: 30 }).toBuffer()
    // A corner with more colours than a palette has: the decoder keeps four bytes for each pixel.
    bombs[`${name}, lossless`] = () =>
      flat(width, height)
        .composite([{ input: tile, raw: { width: 64, height: 64, channels: 4 }, left: 0, top: 0 }])
        .webp({ effort: 0, lossless: true })
        .toBuffer()
  }
  return bombs
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 4, background: '#35c46a80' } })
}

function webp(...parts: readonly Buffer[]): Buffer {
  return webpWith(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...parts)
}

function description(width: number, height: number, flags: number): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags, 0)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

function frame(image: Buffer, [width, height]: readonly [number, number]): Buffer {
  const header = Buffer.alloc(16)
  header.writeUIntLE(width - 1, 6, 3)
  header.writeUIntLE(height - 1, 9, 3)
  header.writeUIntLE(100, 12, 3)
  // A lossy picture with alpha follows a header chunk in its own file.
  const start = image.toString('latin1', 0, 4) === 'VP8X' ? 18 : 0
  return webpChunk('ANMF', Buffer.concat([header, image.subarray(start)]))
}
