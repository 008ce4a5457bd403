import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { list } from './fields.ts'
import { languages } from './language.ts'
import { documentAddresses, documentSections } from './paths.ts'

/** The drawings that texts can show: `picture:flag-claim`, or a line of a recipe. */
export const drawingNames = [
  'armour-tiers',
  'base-gate',
  'battery',
  'blowtorch',
  'crystal-green',
  'crystal-red',
  'duct-tape',
  'electronic-kit',
  'flag-claim',
  'grenade',
  'gunpowder',
  'hacksaw',
  'heavy-charge',
  'helmet-tiers',
  'homemade-charge',
  'keycards',
  'kr-way',
  'metal-plate',
  'nails',
  'plastic-explosive',
  'raid-alarm-parts',
  'raid-alarm-range',
  'raid-tiers',
  'rope',
  'screws',
  'wire',
] as const

const language = z.enum(languages)
const kind = z.enum(documentSections)

/** A text without its content. */
const documentEntry = z.object({
  section: kind,
  slug: z.string(),
  title: z.string(),
  /** One sentence. */
  description: z.string(),
  /** The day when its meaning last changed, or when the news came out: `2026-11-21`. */
  changed: z.string(),
  /** The language of the text. It differs from the wanted one where there is no current translation. */
  language,
})
export type DocumentEntry = z.output<typeof documentEntry>

export const documentList = z.object({
  /** Changes with any text in this language. */
  version: z.string(),
  /** Those of a section in the order of its tiles, news from the latest to the oldest. */
  documents: list(documentEntry),
})
export type DocumentList = z.output<typeof documentList>

/** The lists that there are besides that of all texts; the latest news are three. */
const listKind = z.enum([...documentSections, 'latest-news'])
export type DocumentListKind = z.output<typeof listKind>

export const listDocuments = get(documentAddresses.list, {
  who: 'anybody',
  query: z.object({ language, kind: z.optional(listKind) }),
  answer: documentList,
})

/** A piece of a text: plain words, or an element with what is in it. */
export type DocumentNode = string | DocumentElement
export interface DocumentElement {
  /** An element of HTML, or one of ours: `drawing`, `video`, `recipe`, `ingredient`, `product`. */
  readonly tag: string
  readonly props?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly children?: readonly DocumentNode[] | undefined
}

export const documentNode: z.ZodMiniType<DocumentNode> = z.union([
  z.string(),
  z.object({
    tag: z.string(),
    props: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
    children: z.optional(z.array(z.lazy(() => documentNode))),
  }),
])

const writtenDocument = z.extend(documentEntry, {
  headings: list(z.object({ anchor: z.string(), depth: z.number(), heading: z.string() })),
  body: list(documentNode),
  /** The texts to read next. */
  related: list(documentEntry),
  /** Its neighbours in the order of its section. */
  previous: z.nullable(documentEntry),
  next: z.nullable(documentEntry),
})
export type WrittenDocument = z.output<typeof writtenDocument>

/** One text, to be shown on its page. */
export const readDocument = get(documentAddresses.one, {
  who: 'anybody',
  params: z.object({ kind, slug: z.string() }),
  unknown: 'not_found',
  query: z.object({ language }),
  answer: writtenDocument,
})

/** A guide or a rule as plain text, for the search. */
const searchText = z.object({
  section: kind,
  slug: z.string(),
  title: z.string(),
  language,
  /** Its parts under their headings; the one before the first has neither anchor nor heading. */
  parts: list(z.object({ anchor: z.string(), heading: z.string(), text: z.string() })),
})
export type SearchText = z.output<typeof searchText>

/** The guides and rules for the search; browsers keep them by the version of the list. */
export const readSearchTexts = get(documentAddresses.search, {
  who: 'anybody',
  query: z.object({ language, version: z.optional(z.string()) }),
  answer: list(searchText),
})
