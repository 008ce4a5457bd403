import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import { isSold, type Product } from '#domain/products.ts'
import { products as ourProducts } from '#site/products.ts'
import { ContentFault, contentFolder } from './content-files.ts'

const line = z.string().trim().min(1)

const sectionOfProduct = z.strictObject({
  label: line.optional(),
  title: line.optional(),
  eyebrow: line.optional(),
  description: line.optional(),
  lead: line.optional(),
  tile: line.optional(),
  points: z.array(line).min(1).optional(),
})
type ProductSection = z.output<typeof sectionOfProduct>

const sectionOfExtras = z.strictObject({
  eyebrow: line,
  lead: line,
  tile: line,
  question: line,
  done: line,
  note: z.strictObject({ title: line, text: line }),
})

/** What a product cannot do without. */
const required: Readonly<Record<Product['kind'], readonly (keyof ProductSection)[]>> = {
  timed: ['label', 'lead', 'tile', 'points'],
  'color-tag': ['label', 'lead', 'tile', 'points'],
  reskin: ['label', 'lead', 'tile'],
  extra: ['points'],
}

export type ProductText = Required<ProductSection>

export interface ShopTexts {
  readonly products: Readonly<Record<string, ProductText>>
  /** The page of all products that are bought once; null when there are none. */
  readonly extras: z.output<typeof sectionOfExtras> | null
}

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
  for (const { file, sections } of [original, translation]) {
    const unknown = Object.keys(sections).find(
      (slug) => slug !== 'extras' && !products.some((product) => product.slug === slug),
    )
    if (unknown !== undefined) {
      throw new ContentFault(file, 1, `${unknown} is no product of site/products.ts`)
    }
  }
  const find = (slug: string) => {
    const { file, sections } = slug in translation.sections ? translation : original
    return { file, section: sections[slug] }
  }
  const texts = products
    .filter((product) => isSold(product) || find(product.slug).section)
    .map((product) => {
      const { file, section } = find(product.slug)
      return [product.slug, readProduct(file, product, section ?? {})] as const
    })
  const extras = find('extras')
  const hasExtras = products.some((product) => product.kind === 'extra' && isSold(product))
  return {
    products: Object.fromEntries(texts),
    extras: hasExtras ? readSection(extras.file, 'extras', sectionOfExtras, extras.section) : null,
  }
}

/** Sentences about products whose texts are French in other languages. */
export async function findProductGaps(folder: string = contentFolder): Promise<readonly string[]> {
  const { sections: original } = await readSections(folder, defaultLanguage)
  const gaps = languages.map(async (language) => {
    const { file, sections } = await readSections(folder, language)
    return Object.keys(original)
      .filter((slug) => !(slug in sections))
      .map((slug) => `${file} lacks ${slug}`)
  })
  return (await Promise.all(gaps)).flat()
}

interface TextsFile {
  /** From the root of the repository. */
  readonly file: string
  readonly sections: Readonly<Record<string, unknown>>
}

export function productTextsFile(language: Language): string {
  return `content/products/${language}.yaml`
}

async function readSections(folder: string, language: Language): Promise<TextsFile> {
  const file = productTextsFile(language)
  const text = await readFile(join(folder, 'products', `${language}.yaml`), 'utf8').catch(() => '')
  return { file, sections: z.record(z.string(), z.unknown()).parse(parse(text) ?? {}) }
}

function readProduct(file: string, product: Product, section: unknown): ProductText {
  const { kind, slug, name } = product
  const text = readSection(file, slug, sectionOfProduct, section)
  const missing = required[kind].filter((field) => text[field] === undefined)
  if (missing.length > 0) throw new ContentFault(file, 1, `${slug} lacks ${missing.join(', ')}`)
  const { label = name, title = name, lead = '', tile = '', points = [] } = text
  const { eyebrow = label, description = lead } = text
  return { label, title, eyebrow, description, lead, tile, points }
}

function readSection<Text>(
  file: string,
  name: string,
  schema: z.ZodType<Text>,
  section: unknown,
): Text {
  const { data, error } = schema.safeParse(section)
  const [issue] = error?.issues ?? []
  if (issue) throw new ContentFault(file, 1, [name, ...issue.path, issue.message].join(' '))
  return schema.parse(data)
}
