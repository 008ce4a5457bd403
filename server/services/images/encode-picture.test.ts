import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  animation,
  hostileFiles,
  photoWithPlace,
  picture,
  pngChunk,
  pngWith,
  webpChunk,
  webpWith,
} from '#test/factories/pictures.ts'
import { howDecodingEnds } from '#stress/hostile-images/bombs.ts'
import { jpegBombs } from '#stress/hostile-images/jpeg-bombs.ts'
import { pngBombs } from '#stress/hostile-images/png-bombs.ts'
import { manyCodes, webpBombs } from '#stress/hostile-images/webp-bombs.ts'
import { createRandom } from '#test/random.ts'
import { encodePicture } from './encode-picture.ts'
import { readPicture } from './read-picture.ts'

const logged: unknown[] = []
const log = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) })
const encode = (bytes: Buffer) => encodePicture({ log }, bytes)

const hostile = Object.entries(await hostileFiles())

const random = createRandom(15)
const bombs = new Map(
  Object.entries({
    ...pngBombs(random),
    ...(await jpegBombs(random, [[1000, 1000]])),
    ...(await webpBombs(random)),
  }),
)

function childOf(message: unknown): ChildProcess {
  if (message instanceof Object && 'process' in message && message.process instanceof ChildProcess)
    return message.process
  throw new Error('no process was started')
}

describe('what becomes of an uploaded picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('makes a WebP of a %s', async (format) => {
    const encoded = await encode(await picture(format))
    expect(await sharp(encoded).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 240,
    })
  })

  it.each(hostile)('refuses %s', async (_, bytes) => {
    await expect(encode(bytes)).rejects.toMatchObject({ code: 'image_refused' })
  })

  it('stands a photo upright and drops where it was taken', async () => {
    const photo = await photoWithPlace()
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width: 320 })
    expect(photo.includes('Deer Isle')).toBe(true)
    const encoded = Buffer.from(await encode(photo))
    const metadata = await sharp(encoded).metadata()
    expect(metadata).toMatchObject({ width: 240, height: 320 })
    for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) {
      expect(metadata[kind]).toBeUndefined()
    }
    expect(encoded.includes('Deer Isle')).toBe(false)
  })

  // A turn, a mirror, and both; which turn an orientation means is the library's to know.
  it.each([3, 2, 5])('undoes orientation %i', async (orientation) => {
    const corner = { create: { width: 60, height: 40, channels: 3, background: '#f00' } } as const
    const photo = await sharp({
      create: { width: 200, height: 100, channels: 3, background: '#00f' },
    })
      .composite([{ input: corner, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation })
      .toBuffer()
    const expected = await sharp(photo).autoOrient().webp({ quality: 82 }).toBuffer()
    expect(Buffer.from(await encode(photo)).equals(expected)).toBe(true)
  })

  it.each(['png', 'jpeg', 'webp'] as const)(
    'shows the colors that the profile of a %s means',
    async (format) => {
      const vivid = await sharp(await picture())
        .withIccProfile('p3')
        .toFormat(format, { quality: 100 })
        .toBuffer()
      const plain = await sharp(await sharp(vivid).raw().toBuffer(), {
        raw: { width: 320, height: 240, channels: 3 },
      })
        .png()
        .toBuffer()
      const [{ dominant: shown }, { dominant: meant }] = await Promise.all([
        sharp(await encode(vivid)).stats(),
        sharp(await encode(plain)).stats(),
      ])
      expect(shown).toEqual(meant)
    },
  )

  it('refuses a small file that takes much memory, and goes on', async () => {
    // 300 kB whose header promises 1024 × 1024; without an end it takes 370 MB.
    const codes = manyCodes({ groups: 65_536, cacheBits: 0, isDeep: false })
    const file = webpWith(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), webpChunk('VP8L', codes))
    expect(readPicture(file)).toMatchObject({ widthPixels: 1024, heightPixels: 1024 })
    await expect(encode(file)).rejects.toMatchObject({ code: 'image_refused' })
    expect(logged.at(-1)).toMatchObject({ level: 40, signal: 'SIGUSR2', bytes: file.length })
    expect((await encode(await picture())).length).toBeGreaterThan(0)
  })

  it('says “later” of a picture whose decoder something else has killed', async () => {
    const file = await picture()
    const kill = (message: unknown): void => {
      const started = childOf(message)
      started.once('spawn', () => process.kill(started.pid ?? NaN, 'SIGKILL'))
    }
    subscribe('child_process', kill)
    await expect(encode(file)).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfterSeconds: 2 },
    })
    unsubscribe('child_process', kill)
    expect(logged.at(-1)).toMatchObject({ level: 40, signal: 'SIGKILL' })
    expect((await encode(file)).length).toBeGreaterThan(0)
  })

  it.each([
    'PNG, 50000 bytes of zTXt',
    'PNG, 10000 bytes of tables in iCCP',
    'PNG, 100000 bytes of tables and no pixels',
    'JPEG, 1000 × 1000, 4:2:0, 32 scans',
    'JPEG, 1000 × 1000, its pixels read as progressive',
    'WebP, 1000 groups of long codes',
    'WebP, 900 frames on 16,000 × 16,000',
  ])('takes or refuses a picture that was made to attack: %s', async (what) => {
    const bytes = await bombs.get(what)?.()
    if (!bytes) throw new Error(`no bomb is called ${what}`)
    expect(['accepted', 'refused']).toContain(await howDecodingEnds(log, bytes))
    const { decodable } = readPicture(bytes) ?? { decodable: Buffer.alloc(0) }
    expect(decodable.length).toBeLessThanOrEqual(bytes.length)
  })

  it('keeps no text that was in the file', async () => {
    const page = '<script>alert(1)</script>'
    const text = pngChunk('tEXt', Buffer.from(`Comment\0${page}`, 'latin1'))
    const file = pngWith(await picture(), text)
    expect(file.includes(page)).toBe(true)
    expect(Buffer.from(await encode(file)).includes('script')).toBe(false)
  })

  it('shows the first frame of an animation', async () => {
    const file = await animation(100)
    expect((await sharp(file).metadata()).pages).toBe(100)
    const encoded = await encode(file)
    expect((await sharp(encoded).metadata()).pages).toBeUndefined()
    const { dominant } = await sharp(encoded).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.g + dominant.b).toBeLessThan(60)
  })

  it('keeps the canvas of an animation whose frames cover a part of it', async () => {
    const subject = { create: { width: 60, height: 40, channels: 4, background: 'red' } } as const
    const canvas = {
      create: { width: 300, height: 200, channels: 4, background: '#0000' },
    } as const
    const frames = await Promise.all(
      [10, 50].map((left) =>
        sharp(canvas)
          .composite([{ input: subject, left, top: 80 }])
          .png()
          .toBuffer(),
      ),
    )
    const file = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    const encoded = await encode(file)
    expect(await sharp(encoded).metadata()).toMatchObject({
      width: 300,
      height: 200,
      hasAlpha: true,
    })
  })

  it('shrinks what is large, by its longer side, and enlarges nothing', async () => {
    const large = await sharp({
      create: { width: 3000, height: 1500, channels: 4, background: '#00000080' },
    })
      .png()
      .toBuffer()
    const metadata = await sharp(await encode(large)).metadata()
    expect(metadata).toMatchObject({ width: 1024, height: 512, hasAlpha: true })
  })

  it('takes a JPEG that a phone has appended another one to', async () => {
    const [photo, depth] = await Promise.all([picture('jpeg'), picture('jpeg', '#111')])
    const encoded = await encode(Buffer.concat([photo, Buffer.alloc(3), depth]))
    expect(encoded.length).toBeGreaterThan(0)
  })

  it('makes the same bytes of the same picture', async () => {
    const [first, second] = [await encode(await picture()), await encode(await picture())]
    expect(first).toEqual(second)
  })

  it('lets only a few wait, and has room again when they are done', async () => {
    const file = await picture()
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => encode(file)))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { code: 'rate_limited' } })
    }
    expect((await encode(file)).length).toBeGreaterThan(0)
  })
})
