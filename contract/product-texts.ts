import * as z from 'zod/mini'
import type { Product } from '#domain/products.ts'
import { get, type Unchanged } from './endpoint.ts'
import { line, list } from './fields.ts'
import { languages } from './language.ts'
import { productTextsAddress } from './page-renderer.ts'

const details = z.strictObject({ label: line(120), hint: line(300) })

/** What somebody may write about a product, or about the page with everything that is bought once. */
const lines = {
  /** Its type, which carts and orders show; of a reskin the kind of item. */
  label: line(90),
  title: line(90),
  /** The line above the title. */
  eyebrow: line(90),
  /** For search engines. */
  description: line(300),
  lead: line(500),
  /** On the tile that leads to its page. */
  tile: line(300),
  /** What the buyer gets. */
  points: z.array(line(300)).check(z.minLength(1), z.maxLength(20)),
  /** What the checkout asks because the staff need it to deliver. */
  details,
  /** Of that page alone, above the offers. */
  question: line(120),
  /** The last step after the purchase. */
  done: line(300),
  note: z.strictObject({ title: line(120), text: line(500) }),
}
const writtenText = z.partial(z.strictObject(lines))
export type WrittenText = Unchanged<z.output<typeof writtenText>>

/** By language and slug; `extras` is the page with everything that is bought once. */
export const productTexts = z.partialRecord(
  z.enum(languages),
  z.record(z.string().check(z.maxLength(60)), writtenText),
)
export type ProductTexts = Unchanged<z.output<typeof productTexts>>

/** What the pages show and have no other line for. */
export const neededLines: Readonly<
  Record<Product['kind'] | 'extras', readonly (keyof WrittenText)[]>
> = {
  timed: ['label', 'lead', 'tile', 'points'],
  'color-tag': ['label', 'lead', 'tile', 'points'],
  reskin: ['label', 'lead', 'tile'],
  extra: ['points'],
  extras: ['eyebrow', 'lead', 'tile', 'question', 'done', 'note'],
}

/** The same, without a text that lacks something, or that is of no product. */
export function productTextsOf(products: readonly Product[]) {
  const kinds = new Map<string, keyof typeof neededLines>([
    ['extras', 'extras'],
    ...products.map(({ slug, kind }) => [slug, kind] as const),
  ])
  return productTexts.check(({ value, issues }) => {
    const refuse = (path: string[], code: string, message: string): void =>
      void issues.push({ code: 'custom', path, input: value, message, params: { code } })
    for (const language of languages) {
      for (const [slug, text] of Object.entries(value[language] ?? {})) {
        const kind = kinds.get(slug)
        if (!kind) refuse([language, slug], 'unknown_product', 'is of no product')
        for (const name of kind ? neededLines[kind] : []) {
          if (text[name] === undefined) refuse([language, slug, name], 'missing', 'is missing')
        }
      }
    }
  })
}

const text = z.string()
/** With all that was left out; empty is what nobody has written. */
const productText = z.object({
  label: text,
  title: text,
  eyebrow: text,
  description: text,
  lead: text,
  tile: text,
  points: list(text),
  details: z.nullable(details),
})
export type ProductText = Unchanged<z.output<typeof productText>>

export const extrasText = z.pick(z.object(lines), {
  eyebrow: true,
  lead: true,
  tile: true,
  question: true,
  done: true,
  note: true,
})

const shopTexts = z.object({
  /** By slug. */
  products: z.record(z.string(), productText),
  /** Null while nobody has written it. */
  extras: z.nullable(extrasText),
})
export type ShopTexts = Unchanged<z.output<typeof shopTexts>>

/** What the pages say about the products, in one language. */
export const readProductTexts = get(productTextsAddress, {
  who: 'anybody',
  query: z.object({ language: z.enum(languages) }),
  answer: shopTexts,
})
