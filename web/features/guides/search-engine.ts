import MiniSearch, { type Query, type SearchOptions } from 'minisearch'
import { readSearchTexts, type SearchText } from '#contract/documents.ts'
import { call } from '#web/app/api-client.ts'
import { getLocale } from '#web/i18n/runtime.ts'
import { rootsOf, stemsOf, withoutAccents } from './word-stems.ts'

// A thousands separator of any of the languages does not end the word.
const wordPattern = /\p{N}{1,3}(?:[\u00A0\u202F.,]\p{N}{3}(?!\p{N}))+|[\p{L}\p{N}]+/gu
// Keyboards type a plain space as the separator. In a text, a plain space between numbers separates words.
const typedGrouping = /(?<=\p{N})\s(?=\p{N}{3}(?!\p{N}))/gu
/** Cyrillic letters and the Latin letters that look like them. */
const lookAlikes = new Map(Array.from('авсенкмортху', (letter, at) => [letter, 'abcehkmoptxy'[at]]))
const maxHits = 24
const excerptLength = 170

/** A piece of a text, and whether it matches the query. */
export interface ExcerptPiece {
  readonly text: string
  readonly isMatch: boolean
}

/** A part of a document that matches the query. */
export interface SearchHit {
  readonly document: SearchText
  readonly anchor: string
  readonly heading: readonly ExcerptPiece[]
  readonly excerpt: readonly ExcerptPiece[]
}

/** Finds the parts of texts that match a query, best first. */
export type Search = (query: string) => readonly SearchHit[]

// From strict to lenient: the first mode with results counts.
const searchModes = [
  { combineWith: 'AND', derived: false, fuzzy: false },
  { combineWith: 'AND', derived: true, fuzzy: false },
  { combineWith: 'AND', derived: true, fuzzy: allowedTypos },
  { combineWith: 'OR', derived: true, fuzzy: allowedTypos },
] as const

/**
 * Creates a search that matches prefixes and other forms of a word in the page's language, ignores
 * accents and case, tolerates typos, and prefers results with all words of the query.
 */
export function createSearch(documents: readonly SearchText[]): Search {
  const parts = documents.flatMap((document) =>
    document.parts.map((part) => ({ ...part, document, title: document.title })),
  )
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: (text) => text.match(wordPattern) ?? [],
    processTerm: termsOf,
    // The query below is made of terms already.
    searchOptions: {
      boost: { title: 2, heading: 3 },
      tokenize: (term) => [term],
      processTerm: (term) => term,
    },
  })
  index.addAll(parts.map((part, id) => ({ ...part, id })))
  return (query) => {
    const words = query.replaceAll(typedGrouping, '').match(wordPattern) ?? []
    if (words.length === 0) return []
    for (const { combineWith, ...leniency } of searchModes) {
      const results = index.search({
        combineWith,
        queries: words.map((word) => queryFor(word, leniency)),
      })
      if (results.length > 0) {
        return results.slice(0, maxHits).flatMap(({ id, terms }) => {
          const found = parts[Number(id)]
          return found ? [hitOf(found, new Set(terms))] : []
        })
      }
    }
    return []
  }
}

/** A word, its stems and its roots, which are marked to be no words themselves. */
function termsOf(word: string): string[] {
  const stems = stemsOf(word.toLowerCase())
  const roots = rootsOf(stems)
  return [
    normalize(word),
    ...Array.from(stems, (stem) => `=${stem}`),
    ...Array.from(roots, (root) => `~${root}`),
  ]
}

interface Leniency {
  /** Whether words with the same root count. */
  readonly derived: boolean
  readonly fuzzy: SearchOptions['fuzzy']
}

/** Finds the word itself, what begins with it, and other forms of it. */
function queryFor(word: string, { derived, fuzzy }: Leniency): Query {
  const [plain = '', ...others] = termsOf(word)
  const stems = others.filter((term) => derived || term.startsWith('='))
  return {
    combineWith: 'OR',
    queries: [
      {
        queries: [plain],
        prefix: plain.length > 1,
        // People rarely mistype the first letter; words with another first letter are other words.
        ...(fuzzy && { fuzzy, boostDocument: (_, term) => Number(term[0] === plain[0]) }),
      },
      // A form counts less than the word itself.
      { queries: stems, boostTerm: () => 0.5 },
    ],
  }
}

/** How many letters of a word may be wrong: one in four, at most two, none in a short word. */
function allowedTypos(term: string): number | false {
  return term.length > 3 && Math.min(Math.round(term.length / 4), 2)
}

/** `Épée` → `epee`; `Ёлка` → `елка`; `2,000` → `2000`; a Cyrillic `С4` → a Latin `c4` */
function normalize(word: string): string {
  const plain = withoutAccents(word)
    .replaceAll(/[\u00A0\u202F.,]/g, '')
    .toLowerCase()
  if (!/\d/.test(plain)) return plain
  return plain.replaceAll(/[а-я]/g, (letter) => lookAlikes.get(letter) ?? letter)
}

type SearchedPart = SearchText['parts'][number] & { readonly document: SearchText }

function hitOf(
  { document, anchor, heading, text }: SearchedPart,
  terms: ReadonlySet<string>,
): SearchHit {
  const excerpt = markWords(text, terms)
  return {
    document,
    anchor,
    heading: markWords(heading === '' ? document.title : heading, terms),
    excerpt: cutAround(excerpt),
  }
}

/** Splits a text into matches and the pieces between them. */
function markWords(text: string, terms: ReadonlySet<string>): readonly ExcerptPiece[] {
  const pieces: ExcerptPiece[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!termsOf(word).some((term) => terms.has(term))) continue
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false })
    pieces.push({ text: word, isMatch: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

/** The words around the first match, or the beginning if only the heading matched. */
function cutAround(pieces: readonly ExcerptPiece[]): readonly ExcerptPiece[] {
  const [first, ...others] = pieces
  if (!first) return []
  const start = first.isMatch ? first : { ...first, text: cutStart(first, others.length > 0) }
  let left = excerptLength
  return [start, ...others].flatMap((piece) => {
    if (left <= 0) return []
    const shown = piece.text.length > left ? cutEnd(piece, left) : piece
    left -= piece.text.length
    return [shown]
  })
}

/** Shortens the piece before a match to its last few words. */
function cutStart({ text }: ExcerptPiece, isBeforeMatch: boolean): string {
  const most = excerptLength / 3
  if (!isBeforeMatch || text.length <= most) return text
  return `… ${text.slice(-most).replace(/^\S*\s+/, '')}`
}

/** A match is a single word, which is shown whole or not at all. */
function cutEnd({ text, isMatch }: ExcerptPiece, length: number): ExcerptPiece {
  const beginning = `${text.slice(0, length).replace(/\s+\S*$/, '')} …`
  return { text: isMatch ? '…' : beginning, isMatch: false }
}

/** The search over all guides and rules in the page's language. */
export async function loadSearch(version: string): Promise<Search> {
  const query = { language: getLocale(), version }
  return createSearch(await call(readSearchTexts, { query }))
}
