import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Language } from '#contract/language.ts'

const messages = z.record(z.string(), z.unknown())
const folder = path.resolve(import.meta.dirname, '../../web/i18n/messages')

/** The texts of one language, to find elements like a visitor with that language. */
export type Words = (key: string, inputs?: Readonly<Record<string, string>>) => string

export function wordsOf(language: Language): Words {
  const files = readdirSync(path.join(folder, language))
  const all = messages.parse(
    Object.assign(
      {},
      ...files.map((file) => JSON.parse(readFileSync(path.join(folder, language, file), 'utf8'))),
    ),
  )
  return (key, inputs = {}) => {
    const text = z
      .string({ error: `no plain message ${key}` })
      .parse(variantOf(all[key], inputs) ?? all[key])
    return text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => inputs[name] ?? '')
  }
}

const variants = z.tuple([z.object({ match: z.record(z.string(), z.string()) })])

/** The text of a message that depends on one of its inputs, such as `code=forbidden`, or `code=*`. */
function variantOf(message: unknown, inputs: Readonly<Record<string, string>>): string | undefined {
  const match = variants.safeParse(message).data?.[0].match ?? {}
  const names = Object.entries(inputs).flatMap(([name, value]) => [`${name}=${value}`, `${name}=*`])
  return names.flatMap((name) => match[name] ?? [])[0]
}

const productTexts = z.record(
  z.string(),
  z
    .looseObject({
      label: z.string(),
      title: z.string(),
      details: z.looseObject({ label: z.string() }),
    })
    .partial(),
)

/** The words of a product in one language. */
export function productWords(language: Language, slug: string) {
  const file = path.resolve(import.meta.dirname, '../../content/products', `${language}.yaml`)
  const {
    label = '',
    title = '',
    details,
  } = productTexts.parse(parse(readFileSync(file, 'utf8')))[slug] ?? {}
  return { label, title, question: details?.label ?? '' }
}
