import { largestImageBytes } from '../../../contract/admin-kryptonite.ts'
import type { PictureHeader } from './picture-header.ts'
import { readJpegHeader } from './read-jpeg-header.ts'
import { readPngHeader } from './read-png-header.ts'
import { readWebpHeader } from './read-webp-header.ts'

/** What the best cameras make; as RGBA it takes 96 MB while it is decoded. */
export const mostPixels = 24_000_000
const longestSidePixels = 12_000
/** Only the first is shown, but a decoder counts them all. */
const mostFrames = 1000
/** Encoders make about a dozen; each costs the time of the whole picture. */
const mostPasses = 32

/**
 * Whether bytes are one PNG, JPEG or WebP from the first to the last, and no bomb. What somebody
 * says they are does not count, and nothing is decoded to tell.
 */
export function isUsablePicture(bytes: Buffer): boolean {
  if (bytes.length > largestImageBytes) return false
  const header = readPngHeader(bytes) ?? readJpegHeader(bytes) ?? readWebpHeader(bytes)
  return header !== null && isWithinLimits(header)
}

function isWithinLimits({ width, height, frames, passes }: PictureHeader): boolean {
  return (
    width > 0 &&
    height > 0 &&
    Math.max(width, height) <= longestSidePixels &&
    width * height <= mostPixels &&
    frames <= mostFrames &&
    passes <= mostPasses
  )
}
