import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { list } from './fields.ts'
import { languages } from './language.ts'
import { documentSections } from './paths.ts'

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
const inLanguage = z.object({ language })
const kind = z.enum(documentSections)

const facts = {
  section: kind,
  slug: z.string(),
  title: z.string(),
  /** One sentence. */
  description: z.string(),
  /** The day when its meaning last changed, or when the news came out: `2026-11-21`. */
  changed: z.string(),
  /** The language of the text. It differs from the wanted one where there is no current translation. */
  language,
}

/** A text without its content. */
const documentEntry = z.object({
  ...facts,
  /** The addresses of the texts to read next. */
  related: list(z.string()),
})
export type DocumentEntry = z.output<typeof documentEntry>

export const documentIndex = z.object({
  /** Changes with any text in this language. */
  version: z.string(),
  /** Those of a section in the order of its tiles, news from the latest to the oldest. */
  documents: list(documentEntry),
})
export type DocumentIndex = z.output<typeof documentIndex>

/** All guides, rules, legal texts and news. */
export const listDocuments = get('/api/documents', {
  who: 'anybody',
  query: inLanguage,
  answer: documentIndex,
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

const writtenDocument = z.object({
  ...facts,
  headings: list(z.object({ anchor: z.string(), depth: z.number(), heading: z.string() })),
  body: list(documentNode),
})
export type WrittenDocument = z.output<typeof writtenDocument>

/** One text, to be shown on its page. */
export const readDocument = get('/api/documents/:kind/:slug', {
  who: 'anybody',
  params: z.object({ kind, slug: z.string() }),
  unknown: 'not_found',
  query: inLanguage,
  answer: writtenDocument,
})

/** A part of a document under one heading, as plain text. */
const searchText = z.object({
  section: kind,
  slug: z.string(),
  /** Empty for the part before the first heading. */
  anchor: z.string(),
  heading: z.string(),
  text: z.string(),
})
export type SearchText = z.output<typeof searchText>

/** The guides and rules for the search; browsers keep them by the version of the index. */
export const readSearchTexts = get('/api/document-search', {
  who: 'anybody',
  query: z.object({ language, version: z.optional(z.string()) }),
  answer: list(searchText),
})
