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
export type Place = readonly (string | number)[]

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
  const json = JSON.stringify(valueAt(body, place))
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
