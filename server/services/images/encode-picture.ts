import { execFile } from 'node:child_process'
import path from 'node:path'
import { Refusal } from '../refusal.ts'
import type { Picture } from './picture.ts'
import { mostPixels, readPicture } from './read-picture.ts'

const decoder = path.resolve(import.meta.dirname, 'decode-picture.mjs')
/** How the decoder ends when it was not given a picture. */
const refusedExitCode = 3
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
 * time. Refuses with `image_refused`, or with `rate_limited` when too many wait.
 */
export async function encodePicture(bytes: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const picture = readPicture(bytes)
  if (!picture) throw new Refusal('image_refused')
  if (unfinished === mostUnfinished) throw new Refusal('rate_limited', { retryAfterSeconds })
  unfinished += 1
  const encoding = last.then(() => encode(picture)).finally(() => (unfinished -= 1))
  // What one of them breaks concerns its own caller only.
  last = encoding.catch(() => undefined)
  return encoding
}

/** Runs the decoder as a process that has nothing of ours: no setting, no secret, no connection. */
function encode({ decodable, orientation }: Picture): Promise<Uint8Array<ArrayBuffer>> {
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
      if (!error) resolve(new Uint8Array(webp))
      // A signal ends one that took too much memory or time, or that the picture broke.
      else if (error.signal || error.code === refusedExitCode) reject(new Refusal('image_refused'))
      else reject(error)
    },
  )
  // One that has ended reads no more; how it ended is what counts.
  child.stdin?.on('error', () => {})
  child.stdin?.end(decodable)
  return promise
}
