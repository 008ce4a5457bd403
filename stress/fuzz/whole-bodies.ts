import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A body and its headers. */
export interface WholeBody {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

const json = { 'content-type': 'application/json' }
/** Ten megabytes compressed to ten kilobytes. */
const bomb = gzipSync(Buffer.alloc(10_000_000))
/** Larger than any accepted body. */
const larger = `{"a":"${'x'.repeat(8_000_000)}"}`

/** Faults of a whole body, made from a valid one. */
export function fuzzBodies(body: unknown): readonly WholeBody[] {
  const right = JSON.stringify(body ?? {})
  return [...brokenTexts(right), ...otherEncodings(right), ...otherTypes(right), ...forms()]
}

function brokenTexts(right: string): readonly WholeBody[] {
  const texts = [
    '',
    ' ',
    '{',
    '{"a":',
    '{"a":}',
    "{'a':1}",
    '{a:1}',
    '{"a":1,}',
    '[1,]',
    'NaN',
    'undefined',
    '"',
    '"\\u00',
    '"\\x41"',
    '01',
    '1.',
    '{"a":1}{"b":2}',
    '// nothing',
    '\u0000',
    'x'.repeat(300_000),
    ' '.repeat(300_000),
    '['.repeat(100_000),
    larger,
    right.slice(0, -1),
    right.slice(1),
    `${right}\0`,
    `\ufeff${right}`,
    `${right}${right}`,
    `[${right}]`,
  ]
  return texts.map((text) => ({ bytes: Buffer.from(text), headers: json }))
}

function otherEncodings(right: string): readonly WholeBody[] {
  const utf16 = Buffer.from(`\ufeff${right}`, 'utf16le')
  return [
    { bytes: utf16, headers: json },
    { bytes: utf16, headers: { 'content-type': 'application/json; charset=utf-16' } },
    { bytes: Buffer.from(right), headers: { 'content-type': 'application/json; charset=nothing' } },
    { bytes: Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22]), headers: json },
    { bytes: gzipSync(right), headers: { ...json, 'content-encoding': 'gzip' } },
    { bytes: bomb, headers: { ...json, 'content-encoding': 'gzip' } },
    { bytes: brotliCompressSync(right), headers: { ...json, 'content-encoding': 'br' } },
    { bytes: Buffer.from(right), headers: { ...json, 'content-encoding': 'gzip' } },
    { bytes: Buffer.from(`zz\r\n${right}\r\n`), headers: { ...json, 'transfer-encoding': 'gzip' } },
  ]
}

function otherTypes(right: string): readonly WholeBody[] {
  const types = [
    '',
    'application',
    'application/json/json',
    'application/jsonx',
    'text/json',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/json\t;;;=',
    'application/json; boundary=x',
    'x'.repeat(5000),
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="x',
    `multipart/form-data; boundary=${'x'.repeat(300)}`,
  ]
  return types.map((type) => ({ bytes: Buffer.from(right), headers: { 'content-type': type } }))
}

function forms(): readonly WholeBody[] {
  const part = 'content-disposition: form-data; name='
  const texts = [
    '',
    '--x',
    '--x--',
    '--x\r\n\r\n--x--',
    `--x\r\n${part}"name"\r\n\r\nA`,
    `--x\r\n${part}"name"\r\n\r\nA\r\n--x--`,
    `--x\r\n${part}"name"\r\n\r\nA\0B\r\n--x\r\n${part}"price"\r\n\r\n1e3\r\n--x--\r\n`,
    `--x\r\n${part}"image"\r\n\r\nno file\r\n--x--\r\n`,
    `--x\r\n${part}"image"; filename="../../a.png"\r\ncontent-type: image/png\r\n\r\n\r\n--x--\r\n`,
    `--x\r\n${part}"image"; filename="a\0.png"\r\n\r\nGIF89a\r\n--x--\r\n`,
    `--x\r\n${part}"__proto__"\r\n\r\n1\r\n--x--\r\n`,
    `--x\r\n${'content-disposition: form-data; '.repeat(2000)}\r\n\r\n1\r\n--x--\r\n`,
    `${`--x\r\n${part}"name"\r\n\r\nA\r\n`.repeat(3000)}--x--\r\n`,
  ]
  return texts.map((text) => ({
    bytes: Buffer.from(text),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }))
}
