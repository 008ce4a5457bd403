import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  DocumentEntry,
  DocumentList,
  DocumentListKind,
  SearchText,
  WrittenDocument,
} from '#contract/documents.ts'
import type { Language } from '#contract/language.ts'
import { paths, productPath, type DocumentKind } from '#contract/paths.ts'
import type { SiteSections } from '#contract/site-sections.ts'
import { isSold, type Product } from '#domain/products.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { siteFiles } from '#server/services/site/files.ts'
import {
  ContentFault,
  documentName,
  documentNames,
  originalOf,
  textToShow,
  type TextFile,
} from './content-files.ts'
import { readTree, type DocumentTree, type TextReferences } from './document-tree.ts'

/** The guides, rules, legal texts and news, as everybody reads them. */
export type Documents = ReturnType<typeof createDocuments>

const maxLatestNews = 3

/** @throws ContentFault for a text without a French one. */
export function createDocuments(texts: readonly TextFile[], site: TextSite) {
  const names = documentNames(texts)
  const originals = new Map(names.map((name) => [name, originalOf(texts, name)]))
  // A page to which a text leads may have gone since it was checked.
  const treeOf = treeReader(texts, site, (path) => path.startsWith('/'))

  function shownIn(language: Language): readonly TextFile[] {
    return names.flatMap((name) => {
      const text = [textToShow(texts, name, language), originals.get(name)]
      return text.find((one) => one && !faultOf(one)) ?? []
    })
  }
  /** Of a text that was right when it was saved, and names what the files do not have any more. */
  function faultOf(text: TextFile): ContentFault | null {
    try {
      treeOf(text)
      return null
    } catch (error) {
      if (error instanceof ContentFault) return error
      throw error
    }
  }
  function entryOf(text: TextFile): DocumentEntry {
    const { kind, slug, title, description, changed, language } = text
    const original = originals.get(documentName(text)) ?? text
    // News has the day on which it came out.
    const day = kind === 'news' ? original.changed : changed
    return { kind, slug, title, description, changed: day, language }
  }
  function writtenDocument(text: TextFile, shown: readonly TextFile[]): WrittenDocument {
    const { sections, body } = treeOf(text)
    const related = originals.get(documentName(text))?.related ?? []
    const siblings = shown.filter(({ kind }) => kind === text.kind)
    const neighbour = (distance: number): DocumentEntry | null => {
      const found = siblings[siblings.indexOf(text) + distance]
      return found ? entryOf(found) : null
    }
    return {
      ...entryOf(text),
      headings: sections.flatMap(({ anchor, depth, heading }) =>
        anchor === '' ? [] : [{ anchor, depth, heading }],
      ),
      body,
      related: shown
        .filter(({ kind, slug }) => related.includes(paths.document(kind, slug)))
        .map(entryOf),
      previous: neighbour(-1),
      next: neighbour(1),
    }
  }
  const versions = new Map<Language, string>()
  function versionOf(language: Language): string {
    const known = versions.get(language)
    if (known !== undefined) return known
    const all = JSON.stringify(shownIn(language).map((text) => [entryOf(text), treeOf(text)]))
    const version = createHash('sha256').update(all).digest('hex').slice(0, 16)
    versions.set(language, version)
    return version
  }

  return {
    /**
     * The version of the legal texts that buyers agree to by paying, kept with orders: the day on which a
     * French one last changed.
     */
    legalVersion:
      [...originals.values()]
        .flatMap(({ kind, changed }) => (kind === 'legal' ? [changed] : []))
        .toSorted()
        .at(-1) ?? '',
    versionOf,
    list(language: Language, wanted?: DocumentListKind): DocumentList {
      const kind = wanted === 'latest-news' ? 'news' : wanted
      const listed = shownIn(language)
        .filter((text) => kind === undefined || text.kind === kind)
        .slice(0, wanted === 'latest-news' ? maxLatestNews : Infinity)
      return { version: versionOf(language), documents: listed.map(entryOf) }
    },
    /** Whether there is a page at a path of ours. */
    isPage: pageFinder(texts, site),
    has: (kind: DocumentKind, slug: string): boolean =>
      names.includes(documentName({ kind, slug })),
    /** @throws ServiceError for a document that does not exist. */
    read(kind: DocumentKind, slug: string, language: Language): WrittenDocument {
      const shown = shownIn(language)
      const text = shown.find((one) => one.kind === kind && one.slug === slug)
      if (!text) throw new ServiceError('not_found')
      return writtenDocument(text, shown)
    },
    /** A text as its page shows it, even a translation that is older than the French text. */
    written: (text: TextFile): WrittenDocument =>
      writtenDocument(
        text,
        shownIn(text.language).map((one) =>
          documentName(one) === documentName(text) ? text : one,
        ),
      ),
    searchTexts(language: Language): readonly SearchText[] {
      return shownIn(language)
        .filter(({ kind }) => kind === 'guides' || kind === 'rules')
        .map((document) => ({
          kind: document.kind,
          slug: document.slug,
          title: document.title,
          language: document.language,
          parts: treeOf(document).sections.map(({ anchor, heading, text }) => ({
            anchor,
            heading,
            text,
          })),
        }))
    },
    /** What is wrong with texts that are in no list because of it. */
    faults: (): readonly ContentFault[] => texts.flatMap((text) => faultOf(text) ?? []),
    /**
     * Reads all texts, which takes most of a second at a start, and leaves time for requests between two of them.
     * @throws ContentFault for a mistake in any text.
     */
    async check(): Promise<void> {
      const read = treeReader(texts, site)
      for (const text of texts) {
        read(text)
        await nextTurn()
      }
    },
  }
}

/** What texts show of the community. */
export interface TextSite extends Pick<SiteSections, 'legal'> {
  readonly community: Pick<SiteSections['community'], 'brand' | 'discordInviteUrl' | 'videos'>
  readonly products: readonly Product[]
}

/** The community as its files say. */
export const filesSite: TextSite = { ...siteFiles, products: siteFiles.products.products }

/** Most texts stay as they are when one is saved, or a section of the site. */
const trees = new WeakMap<TextFile, { readonly shows: string; readonly tree: DocumentTree }>()

/** Reads the tree of each text once, when it is first needed. @throws ContentFault for a mistake. */
export function treeReader(
  texts: readonly TextFile[],
  site: TextSite,
  isPage = pageFinder(texts, site),
): (text: TextFile) => DocumentTree {
  const references = referencesTo(site)
  const shows = JSON.stringify(references)
  return (text) => {
    const known = trees.get(text)
    if (known?.shows === shows) return known.tree
    const tree = readTree(text, { isPage, ...references })
    trees.set(text, { shows, tree })
    return tree
  }
}

function pageFinder(texts: readonly TextFile[], { products }: TextSite): (path: string) => boolean {
  const pages = new Set([
    ...Object.values(paths).flatMap((path) => (path.length === 0 ? [path('guides', '')] : [])),
    ...products.filter(isSold).map(productPath),
    ...texts.map(({ kind, slug }) => paths.document(kind, slug)),
  ])
  return (path) => pages.has(path)
}

function referencesTo({ community, legal }: TextSite): Omit<TextReferences, 'isPage'> {
  const isSample = Object.values(legal).some((value) => value?.includes('SAMPLE'))
  return {
    discordInviteUrl: community.discordInviteUrl,
    videos: Object.keys(community.videos),
    particulars: {
      brand: community.brand,
      discord: community.discordInviteUrl,
      ...legal,
      // A line with it stands only as long as the particulars are samples.
      onlyForSamples: isSample ? '' : null,
    },
  }
}
