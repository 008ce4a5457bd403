import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { documentList, listDocuments } from '#contract/documents.ts'
import { addressOf } from '#contract/endpoint.ts'
import { defaultLanguage, isLanguage, type Language } from '#contract/language.ts'
import {
  siteAddress,
  type BuiltAssets,
  type FoundPage,
  type PageRenderer,
} from '#contract/page-renderer.ts'
import { paths } from '#contract/paths.ts'
import {
  versionOf,
  type CachedResponse,
  type FindAnswer,
  type MadeResponse,
} from '#server/http/response-cache.ts'
import type { Services } from '#server/services/context.ts'
import { textFile, type WebFile } from './web-files.ts'

/** A page's document, ready to send. */
export interface Page {
  readonly file: WebFile
  readonly isFound: boolean
  readonly isListed: boolean
  /** How long its data has been older than the newest that there is; null while it is not. */
  readonly staleSeconds: number | null
}

/** The program that renders pages, and the addresses of their files. */
export interface BuiltPages {
  readonly renderer: PageRenderer
  readonly assets: Readonly<Record<Language, BuiltAssets>>
}

export async function openBuiltPages(buildDirectory: string): Promise<BuiltPages> {
  const file = pathToFileURL(path.join(buildDirectory, 'renderer/render.js')).href
  const [{ renderer }, assets]: [{ renderer: PageRenderer }, string] = await Promise.all([
    import(file),
    readFile(path.join(buildDirectory, 'page-assets.json'), 'utf8'),
  ])
  return { renderer, assets: JSON.parse(assets) }
}

interface PagesParts {
  readonly built: () => Promise<BuiltPages>
  readonly findAnswer: FindAnswer
  readonly publicOrigin: string
  readonly log: Logger
  readonly noteConnection: Services['noteConnection']
}

interface KeptPage {
  readonly page: Page
  /** What it was rendered from, in the order of `sources`. */
  made: readonly MadeResponse[]
  readonly sources: readonly CachedResponse[]
  /** When it turned out that newer data cannot be read, or rendered. */
  staleSince: number | null
  /** Whether this data cannot be rendered: `page` is an earlier one, or empty. */
  readonly isBroken: boolean
}

/** A page that is known is not kept waiting any longer for newer data. */
const maxWaitMilliseconds = 3000

/** A path without a page, for which the renderer finds the 404 page. */
const nowhere = '/404'

export type Pages = ReturnType<typeof createPages>

/**
 * Renders pages when they are asked for, and keeps each until what it shows has changed. While its
 * data cannot be read, and when it can no longer be rendered, a page is sent as it was last.
 */
export function createPages({ built, findAnswer, publicOrigin, log, noteConnection }: PagesParts) {
  const kept = new Map<string, KeptPage>()
  let shown: MadeResponse | null = null
  const underWay = new Map<string, Promise<Page>>()

  /** The renderer, with the community as it is now, or as it was last while that cannot be read. */
  async function open(): Promise<BuiltPages> {
    const parts = await built()
    const source = findAnswer(siteAddress)
    if (!source) return parts
    const site =
      source.now() ??
      (await (shown ? soon(source.read()) : source.read()).catch((error: unknown) => {
        if (!shown) throw error
        return shown
      }))
    show(parts, site)
    return parts
  }

  function show({ renderer }: BuiltPages, site: MadeResponse): void {
    if (site.file.etag !== shown?.file.etag) renderer.show(JSON.parse(site.text))
    shown = site
  }

  async function read(
    pagePath: string,
    language: Language,
    isLanguageInAddress: boolean,
  ): Promise<Page> {
    const parts = await open()
    const found = await parts.renderer.find(pagePath, language)
    const key = `${language} ${isLanguageInAddress} ${found.path}`
    const known = kept.get(key)
    if (known?.sources.every((source, index) => source.now() === known.made[index])) {
      return known.staleSince === null ? known.page : staleForm(known)
    }
    const started = underWay.get(key)
    if (started) return started
    const rendering = renew({ key, known, found, language, isLanguageInAddress }, parts).finally(
      () => underWay.delete(key),
    )
    underWay.set(key, rendering)
    return rendering
  }

  function sourcesOf({ firstView }: FoundPage): readonly CachedResponse[] | null {
    const sources = firstView.flatMap(({ address }) => findAnswer(address) ?? [])
    return sources.length === firstView.length ? sources : null
  }

  interface Wanted {
    readonly key: string
    readonly known: KeptPage | undefined
    readonly found: FoundPage
    readonly language: Language
    readonly isLanguageInAddress: boolean
  }

  async function renew(wanted: Wanted, parts: BuiltPages): Promise<Page> {
    const { renderer, assets } = parts
    const { key, known, found, language, isLanguageInAddress } = wanted
    const sources = sourcesOf(found)
    // What a page shows and what it throws depend on its language.
    const alarm = `${found.path} ${language}`
    // A page of something that does not exist, such as a guide.
    if (!sources) {
      kept.delete(key)
      return read(nowhere, language, isLanguageInAddress)
    }
    let made: readonly MadeResponse[] | null = null
    try {
      const reading = Promise.all(sources.map((source) => source.read()))
      made = await (known ? soon(reading) : reading)
    } catch (error) {
      log.warn({ err: error, route: found.route }, 'a page is shown without its newest data')
      if (known) return staleForm(known)
    }
    if (known && made?.every(({ file }, index) => file.etag === known.made[index]?.file.etag)) {
      known.made = made
      if (known.isBroken) return staleForm(known)
      known.staleSince = null
      return known.page
    }
    // Another request may have shown another version of the community meanwhile.
    const site = made?.[found.firstView.findIndex(({ address }) => address === siteAddress)]
    if (site) show(parts, site)
    const { modules, ...shared } = assets[language]
    const { html, fault } = renderer.render(found, {
      language,
      origin: publicOrigin,
      isLanguageInAddress,
      assets: { ...shared, modules: modules[found.source] ?? [] },
      answers: found.firstView.flatMap(({ queryKey, address }, index) => {
        const one = made?.[index]
        return one ? [[queryKey, JSON.parse(one.text), versionOf(address, one)] as const] : []
      }),
    })
    if (fault === undefined) {
      // Without its data it may be whole by luck.
      if (made) void noteConnection('pages', alarm, { outcome: 'ok' })
    } else {
      log.error({ err: fault, page: alarm }, 'a page cannot be rendered')
      const detail = fault instanceof Error ? fault.message : 'thrown without an error'
      void noteConnection('pages', alarm, { outcome: 'failed', fault: 'page_broken', detail })
    }
    const { isFound, isListed } = found
    const isBroken = fault !== undefined
    const file = textFile(html, 'text/html; charset=utf-8')
    const page: Page =
      isBroken && known ? known.page : { file, isFound, isListed, staleSeconds: null }
    if (!made) return page
    const next = { page, made, sources, isBroken, staleSince: isBroken ? performance.now() : null }
    kept.set(key, next)
    return isBroken ? staleForm(next) : page
  }

  /**
   * Ends the alarms about pages that are gone or can be rendered again, which nobody may have opened
   * since. It stops at the first that is still broken: all of them are one alarm to the owner.
   */
  async function endAlarms(alarms: readonly string[]): Promise<void> {
    for (const alarm of alarms) {
      const [pagePath = '', language] = alarm.split(' ')
      if (!isLanguage(language)) continue
      const found = await (await open()).renderer.find(pagePath, language)
      const isThere = found.path === pagePath && sourcesOf(found) !== null
      if (isThere && (await read(pagePath, language, false)).staleSeconds !== null) return
      await noteConnection('pages', alarm, { outcome: 'ok' })
    }
  }

  async function documentPaths(): Promise<readonly string[]> {
    const answer = findAnswer(addressOf(listDocuments, { query: { language: defaultLanguage } }))
    if (!answer) return []
    const { documents } = documentList.parse(JSON.parse((await answer.read()).text))
    return documents.map(({ kind, slug }) => paths.document(kind, slug))
  }

  return {
    read,
    endAlarms,
    /** Loads the code of all pages, of which a new build beside this process removes the files. */
    load: async () => {
      const { renderer } = await open()
      const all = [...renderer.paths(), nowhere]
      await Promise.all(all.map((one) => renderer.find(one, defaultLanguage)))
    },
    has: async (pagePath: string) => {
      const found = await (await open()).renderer.find(pagePath, defaultLanguage)
      return found.isFound && sourcesOf(found) !== null
    },
    manifest: async (language: Language) => (await open()).renderer.manifest(language),
    paths: async () => [...(await open()).renderer.paths(), ...(await documentPaths())],
    sitemap: async () => (await open()).renderer.sitemap(publicOrigin, await documentPaths()),
  }
}

/** Rejects when it takes too long. */
function soon<Value>(reading: Promise<Value>): Promise<Value> {
  const late = sleep(maxWaitMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error('the data takes too long')
  })
  return Promise.race([reading, late])
}

function staleForm(known: KeptPage): Page {
  known.staleSince ??= performance.now()
  const staleSeconds = Math.ceil((performance.now() - known.staleSince) / 1000)
  return { ...known.page, staleSeconds }
}
