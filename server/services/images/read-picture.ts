import { largestImageBytes } from '#contract/admin-kryptonite.ts'
import type { Picture } from './picture.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { readWebp } from './read-webp.ts'

/** What the best cameras make. Those that a decoder must keep whole need more memory than it gets. */
export const mostPixels = 24_000_000
const longestSidePixels = 12_000
/** Encoders make about a dozen; each costs the time of the whole picture. */
const mostPasses = 32

/**
 * Reads a file that is one PNG, JPEG or WebP from the first byte to the last, and within our limits;
 * null for anything else. What somebody says it is does not count, and nothing is decoded for it.
 */
export function readPicture(bytes: Buffer): Picture | null {
  if (bytes.length > largestImageBytes) return null
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  return picture && isWithinLimits(picture) ? picture : null
}

function isWithinLimits({ widthPixels, heightPixels, passes }: Picture): boolean {
  return (
    widthPixels > 0 &&
    heightPixels > 0 &&
    Math.max(widthPixels, heightPixels) <= longestSidePixels &&
    widthPixels * heightPixels <= mostPixels &&
    passes <= mostPasses
  )
}
