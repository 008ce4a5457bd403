import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  animation,
  hostileFiles,
  photoWithPlace,
  picture,
  pngWithText,
} from '../../../test/factories/pictures.ts'
import { encodePicture } from './encode-picture.ts'

const hostile = Object.entries(await hostileFiles())

describe('what becomes of an uploaded picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('makes a WebP of a %s', async (format) => {
    const encoded = await encodePicture(await picture(format))
    expect(await sharp(encoded).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 240,
    })
  })

  it.each(hostile)('refuses %s', async (_, bytes) => {
    await expect(encodePicture(bytes)).rejects.toMatchObject({ code: 'image_refused' })
  })

  it('stands a photo upright and drops where it was taken', async () => {
    const photo = await photoWithPlace()
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width: 320 })
    expect(photo.includes('Deer Isle')).toBe(true)
    const encoded = Buffer.from(await encodePicture(photo))
    const metadata = await sharp(encoded).metadata()
    expect(metadata).toMatchObject({ width: 240, height: 320 })
    for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) {
      expect(metadata[kind]).toBeUndefined()
    }
    expect(encoded.includes('Deer Isle')).toBe(false)
  })

  it('keeps no text that was in the file', async () => {
    const page = '<script>alert(1)</script>'
    const file = pngWithText(page)
    expect(file.includes(page)).toBe(true)
    expect(Buffer.from(await encodePicture(file)).includes('script')).toBe(false)
  })

  it('shows the first frame of an animation', async () => {
    const file = await animation(100)
    expect((await sharp(file).metadata()).pages).toBe(100)
    const encoded = await encodePicture(file)
    expect((await sharp(encoded).metadata()).pages).toBeUndefined()
    const { dominant } = await sharp(encoded).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.g + dominant.b).toBeLessThan(60)
  })

  it('shrinks what is large, by its longer side, and enlarges nothing', async () => {
    const large = await sharp({
      create: { width: 3000, height: 1500, channels: 4, background: '#00000080' },
    })
      .png()
      .toBuffer()
    const metadata = await sharp(await encodePicture(large)).metadata()
    expect(metadata).toMatchObject({ width: 1024, height: 512, hasAlpha: true })
  })

  it('takes a JPEG that a phone has appended another one to', async () => {
    const [photo, depth] = await Promise.all([picture('jpeg'), picture('jpeg', '#111')])
    const encoded = await encodePicture(Buffer.concat([photo, Buffer.alloc(3), depth]))
    expect(encoded.length).toBeGreaterThan(0)
  })

  it('makes the same bytes of the same picture', async () => {
    const [first, second] = [
      await encodePicture(await picture()),
      await encodePicture(await picture()),
    ]
    expect(first).toEqual(second)
  })

  it('lets only a few wait, and has room again when they are done', async () => {
    const file = await picture()
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => encodePicture(file)))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { code: 'rate_limited' } })
    }
    expect((await encodePicture(file)).length).toBeGreaterThan(0)
  })
})
