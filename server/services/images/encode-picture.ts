import { execFile } from 'node:child_process'
import path from 'node:path'
import { largestImageBytes } from '#contract/skins.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import type { Picture } from './picture.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { readWebp } from './read-webp.ts'

const decoder = path.resolve(import.meta.dirname, 'decode-picture.mjs')
/** The decoder's exit code when its input was not a picture. */
const refusedExitCode = 3
/** Signals from the system, the owner or our timeout; the decoder never sends itself these. */
const signalsFromOutside = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])
/** The decoder ends itself after 0.8 s of processor time, which an overloaded machine gives it late. */
const maxDecodingMilliseconds = 30_000
/** Twice the size of noise at 1024 × 1024 pixels. */
const maxEncodedBytes = 4 * 1024 * 1024

/** Including the one that is being decoded. */
const maxUnfinished = 5
const retryAfterSeconds = 2
let unfinished = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes the WebP that we store from an uploaded picture: its pixels upright, at most 1024 a side,
 * of an animation the first frame, and no other data of the file. Decodes one picture at a time.
 * Refuses with `image_refused`, or with `rate_limited` when too many wait or something other than
 * the picture ended its decoder.
 */
export async function encodePicture(
  { log }: Pick<Services, 'log'>,
  bytes: Buffer,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = readPicture(bytes)
  if (!picture) throw new ServiceError('image_refused')
  if (unfinished === maxUnfinished) throw new ServiceError('rate_limited', { retryAfterSeconds })
  unfinished += 1
  const encoding = last.then(() => encode(log, picture)).finally(() => (unfinished -= 1))
  // A failure concerns its own caller only.
  last = encoding.catch(() => undefined)
  return encoding
}

/** Runs the decoder in a process without our settings, secrets and connections. */
function encode(
  log: Services['log'],
  { decodable, orientation }: Picture,
): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const child = execFile(
    process.execPath,
    [decoder, String(orientation), String(maxPixels)],
    {
      encoding: 'buffer',
      env: {},
      timeout: maxDecodingMilliseconds,
      killSignal: 'SIGKILL',
      maxBuffer: maxEncodedBytes,
    },
    (error, webp) => {
      if (!error) return resolve(new Uint8Array(webp))
      const { signal, code } = error
      if (signal) log.warn({ signal, bytes: decodable.length }, 'picture decoder killed')
      const isFromOutside = signal && signalsFromOutside.has(signal)
      if (isFromOutside) reject(new ServiceError('rate_limited', { retryAfterSeconds }))
      // Its own signal means too much memory or CPU time; other signals mean a crash by the
      // picture.
      else if (signal || code === refusedExitCode) reject(new ServiceError('image_refused'))
      else reject(error)
    },
  )
  // A decoder that has ended stops reading; its exit code is what counts.
  child.stdin?.on('error', () => {})
  child.stdin?.end(decodable)
  return promise
}

/** The resolution of the best cameras. Larger interlaced pictures need more memory than allowed. */
const maxPixels = 24_000_000
const maxSidePixels = 12_000
/** Encoders write about a dozen; each costs the time of the whole picture. */
const maxPasses = 32

/**
 * Parses a file that is entirely one PNG, JPEG or WebP, and within our limits; null for anything
 * else. Ignores the declared type, and decodes no pixels.
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
    Math.max(widthPixels, heightPixels) <= maxSidePixels &&
    widthPixels * heightPixels <= maxPixels &&
    passes <= maxPasses
  )
}
