import * as z from 'zod/mini'
import { get, post, put, remove } from './endpoint.ts'
import { imageDataUrl, list } from './fields.ts'
import { languages } from './language.ts'
import { documentAddresses, documentKinds } from './paths.ts'

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
export type DrawingName = (typeof drawingNames)[number]

const language = z.enum(languages)
const kind = z.enum(documentKinds)

/** A text without its content. */
const documentEntry = z.object({
  kind,
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
  /** Those of a kind in the order of its tiles, news from the latest to the oldest. */
  documents: list(documentEntry),
})
export type DocumentList = z.output<typeof documentList>

/** The lists that there are besides that of all texts; the latest news are three. */
const listKind = z.enum([...documentKinds, 'latest-news'])
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
  /** Its neighbours in the order of its kind. */
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
  kind,
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

const version = z.nullable(z.int())
const slug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(80))
/** Markdown with its head. */
const source = z.string().check(z.maxLength(60_000))

/** What can be wrong with a text: the codes of a refusal, with its line. */
export type TextFaultCode =
  | 'character'
  | 'empty'
  | 'future'
  | 'heading'
  | 'link'
  | 'lost_picture'
  | 'markup'
  | 'no_original'
  | 'particular'
  | 'picture'
  | 'recipe'
  | 'text_head'

/** A text as its editor has it. */
const editedText = z.object({
  /** What is shown; null while there is none. */
  text: z.nullable(z.string()),
  /** What is shown once nothing is saved; null when there is no file. */
  fileText: z.nullable(z.string()),
  /** Null while nothing was ever saved. */
  version,
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
})
export type EditedText = z.output<typeof editedText>

const textSummary = z.object({
  language,
  title: z.string(),
  changed: z.string(),
  /** Whether it can be shown; otherwise its preview says why not. */
  isReadable: z.boolean(),
  /** Whether it is older than the French text, which is shown in its place. */
  isOlder: z.boolean(),
  /** Whether there is only its history. */
  isDeleted: z.boolean(),
})

/** All texts with their languages, in the order of their tiles; then those without a page, such as deleted ones. */
export const listTexts = get('/api/admin/documents', {
  who: 'site.edit',
  answer: list(z.object({ kind, slug: z.string(), texts: list(textSummary) })),
})

const textPlace = z.object({ kind, slug, language })
/** Which text, in which language. */
export type TextPlace = z.output<typeof textPlace>

/** The name of a text among what is saved, and among what is typed. */
export function textName(place: TextPlace): string {
  return `documents/${place.kind}/${place.slug}/${place.language}`
}

/** Null for the name of something else. */
export function placeOfText(name: string): TextPlace | null {
  const parts = name.split('/')
  const place = { kind: parts[1], slug: parts[2], language: parts[3] }
  return (parts[0] === 'documents' && textPlace.safeParse(place).data) || null
}

const oneText = {
  who: 'site.edit',
  params: textPlace,
  unknown: 'not_found',
  answer: editedText,
} as const

export const readText = get('/api/admin/documents/:kind/:slug/:language', oneText)

/** With another version than the latest it is `edit_conflict`, with what is there now, unless that is the same. */
export const saveText = put('/api/admin/documents/:kind/:slug/:language', {
  ...oneText,
  body: z.object({ text: source, version }),
})

/** Brings back what the file says; without one the text is gone. */
export const resetText = remove('/api/admin/documents/:kind/:slug/:language', {
  ...oneText,
  query: z.object({ version: z.optional(z.coerce.number().check(z.int())) }),
})

/** What the page of a text would show; without an address, that of a new French text. */
export const previewText = post('/api/admin/documents/preview', {
  who: 'site.edit',
  body: z.object({
    kind,
    slug: z.optional(slug),
    language: z.optional(language),
    text: source,
  }),
  answer: writtenDocument,
})

/** Stores a picture for a text that is being written; one that no text shows is gone after a day. */
export const addTextPicture = post('/api/admin/documents/pictures', {
  who: 'site.edit',
  body: z.object({ picture: imageDataUrl }),
  answer: z.object({ address: z.string() }),
  status: 201,
})
