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
