import { ChildProcess, spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { howDecodingEnds } from '#stress/hostile-images/bombs.ts'
import { jpegBombs } from '#stress/hostile-images/jpeg-bombs.ts'
import { pngBombs } from '#stress/hostile-images/png-bombs.ts'
import { manyCodes, webpBombs } from '#stress/hostile-images/webp-bombs.ts'
import {
  animation,
  hostileFiles,
  jpegSegment,
  jpegWith,
  photoWithPlace,
  picture,
  pngChunk,
  pngWith,
  webpChunk,
  webpWith,
} from '#test/factories/pictures.ts'
import { createRandom } from '#test/random.ts'
import { encodePicture, readPicture } from './encode-picture.ts'

const depthMap = await picture('jpeg', '#111')
/** An entry (its kind, its name and the time of the photo), then the directory of entries and its length. */
const samsungTrailer = Buffer.from(
  '\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1763900000000' +
    'SEFH\x6a\0\0\0\x01\0\0\0\0\0\x01\x0a\x23\0\0\0\x23\0\0\0\x18\0\0\0SEFT',
  'latin1',
)

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

describe('encodePicture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('turns a %s into a WebP', async (format) => {
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

  it('rotates a photo upright and drops its location', async () => {
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

  // A rotation, a mirror, and both.
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

  it.each(['png', 'jpeg', 'webp'] as const)('applies the color profile of a %s', async (format) => {
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
  })

  it('refuses a small file that takes much memory, and continues with others', async () => {
    // 300 kB whose header promises 1024 × 1024; without the limit it would take 370 MB.
    const codes = manyCodes({ groups: 65_536, cacheBits: 0, isDeep: false })
    const file = webpWith(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), webpChunk('VP8L', codes))
    expect(readPicture(file)).toMatchObject({ widthPixels: 1024, heightPixels: 1024 })
    await expect(encode(file)).rejects.toMatchObject({ code: 'image_refused' })
    expect(logged.at(-1)).toMatchObject({ level: 40, signal: 'SIGUSR2', bytes: file.length })
    expect((await encode(await picture())).length).toBeGreaterThan(0)
  })

  it('counts no time that the machine takes to start the decoder', async () => {
    const slowStart = 'data:text/javascript,while (process.cpuUsage().user < 1e6);'
    const decoder = path.join(import.meta.dirname, 'decode-picture.mjs')
    const input = await picture()
    const ended = spawnSync(process.execPath, ['--import', slowStart, decoder, '1', '1000000'], {
      input,
    })
    expect(ended).toMatchObject({ status: 0, signal: null })
  })

  it('answers “later” when something else has killed the decoder', async () => {
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

  it.each([
    ['another one', Buffer.concat([Buffer.alloc(3), depthMap])],
    ['Samsung’s notes', samsungTrailer],
    ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1')],
    ['half of another one', depthMap.subarray(0, 300)],
  ])('accepts a JPEG to which a phone has appended %s, and drops that', async (_what, appended) => {
    const photo = await picture('jpeg')
    const encoded = await encode(Buffer.concat([photo, appended]))
    expect(encoded).toEqual(await encode(photo))
  })

  it('lets only a few wait, and accepts more when they are done', async () => {
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

/** 50 MB in 50 kB. */
const packed = deflateSync(Buffer.alloc(50_000_000))
const text = (prefix: string) => Buffer.concat([Buffer.from(prefix, 'latin1'), packed])
const [png, jpeg, webp] = await Promise.all([picture('png'), picture('jpeg'), picture('webp')])
const decodable = (bytes: Buffer) => readPicture(bytes)?.decodable

describe('the file that reaches the decoder', () => {
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

  it('ends with the first JPEG', () => {
    for (const appended of [jpeg, samsungTrailer]) {
      expect(decodable(Buffer.concat([jpeg, appended]))?.equals(jpeg)).toBe(true)
    }
  })

  it.each(['ICCP', 'EXIF', 'XMP ', 'abcd'])('has not the %s of a WebP', (type) => {
    const chunk = webpChunk(type, Buffer.alloc(1_500_000))
    expect(decodable(webpWith(webp, chunk, chunk))?.equals(webp)).toBe(true)
  })

  it('has only the first frame of an animation', async () => {
    const [first, still] = [await animation(50), await animation(2)].map((file) => decodable(file))
    expect(first?.toString('latin1').match(/ANMF/g)).toHaveLength(1)
    expect(still && first?.equals(still)).toBe(true)
  })

  it.each(['png', 'jpeg', 'webp'] as const)(
    'has the profile of a %s, if it is small',
    async (format) => {
      const file = await sharp(png).withIccProfile('p3').toFormat(format).toBuffer()
      const { icc } = await sharp(decodable(file)).metadata()
      expect(icc).toEqual((await sharp(file).metadata()).icc)
    },
  )
})

describe('the orientation of a picture', () => {
  it('is read, although the EXIF data is dropped', async () => {
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
