import sharp, { type Sharp } from 'sharp'
import { jpegSegment, jpegWith } from '#test/factories/pictures.ts'
import type { Random } from '#test/random.ts'
import { type Bombs, copyingExif, repeat } from './bombs.ts'

const mostSegmentBytes = 65_500

type Size = readonly [widthPixels: number, heightPixels: number]

const allSizes: readonly Size[] = [
  [1000, 1000],
  [4000, 3000],
  [6000, 4000],
  [12_000, 2000],
]

export async function jpegBombs(random: Random, sizes = allSizes): Promise<Bombs> {
  return {
    ...(await segments()),
    ...(await scans(random, sizes)),
    ...(await unusualFrames(random, sizes)),
  }
}

async function segments(): Promise<Bombs> {
  const jpeg = await flat(64, 64).jpeg().toBuffer()
  const bombs: Record<string, Bombs[string]> = {}
  const kinds: readonly (readonly [string, number, Buffer])[] = [
    ['comments', 0xfe, Buffer.alloc(mostSegmentBytes, 97)],
    ['EXIF that copies itself', 0xe1, prefixed('Exif\0\0', copyingExif(mostSegmentBytes - 6))],
    ['XMP', 0xe1, prefixed('http://ns.adobe.com/xap/1.0/\0', Buffer.alloc(60_000, 97))],
    ['color profiles', 0xe2, prefixed('ICC_PROFILE\0\x01\xff', Buffer.alloc(65_000))],
    ['further pictures', 0xe2, prefixed('MPF\0', Buffer.alloc(65_000))],
    ['Photoshop’s', 0xed, prefixed('Photoshop 3.0\x008BIM', Buffer.alloc(65_000))],
    ['Adobe’s', 0xee, prefixed('Adobe', Buffer.alloc(60_000))],
    ['JFIF', 0xe0, prefixed('JFIF\0', Buffer.alloc(60_000))],
    ['others', 0xe9, Buffer.alloc(mostSegmentBytes, 97)],
    ['unknown ones', 0xf3, Buffer.alloc(mostSegmentBytes, 97)],
  ]
  for (const [what, code, data] of kinds) {
    for (const count of [1, 15, 75]) {
      bombs[`JPEG, ${count} segments: ${what}`] = () =>
        jpegWith(jpeg, repeat(jpegSegment(code, data), count))
    }
  }
  const tables = jpeg.subarray(
    jpeg.indexOf(Buffer.from([0xff, 0xdb])),
    jpeg.indexOf(Buffer.from([0xff, 0xc0])),
  )
  for (const count of [1000, 9000]) {
    bombs[`JPEG, ${count} segments: tables`] = () => jpegWith(jpeg, repeat(tables, count))
  }
  for (const count of [1000, 9000, 100_000, 1_200_000]) {
    bombs[`JPEG, ${count} empty segments`] = () =>
      jpegWith(jpeg, repeat(jpegSegment(0xe5, Buffer.alloc(0)), count))
  }
  return bombs
}

async function scans(random: Random, sizes: readonly Size[]): Promise<Bombs> {
  const bombs: Record<string, Bombs[string]> = {}
  for (const [width, height] of sizes) {
    for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
      const jpeg = await noisy(random, width, height)
        .jpeg({ progressive: true, chromaSubsampling, quality: 60 })
        .toBuffer()
      const end = jpeg.length - 2
      const starts = findScans(jpeg)
      const last = jpeg.subarray(starts.at(-1), end)
      for (const count of [10, 20, 32, 33, 1000]) {
        const repeated = count - starts.length
        if (repeated < 0 || jpeg.length + repeated * last.length > 5_000_000) continue
        bombs[`JPEG, ${width} × ${height}, ${chromaSubsampling}, ${count} scans`] = () =>
          Buffer.concat([jpeg.subarray(0, end), repeat(last, repeated), jpeg.subarray(end)])
      }
    }
  }
  return bombs
}

/** CMYK and unusual JPEG processes. */
async function unusualFrames(random: Random, sizes: readonly Size[]): Promise<Bombs> {
  const bombs: Record<string, Bombs[string]> = {}
  for (const [width, height] of sizes) {
    const name = `JPEG, ${width} × ${height}`
    const baseline = await noisy(random, width, height).jpeg({ quality: 50 }).toBuffer()
    const progressive = await noisy(random, width, height)
      .jpeg({ quality: 50, progressive: true })
      .toBuffer()
    for (const isProgressive of [false, true]) {
      const how = isProgressive ? ', progressive' : ''
      bombs[`${name}, CMYK${how}`] = () =>
        flat(width, height)
          .toColourspace('cmyk')
          .jpeg({ progressive: isProgressive, chromaSubsampling: '4:4:4', quality: 20 })
          .toBuffer()
      bombs[`${name}, CMYK with a profile${how}`] = () =>
        flat(width, height)
          .withIccProfile('cmyk')
          .jpeg({ progressive: isProgressive, chromaSubsampling: '4:4:4', quality: 20 })
          .toBuffer()
    }
    bombs[`${name}, arithmetic`] = () => reframe(baseline, 0xc0, 0xc9)
    bombs[`${name}, arithmetic and progressive`] = () => reframe(progressive, 0xc2, 0xca)
    bombs[`${name}, without loss`] = () => reframe(baseline, 0xc0, 0xc3)
    bombs[`${name}, its pixels read as progressive`] = () => reframe(baseline, 0xc0, 0xc2)
    bombs[`${name}, its scans read as baseline`] = () => reframe(progressive, 0xc2, 0xc0)
  }
  return bombs
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#35c46a' } })
}

/** Noise in every block, so that no pass is cheap. */
function noisy(random: Random, width: number, height: number): Sharp {
  const tile = Buffer.from(Array.from({ length: 64 * 64 * 3 }, () => random.below(64)))
  return sharp(tile, { raw: { width: 64, height: 64, channels: 3 } }).resize(width, height, {
    fit: 'fill',
    kernel: 'cubic',
  })
}

function findScans(jpeg: Buffer): number[] {
  const starts: number[] = []
  const mark = Buffer.from([0xff, 0xda])
  for (let at = jpeg.indexOf(mark); at !== -1; at = jpeg.indexOf(mark, at + 2)) starts.push(at)
  return starts
}

function reframe(jpeg: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(jpeg)
  copy.writeUInt8(to, copy.indexOf(Buffer.from([0xff, from, 0x00])) + 1)
  return copy
}

function prefixed(name: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name, 'latin1'), data])
}
