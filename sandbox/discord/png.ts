import { crc32, deflateSync } from 'node:zlib'

export type Rgb = readonly [number, number, number]

/** Encodes a square picture, 8 bits a channel, https://www.w3.org/TR/png-3/ */
export function encodePng(size: number, colorAt: (x: number, y: number) => Rgb): Buffer {
  const rowLength = 1 + 3 * size
  const rows = Buffer.alloc(rowLength * size)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) rows.set(colorAt(x, y), y * rowLength + 1 + 3 * x)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
