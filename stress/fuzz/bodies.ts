import { brotliCompressSync, gzipSync } from 'node:zlib'
import { allFuzzStrings } from './strings.ts'

const deep = 10_000

/** Values of the wrong type, as JSON text: `JSON.stringify` would lose some of them. */
const strangeValues: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e-7',
  '1e-400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '1e308',
  '1e309',
  '-1e309',
  '9'.repeat(400),
  '[]',
  '[null]',
  '[[]]',
  '["a","b"]',
  '[1,2]',
  '[{}]',
  `[${'0,'.repeat(9999)}0]`,
  '{}',
  '{"a":1}',
  '{"length":1}',
  '{"0":"a"}',
  '{"toString":"x"}',
  '{"then":1}',
  '{"":""}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"$gt":""}',
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
]

const mark = '@fuzz@'

/** A position in a body: keys and indices from the outside in; empty for the whole body. */
type Place = readonly (string | number)[]

/** Every position in a body, containers included. */
export function placesOf(value: unknown, place: Place = []): readonly Place[] {
  return [place, ...entriesOf(value).flatMap(([key, inner]) => placesOf(inner, [...place, key]))]
}

/** The body as JSON, with another value in one position. */
export function withAt(body: unknown, place: Place, json: string): string {
  return JSON.stringify(replaceAt(body, place)).replace(JSON.stringify(mark), () => json)
}

/** The body with an additional field in one position, or with one of its fields twice. */
export function withFields(body: unknown, place: Place, fields: string): string | null {
  // An example made anew may lack an optional field.
  const json = JSON.stringify(valueAt(body, place) ?? null)
  if (!json.startsWith('{')) return null
  const rest = json === '{}' ? '}' : `,${json.slice(1)}`
  return withAt(body, place, `{${fields}${rest}`)
}

/** All replacement values. */
export const fuzzJson: readonly string[] = [
  ...strangeValues,
  ...allFuzzStrings.map((text) => JSON.stringify(text)),
]

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((inner: unknown, index) => [index, inner] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function valueAt(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return value
  return valueAt(entriesOf(value).find(([known]) => known === key)?.[1], rest)
}

function replaceAt(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return mark
  const entries = entriesOf(value).map(
    ([known, inner]) => [known, known === key ? replaceAt(inner, rest) : inner] as const,
  )
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** A body and its headers. */
interface WholeBody {
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
