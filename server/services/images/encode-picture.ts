import type { Sharp, SharpOptions } from 'sharp'
import { Refusal } from '../refusal.ts'
import { isUsablePicture, mostPixels } from './check-picture.ts'
import { createTurns } from './take-turns.ts'

const longestSidePixels = 1024
const quality = 82
const longestDecodingSeconds = 5

const takeTurn = createTurns(4)
const retryAfterSeconds = 2

/**
 * Makes the WebP that we store out of an uploaded picture: its pixels upright, at most 1024 a side,
 * of an animation the first frame, and nothing else of what was in the file. One is decoded at a
 * time. Refuses with `image_refused`, or with `rate_limited` when too many wait.
 */
export async function encodePicture(bytes: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  if (!isUsablePicture(bytes)) throw new Refusal('image_refused')
  const encoding = takeTurn(() => encode(bytes))
  if (!encoding) throw new Refusal('rate_limited', { retryAfterSeconds })
  return encoding
}

async function encode(bytes: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const open = await loadDecoder()
  try {
    const webp = await open(bytes, { failOn: 'warning', limitInputPixels: mostPixels, pages: 1 })
      .timeout({ seconds: longestDecodingSeconds })
      .autoOrient()
      .resize({
        width: longestSidePixels,
        height: longestSidePixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality })
      .toBuffer()
    return new Uint8Array(webp)
  } catch {
    // Its header promised a picture that its bytes do not hold.
    throw new Refusal('image_refused')
  }
}

type OpenPicture = (bytes: Buffer, options: SharpOptions) => Sharp

let decoder: Promise<OpenPicture> | null = null

/** Loaded with the first picture: most processes never see one, and it takes memory and time. */
function loadDecoder(): Promise<OpenPicture> {
  decoder ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // Whatever a file pretends to be, no other decoder touches it.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'],
    })
    return sharp
  })
  return decoder
}
