import { execFile } from 'node:child_process'
import path from 'node:path'
import { largestImageBytes } from '#contract/admin-kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import type { Picture } from './picture.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { readWebp } from './read-webp.ts'

const decoder = path.resolve(import.meta.dirname, 'decode-picture.mjs')
/** How the decoder ends when it was not given a picture. */
const refusedExitCode = 3
/** The system's, the owner's or our own end of a decoder; it sends itself none of them. */
const signalsFromOutside = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])
/** It ends itself after a second of work; this is for a machine that has no time for it. */
const longestDecodingMilliseconds = 10_000
/** A WebP of noise, 1024 pixels a side, has half of it. */
const mostEncodedBytes = 4 * 1024 * 1024

/** Together with the one that is being decoded. */
const mostUnfinished = 5
const retryAfterSeconds = 2
let unfinished = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes the WebP that we store out of an uploaded picture: its pixels upright, at most 1024 a side,
 * of an animation the first frame, and nothing else of what was in the file. One is decoded at a
 * time. Refuses with `image_refused`, or with `rate_limited` when too many wait or something other
 * than the picture ended its decoder.
 */
export async function encodePicture(
  { log }: Pick<Services, 'log'>,
  bytes: Buffer,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = readPicture(bytes)
  if (!picture) throw new ServiceError('image_refused')
  if (unfinished === mostUnfinished) throw new ServiceError('rate_limited', { retryAfterSeconds })
  unfinished += 1
  const encoding = last.then(() => encode(log, picture)).finally(() => (unfinished -= 1))
  // What one of them breaks concerns its own caller only.
  last = encoding.catch(() => undefined)
  return encoding
}

/** Runs the decoder as a process that has nothing of ours: no setting, no secret, no connection. */
function encode(
  log: Services['log'],
  { decodable, orientation }: Picture,
): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const child = execFile(
    process.execPath,
    [decoder, String(orientation), String(mostPixels)],
    {
      encoding: 'buffer',
      env: {},
      timeout: longestDecodingMilliseconds,
      killSignal: 'SIGKILL',
      maxBuffer: mostEncodedBytes,
    },
    (error, webp) => {
      if (!error) return resolve(new Uint8Array(webp))
      const { signal, code } = error
      if (signal) log.warn({ signal, bytes: decodable.length }, 'a decoder of a picture was killed')
      const isFromOutside = signal && signalsFromOutside.has(signal)
      if (isFromOutside) reject(new ServiceError('rate_limited', { retryAfterSeconds }))
      // Its own signal ends one that took too much memory or time; others, one that the picture broke.
      else if (signal || code === refusedExitCode) reject(new ServiceError('image_refused'))
      else reject(error)
    },
  )
  // One that has ended reads no more; how it ended is what counts.
  child.stdin?.on('error', () => {})
  child.stdin?.end(decodable)
  return promise
}

/** What the best cameras make. Those that a decoder must keep whole need more memory than it gets. */
const mostPixels = 24_000_000
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
