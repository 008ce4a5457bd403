import { languages, type Language } from '#contract/language.ts'
import en from '#content/messages/en.json' with { type: 'json' }
import es from '#content/messages/es.json' with { type: 'json' }
import fr from '#content/messages/fr.json' with { type: 'json' }
import ru from '#content/messages/ru.json' with { type: 'json' }
import { cents, toDecimal } from '#domain/money.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'

const texts: Readonly<Record<Language, typeof fr>> = { fr, en, ru, es }

/** The texts of the messages to staff and players in one language, by topic. */
export type MessageTexts = typeof fr & { readonly language: Language }

/**
 * Throws when the file of the language lacks a text that all others have, or has a text or a
 * placeholder that none has: then somebody edited one by mistake. The message has a line for each.
 */
export function readMessageTexts(language: Language): MessageTexts {
  const others = languages.filter((other) => other !== language).map((other) => texts[other])
  const faults = findTextFaults(language, texts[language], others)
  if (faults.length > 0) {
    throw new Error(faults.map((fault) => `content/messages/${language}.json ${fault}`).join('\n'))
  }
  return { ...texts[language], language }
}

/** By a code of the database, which may be one that no text explains. */
export type TextsByCode = Readonly<Record<string, string>>

interface Texts {
  readonly [name: string]: string | Texts
}

/** What one language lacks or has in addition, beside the others. A placeholder may be left out. */
export function findTextFaults(language: Language, own: Texts, others: readonly Texts[]): string[] {
  const ownNames = listNames(own)
  const [first = [], ...rest] = others.map(listNames)
  const missing = first
    .filter((name) => !name.endsWith('}') && !ownNames.includes(name))
    .filter((name) => rest.every((names) => names.includes(name)))
  const known = new Set([...first, ...rest.flat()])
  return [
    ...[...missing, ...listMissingForms(own, pluralForms(language))].map(
      (name) => `${name} is missing`,
    ),
    ...ownNames.filter((name) => !known.has(name)).map((name) => `${name} is unknown`),
  ]
}

const anyForm = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** Whether these are the plural forms of one text. */
function isCounted(all: Texts): boolean {
  return 'other' in all && Object.keys(all).every((name) => anyForm.has(name))
}

function pluralForms(language: Language): readonly string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))]
}

function listMissingForms(all: Texts, forms: readonly string[]): string[] {
  return Object.entries(all).flatMap(([name, text]) => {
    if (typeof text === 'string') return []
    const missing = isCounted(text)
      ? forms.filter((form) => form !== 'other' && text[form] === undefined)
      : listMissingForms(text, forms)
    return missing.map((inner) => `${name} ${inner}`)
  })
}

const placeholder = /\{(\w+)\}/g

/** The names of all texts and of their placeholders; of plural forms the one that every language needs. */
function listNames(all: Texts): string[] {
  return Object.entries(all).flatMap(([name, text]) => {
    if (typeof text === 'string') {
      const placeholders = text.match(placeholder) ?? []
      return text.trim() === '' ? [] : [name, ...placeholders.map((found) => `${name} ${found}`)]
    }
    const { other } = text
    const needed = isCounted(text) && other !== undefined ? { other } : text
    return listNames(needed).map((inner) => `${name} ${inner}`)
  })
}

/** Fills in a text's placeholders. The values are not searched for others. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(placeholder, (whole, name: string) => String(values[name] ?? whole))
}

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string
}

/** The form of a text for this number. A missing one, such as `many` in French, takes `other`. */
export function countText({ language }: MessageTexts, forms: PluralForms, count: number): string {
  return fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count })
}

const currencySigns: Readonly<Record<string, string>> = { EUR: '€', USD: '$' }

/** An amount as PayPal and Stripe show it, in every language; their currencies that we use have two decimals. */
export function formatAmount(amountCents: number, currency: string): string {
  return `${toDecimal(cents(amountCents))} ${currencySigns[currency] ?? currency}`
}

export type MessageField = readonly [name: string, value: string | null | undefined]

/** The fields of a message, without those that have no value. */
export function messageFields(...fields: readonly MessageField[]): StaffMessage['fields'] {
  return fields.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value }],
  )
}

export const messageColors = { red: 0xff5c5c, amber: 0xf5a524, green: 0x4dff9e } as const
