import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import type { ProductLabel, ProductText, ShopTexts } from '#contract/shop-texts.ts'
import { isSold, type Product } from '#domain/products.ts'
import { products as ourProducts } from '#site/products.ts'
import { ContentFault, contentFolder } from './content-files.ts'
import { differingNumbers, numbersIn } from './number-differences.ts'

const line = z.string().trim().min(1)

const anyText = z
  .strictObject({
    label: line,
    title: line,
    eyebrow: line,
    description: line,
    lead: line,
    tile: line,
    points: z.array(line).min(1),
    details: z.strictObject({ label: line, hint: line }),
  })
  .partial()
const pageText = anyText.required({ label: true, lead: true, tile: true })

/** A text may leave out what its pages do not show, or show by another line. */
const textsOfKinds: Record<Product['kind'], z.ZodType<z.output<typeof anyText>>> = {
  timed: pageText.required({ points: true }),
  'color-tag': pageText.required({ points: true }),
  reskin: pageText,
  extra: anyText.required({ points: true }),
}

const extrasText = z.strictObject({
  eyebrow: line,
  lead: line,
  tile: line,
  question: line,
  done: line,
  note: z.strictObject({ title: line, text: line }),
})

/**
 * The texts of all products in a language, in French where a product has no translation.
 * @throws ContentFault for a text that is missing or unknown.
 */
export async function readShopTexts(
  language: Language,
  folder: string = contentFolder,
  products: readonly Product[] = ourProducts,
): Promise<ShopTexts> {
  const original = await readSections(folder, defaultLanguage)
  const translation = await readSections(folder, language)
  const known = new Set(['extras', ...products.map(({ slug }) => slug)])
  for (const { file, sections } of [original, translation]) {
    const unknown = Object.keys(sections).find((name) => !known.has(name))
    if (unknown === undefined) continue
    throw new ContentFault(file, 1, `${unknown} is no product of site/products.ts`)
  }
  const fileOf = (name: string) => (name in translation.sections ? translation : original)
  const shown = products.filter(
    (product) => isSold(product) || product.slug in fileOf(product.slug).sections,
  )
  return {
    products: Object.fromEntries(
      shown.map((product) => {
        const text = readProduct(fileOf(product.slug), product)
        // What the staff need does not depend on the buyer's language.
        const { details } =
          product.slug in original.sections ? readProduct(original, product) : text
        return [product.slug, { ...text, details: details && (text.details ?? details) }]
      }),
    ),
    extras: products.some((product) => product.kind === 'extra' && isSold(product))
      ? readSection(fileOf('extras'), 'extras', extrasText)
      : null,
  }
}

/** What carts and orders show of these texts. */
export async function readProductLabels(
  language: Language,
): Promise<Readonly<Record<string, ProductLabel>>> {
  const { products } = await readShopTexts(language)
  return Object.fromEntries(
    Object.entries(products).map(([slug, { label, details }]) => [slug, { label, details }]),
  )
}

/** Sentences about products whose texts are French in other languages, or have other numbers. */
export async function findProductGaps(folder: string = contentFolder): Promise<readonly string[]> {
  const files = await Promise.all(languages.map((language) => readSections(folder, language)))
  const original = await readSections(folder, defaultLanguage)
  return files.flatMap((translation) =>
    Object.keys(original.sections).flatMap((name) => {
      const { file } = translation
      if (!(name in translation.sections)) return [`${file} lacks ${name}`]
      const isShort = hasDetails(original.sections[name]) && !hasDetails(translation.sections[name])
      if (isShort) return [`${file} lacks the details of ${name}`]
      const difference = differingNumbers(numbersOf(translation, name), numbersOf(original, name))
      return difference === null
        ? []
        : [`${file}: ${name} has other numbers than ${original.file}: ${difference}`]
    }),
  )
}

function hasDetails(section: unknown): boolean {
  return typeof section === 'object' && section !== null && 'details' in section
}

function numbersOf({ language, sections }: TextsFile, name: string): ReadonlySet<string> {
  return numbersIn(JSON.stringify(sections[name]), language)
}

export function productTextsFile(language: Language): string {
  return `content/products/${language}.yaml`
}

interface TextsFile {
  readonly language: Language
  /** From the root of the repository. */
  readonly file: string
  readonly sections: Readonly<Record<string, unknown>>
}

async function readSections(folder: string, language: Language): Promise<TextsFile> {
  const text = await readFile(join(folder, 'products', `${language}.yaml`), 'utf8').catch(() => '')
  const file = productTextsFile(language)
  return { language, file, sections: readYaml(file, text) }
}

function readYaml(file: string, text: string): Readonly<Record<string, unknown>> {
  const document = parseDocument(text)
  const [fault] = document.errors
  if (fault)
    throw new ContentFault(file, fault.linePos?.[0].line ?? 1, fault.message.split('\n')[0] ?? '')
  const json: unknown = document.toJS()
  const sections = z.record(z.string(), z.unknown()).safeParse(json ?? {})
  if (sections.success) return sections.data
  throw new ContentFault(file, 1, 'each product is a name, a colon, and its lines below, indented')
}

function readProduct(file: TextsFile, { kind, slug, name }: Product): ProductText {
  const text = readSection(file, slug, textsOfKinds[kind])
  const { label = name, title = name, lead = '', tile = '', points = [] } = text
  const { eyebrow = label, description = lead, details = null } = text
  return { label, title, eyebrow, description, lead, tile, points, details }
}

function readSection<Text>(
  { file, sections }: TextsFile,
  name: string,
  schema: z.ZodType<Text>,
): Text {
  const { success, data, error } = schema.safeParse(sections[name] ?? {})
  if (success) return data
  const faults = error.issues.map(({ path, message }) => `${path.join(' ')}: ${message}`)
  throw new ContentFault(file, 1, `${name} has a wrong or missing line: ${faults.join('; ')}`)
}
