import { basename } from 'node:path'
import { z } from 'zod'
import { listFiles, readSource, type SourceFile } from './source-files.ts'

/** A message in its file's form: a text, or variants by the plural form of a number. */
export type Message = string | readonly [MessageVariants]

interface MessageVariants {
  readonly declarations?: readonly string[]
  readonly selectors?: readonly string[]
  readonly match: Readonly<Record<string, string>>
}

/** All messages of one language, by key. */
export type Messages = Readonly<Record<string, Message>>

export type Translations = Readonly<Record<string, Messages>>

const compiledForms = z.tuple([z.object({ match: z.record(z.string(), z.string()) })])
/** A message of Discord has its plural forms alone, without the compiler's declarations. */
const pluralOnly = z.record(z.string(), z.string()).transform((forms): [MessageVariants] => [
  {
    match: Object.fromEntries(
      Object.entries(forms).map(([form, text]) => [`plural=${form}`, text]),
    ),
  },
])
const messagesFile = z.record(z.string(), z.union([z.string(), compiledForms, pluralOnly]))

/** The messages of each file in a folder, by the file's name. */
export function readMessages(folder: string): Record<string, Messages> {
  return Object.fromEntries(
    listFiles(folder).map((path) => [
      basename(path, '.json'),
      messagesFile.parse(JSON.parse(readSource(path).text)),
    ]),
  )
}

/** The messages to staff and players in one language, by topic. */
export function readSentMessages(language: string): Record<string, Messages> {
  const file = readSource(`content/messages/${language}.json`)
  return z.record(z.string(), messagesFile).parse(JSON.parse(file.text))
}

/** Missing, additional and different messages of the languages, in words. */
export function findTranslationFaults(translations: Translations, reference: string): string[] {
  const expected = translations[reference] ?? {}
  return Object.entries(translations).flatMap(([language, messages]) => [
    ...Object.keys(expected)
      .filter((key) => !(key in messages))
      .map((key) => `${language} lacks ${key}`),
    ...Object.keys(messages)
      .filter((key) => !(key in expected))
      .map((key) => `${language} has ${key}, ${reference} has not`),
    ...Object.entries(messages).flatMap(([key, message]) =>
      messageFaults(language, message, expected[key]).map(
        (fault) => `${language} ${key}: ${fault}`,
      ),
    ),
  ])
}

function messageFaults(
  language: string,
  message: Message,
  expected: Message | undefined,
): string[] {
  const texts = textsOf(message)
  const known = expected === undefined ? [] : placeholdersOf(expected)
  const own = placeholdersOf(message)
  const lacking = expected === undefined ? [] : variantsOf(expected)
  return [
    ...lacking
      .filter((variant) => !variantsOf(message).includes(variant))
      .map((variant) => `lacks the variant ${variant}`),
    ...(texts.some((text) => text.trim() === '') ? ['is empty'] : []),
    ...(expected !== undefined && own.join() !== known.join()
      ? [`has the placeholders {${own.join('}, {')}}, not {${known.join('}, {')}}`]
      : []),
    ...pluralFaults(language, message),
  ]
}

export function textsOf(message: Message): readonly string[] {
  return typeof message === 'string' ? [message] : Object.values(message[0].match)
}

/** Those by another input than a number: every language needs the same ones. */
function variantsOf(message: Message): readonly string[] {
  const variants = typeof message === 'string' ? [] : Object.keys(message[0].match)
  return variants.filter((variant) => !variant.includes('plural='))
}

function placeholdersOf(message: Message): string[] {
  const names = textsOf(message).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)].toSorted()
}

/** The plural forms that a language needs for whole numbers: 0 to 200 use all of them. */
function pluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const forms = Array.from({ length: 201 }, (_, number) => rules.select(number))
  return [...new Set(forms)].toSorted()
}

function pluralFaults(language: string, message: Message): string[] {
  if (typeof message === 'string') return []
  const variants = Object.keys(message[0].match)
  // `plural=other` covers every form without its own line.
  const forms = new Set(
    variants.flatMap((variant) => /(?:^|,)\s*plural=(\w+|\*)/.exec(variant)?.[1] ?? []),
  )
  if (forms.size === 0) return []
  const needed = [...new Set([...pluralForms(language), 'other'])]
  return needed
    .filter((form) => !forms.has(form) && !(form === 'other' && forms.has('*')))
    .map((form) => `lacks the plural form ${form}`)
}

/** Keys that no script reads as `m.key`, and keys that a script reads but no language has. */
export function findKeyFaults(keys: readonly string[], files: readonly SourceFile[]): string[] {
  const used = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)),
  )
  return [
    ...keys.filter((key) => !used.has(key)).map((key) => `${key} is used nowhere`),
    ...[...used].filter((key) => !keys.includes(key)).map((key) => `${key} has no text`),
  ]
}
