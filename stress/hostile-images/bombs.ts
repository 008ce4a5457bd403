import { constants, deflateRawSync } from 'node:zlib'
import type { Logger } from 'pino'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { ServiceError } from '#server/services/service-error.ts'

/** Files that attack their decoder, each made on demand. */
export type Bombs = Readonly<Record<string, () => Buffer | Promise<Buffer>>>

/** Just below the limit for uploads. */
export const mostBombBytes = 5_200_000

/** `accepted`, `refused` because of the picture, or a fault. */
export function howDecodingEnds(log: Logger, bytes: Buffer): Promise<string> {
  return encodePicture({ log }, bytes).then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof ServiceError && error.code === 'image_refused' ? 'refused' : String(error),
  )
}

/** An EXIF directory whose entries each claim all of it, so that a reader copies it for each. */
export function copyingExif(bytes: number): Buffer {
  const entries = Math.min(5000, Math.floor((bytes - 14) / 12))
  const exif = Buffer.alloc(bytes)
  exif.write('II*\0', 'latin1')
  exif.writeUInt32LE(8, 4)
  exif.writeUInt16LE(entries, 8)
  for (let index = 0; index < entries; index += 1) {
    const entry = 10 + index * 12
    // From 0x0100 on, where the known tags begin.
    exif.writeUInt16LE(0x0100 + index, entry)
    exif.writeUInt16LE(7, entry + 2)
    exif.writeUInt32LE(bytes - 16, entry + 4)
    exif.writeUInt32LE(8, entry + 8)
  }
  return exif
}

export function repeat(part: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => part))
}

const adlerModulus = 65_521
const header = Buffer.from([0x78, 0x01])
/** An empty block that says it is the last. */
const lastBlock = Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff])

/** A stream that inflates to this many repetitions, without inflating it here: 1 MB becomes a gigabyte. */
export function deflateRepeated(pattern: Buffer, times: number): Buffer {
  const packed = deflateRawSync(pattern, { finishFlush: constants.Z_FULL_FLUSH })
  const once = sumUp(pattern)
  let [sum, sumOfSums] = [1, 0]
  for (let time = 0; time < times; time += 1) {
    // The sums of the pattern alone began at 1 and 0.
    sumOfSums = (sumOfSums + once.sumOfSums + pattern.length * (sum - 1)) % adlerModulus
    sum = (sum + once.sum - 1) % adlerModulus
  }
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE(sumOfSums, 0)
  checksum.writeUInt16BE(sum, 2)
  return Buffer.concat([
    header,
    ...Array.from({ length: times }, () => packed),
    lastBlock,
    checksum,
  ])
}

function sumUp(bytes: Buffer): { readonly sum: number; readonly sumOfSums: number } {
  let [sum, sumOfSums] = [1, 0]
  for (const byte of bytes) {
    sum = (sum + byte) % adlerModulus
    sumOfSums = (sumOfSums + sum) % adlerModulus
  }
  return { sum, sumOfSums }
}

const megabyte = 1_000_000
const letters = Buffer.alloc(megabyte, 'a')

/** A zlib stream of about that size that inflates to a thousand times as many letters. */
export function deflateLetters(bytes: number): Buffer {
  const perMegabyte = deflateRepeated(letters, 1).length - header.length - lastBlock.length - 4
  return deflateRepeated(letters, Math.max(1, Math.floor(bytes / perMegabyte)))
}

/** A stream of exactly that many zeros. */
export function deflateExactly(length: number): Buffer {
  // The largest divisor with a pattern of at most a megabyte.
  let times = Math.max(1, Math.ceil(length / megabyte))
  while (length % times !== 0) times += 1
  return deflateRepeated(Buffer.alloc(length / times), times)
}

/** Writes bits, lowest first, as deflate and lossless WebP do. */
export class BitWriter {
  readonly #bytes: Buffer
  #bits = 0

  constructor(mostBytes: number) {
    this.#bytes = Buffer.alloc(mostBytes)
  }

  put(value: number, count: number): void {
    for (let bit = 0; bit < count; bit += 1) {
      if ((value >>> bit) & 1) {
        const index = this.#bits >>> 3
        this.#bytes.writeUInt8(this.#bytes.readUInt8(index) | (1 << (this.#bits & 7)), index)
      }
      this.#bits += 1
    }
  }

  get bytes(): number {
    return Math.ceil(this.#bits / 8)
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.bytes)
  }
}

/** The order in which deflate lists the lengths of the code-length codes. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/**
 * A zlib stream without data: blocks of 17 bytes that each bring code tables, which the decoder has
 * to build before it sees that the block is empty.
 */
export function emptyTables(bytes: number): Buffer {
  const writer = new BitWriter(bytes + 100)
  writer.put(0x0178, 16)
  while (writer.bytes < bytes) {
    // Not the last block; tables follow: 257 literal codes, one distance code, 19 code lengths.
    writer.put(0b100, 3)
    writer.put(0, 10)
    writer.put(15, 4)
    for (const symbol of lengthOrder) writer.put(symbol === 18 ? 1 : symbol < 2 ? 2 : 0, 3)
    // Length 1 for the first byte, and for the end of the block after 255 unused codes.
    writer.put(0b11, 2)
    for (const zeroCodes of [138, 117]) {
      writer.put(0, 1)
      writer.put(zeroCodes - 11, 7)
    }
    writer.put(0b11, 2)
    // No distance codes; then the end of the block.
    writer.put(0b01, 2)
    writer.put(1, 1)
  }
  return writer.take()
}
