import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const side = { width: 320, height: 240 }

function plain(background = '#35c46a') {
  return sharp({ create: { ...side, channels: 3, background } })
}

/** A valid picture of 320 × 240 pixels. */
export function picture(format: 'png' | 'jpeg' | 'webp' = 'png', color?: string): Promise<Buffer> {
  return plain(color).toFormat(format).toBuffer()
}

export function asDataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** A rotated photo with its location. */
export function photoWithPlace(): Promise<Buffer> {
  return plain()
    .jpeg()
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { Copyright: 'Deer Isle' }, IFD3: { GPSLatitude: '44/1 13/1 0/1' } },
    })
    .toBuffer()
}

/** An animated WebP; each frame has another colour, the first is red. */
export async function animation(frames: number): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width: 16,
          height: 16,
          channels: 3,
          background: {
            r: 255 - ((index * 97) % 256),
            g: (index * 53) % 256,
            b: (index * 31) % 256,
          },
        },
      })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** Files that are not the pictures they claim to be, or that attack their decoder. */
export async function hostileFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const [png, jpeg, webp] = await Promise.all([picture('png'), picture('jpeg'), picture('webp')])
  const html = Buffer.from('<html><script>alert(document.domain)</script></html>')
  const zip = Buffer.from('PK\x03\x04 and so on', 'latin1')
  return {
    'a PNG of 60,000 × 60,000': pngFile(60_000, 60_000, Buffer.alloc(64)),
    'a PNG of 1 × 4,000,000,000': pngFile(1, 4_000_000_000, Buffer.alloc(64)),
    'a PNG whose pixels are missing': pngFile(6000, 4000, Buffer.alloc(64)),
    'a PNG without pixels': pngFile(0, 0, Buffer.alloc(0)),
    'a PNG in a ZIP': Buffer.concat([png, zip]),
    'a PNG with a page after it': Buffer.concat([png, html]),
    'a page with the first bytes of a PNG': Buffer.concat([png.subarray(0, 8), html]),
    'a GIF with the first bytes of a PNG': Buffer.concat([
      png.subarray(0, 8),
      await plain().gif().toBuffer(),
    ]),
    'half a PNG': png.subarray(0, png.length / 2),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'half a WebP': webp.subarray(0, webp.length / 2),
    'a JPEG with its pixels cut out': Buffer.concat([
      jpeg.subarray(0, jpeg.length - 400),
      Buffer.from([0xff, 0xd9]),
    ]),
    'a JPEG of a thousand scans': await endlessJpeg(),
    'a JPEG of arithmetic codes': reframe(jpeg, 0xc9),
    'a JPEG of ten thousand segments': jpegWith(
      jpeg,
      Buffer.alloc(4 * 10_000, '\xff\xe5\0\x02', 'latin1'),
    ),
    'a PNG of ten thousand chunks': pngWith(
      png,
      ...Array.from({ length: 10_000 }, () => pngChunk('tEXt', Buffer.alloc(0))),
    ),
    'a JPEG of nothing but filling': Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      Buffer.alloc(4_900_000, 0xff),
    ]),
    'a WebP with a page after it': Buffer.concat([webp, html]),
    'a WebP of 16,000 × 16,000': losslessWebp(16_000, 16_000),
    'a WebP of ten thousand chunks': webpWith(webp, Buffer.alloc(8 * 10_000, 'abcd\0\0\0\0')),
    'an SVG': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
    ),
    'a GIF': await plain().gif().toBuffer(),
    'a TIFF': await plain().tiff().toBuffer(),
    'an AVIF': await plain().avif({ effort: 0 }).toBuffer(),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n'),
    'a file of 6 MB': Buffer.concat([png, Buffer.alloc(6_000_000)]),
    'an empty file': Buffer.alloc(0),
  }
}

/** A PNG with these bytes as its pixels, whatever its header says. */
function pngFile(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A PNG with these chunks before its pixels. */
export function pngWith(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

/** A JPEG with these segments at its beginning. */
export function jpegWith(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

export function jpegSegment(code: number, data: Buffer): Buffer {
  const header = Buffer.from([0xff, code, 0, 0])
  header.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([header, data])
}

/** A JPEG whose header names another process than its data uses. */
function reframe(jpeg: Buffer, code: number): Buffer {
  const copy = Buffer.from(jpeg)
  copy.writeUInt8(code, copy.indexOf(Buffer.from([0xff, 0xc0])) + 1)
  return copy
}

/** A WebP with these chunks at its end. */
export function webpWith(webp: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const file = Buffer.concat([webp, ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

export function webpChunk(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)])
}

function losslessWebp(width: number, height: number): Buffer {
  const file = Buffer.alloc(26)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(18, 4)
  file.write('WEBPVP8L', 8, 'latin1')
  file.writeUInt32LE(5, 16)
  file.writeUInt8(0x2f, 20)
  file.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  return file
}

/** A decoder processes the whole picture for each scan; the last one is repeated. */
async function endlessJpeg(): Promise<Buffer> {
  const jpeg = await sharp({
    create: { width: 4000, height: 4000, channels: 3, background: '#35c46a' },
  })
    .jpeg({ progressive: true })
    .toBuffer()
  const end = jpeg.length - 2
  const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end)
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: 1000 }, () => lastScan),
    jpeg.subarray(end),
  ])
}
