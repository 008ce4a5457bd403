import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import {
  extrasText,
  productTexts,
  productTextsOf,
  type ProductText,
  type ProductTexts,
  type ShopTexts,
} from '#contract/product-texts.ts'
import type { Product } from '#domain/products.ts'
import type { Services } from '#server/services/context.ts'
import { siteFiles } from './files.ts'
import { sectionEditName, SiteFault } from './site.ts'

const ourFolder = join(import.meta.dirname, '../../../content/products')
const ourProducts = siteFiles.products.products
let fromFiles: Promise<ProductTexts> | undefined

/** What holds where nothing is saved. */
export function productTextFiles(): Promise<ProductTexts> {
  fromFiles ??= readProductTextFiles()
  return fromFiles
}

/** @throws SiteFault with a sentence for each mistake in a file. */
export async function readProductTextFiles(
  products: readonly Product[] = ourProducts,
  folder: string = ourFolder,
): Promise<ProductTexts> {
  const files = await Promise.all(languages.map((language) => readYaml(folder, language)))
  const { data, error } = z.safeParse(productTextsOf(products), Object.fromEntries(files))
  if (data) return data
  const sentences = error.issues.map(({ path: [language, ...place], message }) => {
    const file = productTextFileOf(String(language))
    return `${place.length === 0 ? file : `${file}, ${z.core.toDotPath(place)}`}: ${message}.`
  })
  throw new SiteFault(sentences.join('\n'))
}

async function readYaml(folder: string, language: Language): Promise<[Language, unknown]> {
  const text = await readFile(join(folder, `${language}.yaml`), 'utf8').catch(() => '')
  const document = parseDocument(text)
  const [fault] = document.errors
  if (!fault) return [language, document.toJS() ?? {}]
  const { linePos, message } = fault
  throw new SiteFault(
    `${productTextFileOf(language)}:${linePos?.[0].line ?? 1}: ${message.split('\n')[0]}`,
  )
}

/** From the root of the repository. */
export function productTextFileOf(language: string): string {
  return `content/products/${language}.yaml`
}

/** What the pages say about the products now. */
export async function readShopTexts(
  { site, edits }: Pick<Services, 'site' | 'edits'>,
  language: Language,
): Promise<ShopTexts> {
  return shopTextsOf(await readAllTexts({ edits }), site.current().products, language)
}

/** In each language what is saved, else what its file says. */
export async function readAllTexts({ edits }: Pick<Services, 'edits'>): Promise<ProductTexts> {
  const saved = edits.current().byName.get(sectionEditName('productTexts'))?.value
  return { ...(await productTextFiles()), ...readSaved(saved) }
}

/** Without the languages that this version of the product cannot read: another one may have saved them. */
function readSaved(saved: unknown): ProductTexts {
  const { data = {} } = z.safeParse(z.record(z.string(), z.unknown()), saved)
  const readable = Object.entries(data).map(([language, texts]) => {
    return z.safeParse(productTexts, { [language]: texts }).data
  })
  return Object.assign({}, ...readable)
}

/** In French where a product has no translation, and its name where nobody has written anything. */
export function shopTextsOf(
  texts: ProductTexts,
  products: readonly Product[],
  language: Language,
): ShopTexts {
  const original = texts[defaultLanguage] ?? {}
  const shown = { ...original, ...texts[language] }
  return {
    products: Object.fromEntries(
      products.map(({ slug, name }): [string, ProductText] => {
        const text = shown[slug] ?? {}
        const { label = name, title = name, lead = '', tile = '', points = [] } = text
        const { eyebrow = label, description = lead } = text
        // What the staff need does not depend on the buyer's language.
        const asked = (original[slug] ?? text).details
        const details = asked ? (text.details ?? asked) : null
        return [slug, { label, title, eyebrow, description, lead, tile, points, details }]
      }),
    ),
    extras: z.safeParse(extrasText, shown['extras']).data ?? null,
  }
}
