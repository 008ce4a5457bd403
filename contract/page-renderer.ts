import type { Language } from './language.ts'
import type { PublicSite } from './site.ts'

/**
 * What the server calls to make a page: the program that the build makes of `web/app/renderer/`. It
 * renders one page at a time, and keeps only the community between two of them.
 */
export interface PageRenderer {
  /** Makes this the community that pages show from now on. To be called before anything else. */
  show(site: PublicSite): void
  /** Finds the page at a path without a trailing slash, and loads its code; the 404 page if there is none. */
  find(path: string, language: Language): Promise<FoundPage>
  /**
   * The HTML document of a page. When the page throws, the document is empty, so that the browser
   * renders it, and `fault` is what was thrown.
   */
  render(page: FoundPage, request: RenderRequest): Rendered
  /** The web app manifest, as JSON. */
  manifest(language: Language): string
  /** Lists the pages for search engines, with those of the texts. */
  sitemap(origin: string, documentPaths: readonly string[]): string
  /** The paths of all pages; `:id` in one matches any single segment. */
  paths(): readonly string[]
}

export interface FoundPage {
  /** As the table of routes has it: `/team/edit/:id`, and `*` for the 404 page. */
  readonly route: string
  /** What it is rendered for: all addresses of one route share a document if they show the same. */
  readonly path: string
  readonly isFound: boolean
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** Its module, as the manifest of the build names it. */
  readonly source: string
  /** What its first view shows, besides what never changes. */
  readonly firstView: readonly FirstViewQuery[]
}

/** A public answer that is in the document, so that the browser need not ask for it. */
export interface FirstViewQuery {
  /** As the page's own query has it. */
  readonly queryKey: readonly unknown[]
  /** Of the endpoint, with its query. */
  readonly address: string
}

/**
 * The answers of the first view, as the document carries them. By its version a page learns whether an
 * answer has changed since.
 */
export type FirstViewAnswers = readonly (readonly [
  queryKey: FirstViewQuery['queryKey'],
  answer: unknown,
  version?: string,
])[]

interface Rendered {
  readonly html: string
  readonly fault?: unknown
}

export interface RenderRequest {
  readonly language: Language
  /** Scheme, host and port of the site. */
  readonly origin: string
  /** Whether the address says the language: then links for search engines say it too. */
  readonly isLanguageInAddress: boolean
  readonly assets: PageAssets
  readonly answers: FirstViewAnswers
}

interface SharedAssets {
  readonly script: string
  readonly stylesheets: readonly string[]
  readonly fonts: readonly string[]
}

/** Addresses of the files that a page needs from the start. */
export interface PageAssets extends SharedAssets {
  /** All modules that `script` and the page itself import. */
  readonly modules: readonly string[]
}

/** The same of all pages in one language, as the build writes them. */
export interface BuiltAssets extends SharedAssets {
  /** By the page's module. */
  readonly modules: Readonly<Record<string, readonly string[]>>
}

export function manifestAddress(language: Language): string {
  return `/site-${language}.webmanifest`
}

// The addresses of what first views show. Here, so that no page loads the schemas of the endpoints for
// them.
export const siteAddress = '/api/site'
export const productTextsAddress = '/api/product-texts'
export const donorsAddress = '/api/donors'
export const perkSlotsAddress = '/api/perk-slots'
export const serverStatusAddress = '/api/server-status'
export const playerHistoryAddress = '/api/server-status/history'
export const shopItemsAddress = '/api/shop-items'

/** The id of the element with the answers of the first view. */
export const firstViewElement = 'first-view'
