import { createHash } from 'node:crypto'
import type {
  DocumentEntry,
  DocumentIndex,
  SearchText,
  WrittenDocument,
} from '#contract/documents.ts'
import type { Language } from '#contract/language.ts'
import { paths, productPath, type DocumentSection } from '#contract/paths.ts'
import { isSold } from '#domain/products.ts'
import { siteConfig, videos } from '#site/community.ts'
import { legalParticulars } from '#site/legal.ts'
import { products } from '#site/products.ts'
import {
  documentName,
  documentNames,
  originalOf,
  textToShow,
  type TextFile,
} from './content-files.ts'
import { readTree, type DocumentTree, type TextReferences } from './document-tree.ts'

/** The guides, rules, legal texts and news, as everybody reads them. */
export type Documents = ReturnType<typeof createDocuments>

/** @throws ContentFault for a text without a French one. */
export function createDocuments(texts: readonly TextFile[]) {
  const names = documentNames(texts)
  const originals = new Map(names.map((name) => [name, originalOf(texts, name)]))
  const treeOf = treeReader(texts)
  const shownIn = (language: Language): readonly TextFile[] =>
    names.map((name) => textToShow(texts, name, language))

  function factsOf(text: TextFile) {
    const { section, slug, title, description, changed, language } = text
    const original = originals.get(documentName(text))
    // News has the day on which it came out.
    const day = section === 'news' ? (original?.changed ?? changed) : changed
    return { section, slug, title, description, changed: day, language }
  }
  function entryOf(text: TextFile): DocumentEntry {
    return { ...factsOf(text), related: originals.get(documentName(text))?.related ?? [] }
  }
  function writtenDocument(text: TextFile): WrittenDocument {
    const { sections, body } = treeOf(text)
    const headings = sections.flatMap(({ anchor, depth, heading }) =>
      anchor === '' ? [] : [{ anchor, depth, heading }],
    )
    return { ...factsOf(text), headings, body }
  }

  return {
    list(language: Language): DocumentIndex {
      const shown = shownIn(language)
      const all = shown.map((text) => [entryOf(text), treeOf(text)])
      const version = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
      return { version, documents: shown.map(entryOf) }
    },
    /** Undefined for a document that does not exist. */
    find(section: DocumentSection, slug: string, language: Language): WrittenDocument | undefined {
      const name = documentName({ section, slug })
      return names.includes(name) ? writtenDocument(textToShow(texts, name, language)) : undefined
    },
    searchTexts(language: Language): readonly SearchText[] {
      return shownIn(language)
        .filter(({ section }) => section === 'guides' || section === 'rules')
        .flatMap((text) => {
          const { section, slug } = text
          return treeOf(text).sections.map(({ anchor, heading, text: words }) => ({
            section,
            slug,
            anchor,
            heading,
            text: words,
          }))
        })
    },
    /** @throws ContentFault for a mistake in any text. */
    check(): void {
      texts.forEach(treeOf)
    },
  }
}

/** Reads the tree of each text once, when it is first needed. @throws ContentFault for a mistake. */
export function treeReader(texts: readonly TextFile[]): (text: TextFile) => DocumentTree {
  const references = referencesTo(texts)
  const trees = new Map<TextFile, DocumentTree>()
  return (text) => {
    const known = trees.get(text)
    if (known) return known
    const tree = readTree(text, references)
    trees.set(text, tree)
    return tree
  }
}

function referencesTo(texts: readonly TextFile[]): TextReferences {
  const isSample = Object.values(legalParticulars).some((value) => value?.includes('SAMPLE'))
  return {
    pages: new Set([
      ...Object.values(paths).flatMap((path) => (path.length === 0 ? [path('guides', '')] : [])),
      ...products.filter(isSold).map(productPath),
      ...texts.map(({ section, slug }) => paths.document(section, slug)),
    ]),
    discordInviteUrl: siteConfig.discordInviteUrl,
    videos: Object.keys(videos),
    particulars: {
      brand: siteConfig.brand,
      discord: siteConfig.discordInviteUrl,
      ...legalParticulars,
      // A line with it stands only as long as the particulars are samples.
      onlyForSamples: isSample ? '' : null,
    },
  }
}
