import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  animation,
  jpegSegment,
  jpegWith,
  photoWithPlace,
  picture,
  pngChunk,
  pngWith,
  webpChunk,
  webpWith,
} from '#test/factories/pictures.ts'
import { readPicture } from './read-picture.ts'

/** 50 MB in 50 kB. */
const packed = deflateSync(Buffer.alloc(50_000_000))
const text = (prefix: string) => Buffer.concat([Buffer.from(prefix, 'latin1'), packed])
const [png, jpeg, webp] = await Promise.all([picture('png'), picture('jpeg'), picture('webp')])
const decodable = (bytes: Buffer) => readPicture(bytes)?.decodable

describe('what of a file reaches the decoder', () => {
  it.each([
    ['zTXt', text('Comment\0\0')],
    ['iTXt', text('Comment\0\x01\0\0\0')],
    ['iCCP', text('profile\0\0')],
    ['iCCP', Buffer.from('profile\0\0no zlib', 'latin1')],
    ['tEXt', Buffer.alloc(1_000_000, 97)],
    ['eXIf', Buffer.alloc(1_000_000, 97)],
  ])('is of a PNG not its %s', (type, data) => {
    const chunk = pngChunk(type, data)
    const bare = decodable(png)
    expect(bare && decodable(pngWith(png, chunk, chunk))?.equals(bare)).toBe(true)
  })

  it.each([
    ['comment', 0xfe, Buffer.alloc(60_000, 97)],
    ['EXIF', 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(60_000)])],
    ['XMP', 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')],
    ['second picture', 0xe2, Buffer.from('MPF\0MM')],
    ['endless profile', 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.alloc(60_000)])],
    ['data of a program', 0xed, Buffer.from('Photoshop 3.0\0')],
  ])('is of a JPEG not its %s', (_what, code, data) => {
    const segments = Array.from({ length: 20 }, () => jpegSegment(code, data))
    expect(decodable(jpegWith(jpeg, ...segments))?.equals(jpeg)).toBe(true)
  })

  it('is of a JPEG not what follows it', () => {
    expect(decodable(Buffer.concat([jpeg, jpeg]))?.equals(jpeg)).toBe(true)
  })

  it.each(['ICCP', 'EXIF', 'XMP ', 'abcd'])('is of a WebP not its %s', (type) => {
    const chunk = webpChunk(type, Buffer.alloc(1_500_000))
    expect(decodable(webpWith(webp, chunk, chunk))?.equals(webp)).toBe(true)
  })

  it('is of an animation its first frame alone', async () => {
    const [first, still] = [await animation(50), await animation(2)].map((file) => decodable(file))
    expect(first?.toString('latin1').match(/ANMF/g)).toHaveLength(1)
    expect(still && first?.equals(still)).toBe(true)
  })

  it.each(['png', 'jpeg', 'webp'] as const)(
    'is the profile of a %s, when it is small',
    async (format) => {
      const file = await sharp(png).withIccProfile('p3').toFormat(format).toBuffer()
      const { icc } = await sharp(decodable(file)).metadata()
      expect(icc).toEqual((await sharp(file).metadata()).icc)
    },
  )
})

describe('a picture that lies on its side', () => {
  it('says so, although its EXIF stays behind', async () => {
    const photo = readPicture(await photoWithPlace())
    expect(photo).toMatchObject({ orientation: 6, widthPixels: 320, heightPixels: 240 })
    expect(photo?.decodable.includes('Exif')).toBe(false)
  })

  // One entry of two bytes: 0x0112, a short, one of it, the orientation.
  const directory = '\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0'
  it.each([
    ['in a PNG', `MM\0*\0\0\0\x08${directory}`, 8],
    ['further on', `MM\0*\0\0\0\x0a\0\0${directory}`, 8],
    ['in no directory', 'MM\0*\xff\xff\xff\xff', 1],
    ['in half an entry', `MM\0*\0\0\0\x08${directory.slice(0, 9)}`, 1],
    ['in nothing', '', 1],
    ['in what is no EXIF', 'no EXIF at all', 1],
  ])('is believed or not: %s', (_where, exif, orientation) => {
    const file = pngWith(png, pngChunk('eXIf', Buffer.from(exif, 'latin1')))
    expect(readPicture(file)).toMatchObject({ orientation })
  })
})
