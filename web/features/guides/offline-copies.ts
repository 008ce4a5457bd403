import type { DocumentList } from '#contract/documents.ts'
import { addressOf } from '#contract/endpoint.ts'
import { isLanguage, languageParameter, languages, type Language } from '#contract/language.ts'
import { documentAddresses as addresses, documentKinds, paths } from '#contract/paths.ts'

/** The pages that one build of the site saves on a device: all texts and the team finder. */
export interface OfflinePages {
  /** Differs between builds whose saved pages or files differ. */
  readonly build: string
  readonly files: Readonly<Record<Language, OfflineFiles>>
}

export interface OfflineFiles {
  /**
   * Paths of pages. `:slug` in one stands for each text of its kind, which the server lists; `:id`
   * matches any single segment.
   */
  readonly documents: readonly string[]
  /** Addresses of all files that these pages load. */
  readonly assets: readonly string[]
}

/** The entry in each saved copy with the time when it was made, as an ISO 8601 text. */
export const savedAtAddress = '/saved-at'

// The name from when only guides and rules were saved. Under another name, old copies would stay on
// devices for ever.
const namePrefix = 'reading'

/** The part of the browser's `CacheStorage` that is used here. */
export interface OfflineCaches extends Pick<CacheStorage, 'keys' | 'has' | 'delete'> {
  open(name: string): Promise<{
    match(address: string, options?: CacheQueryOptions): Promise<Response | undefined>
    put(address: string, answer: Response): Promise<void>
  }>
}

interface OfflineStoreParts {
  readonly pages: OfflinePages
  readonly storage: OfflineCaches
  readonly fetchFile: (address: string) => Promise<Response>
  readonly clock: () => Date
}

type OfflineStore = ReturnType<typeof createOfflineStore>

/** The copies of pages on this device: one cache per build, language and version of the texts, complete or absent. */
export function createOfflineStore({ pages, storage, fetchFile, clock }: OfflineStoreParts) {
  let lastSave: Promise<void> = Promise.resolve()
  const ownNames = async (): Promise<readonly string[]> =>
    (await storage.keys()).filter((name) => name.startsWith(`${namePrefix} `))

  async function isSaved(name: string): Promise<boolean> {
    if (!(await storage.has(name))) return false
    const cache = await storage.open(name)
    return (await cache.match(savedAtAddress)) !== undefined
  }

  async function saveAll(language: Language): Promise<void> {
    const listed = await fetchGood(addressOf({ path: addresses.list }, { query: { language } }))
    const texts: unknown = await listed.json()
    if (!isDocumentList(texts)) throw new Error('the texts are not listed')
    const name = `${namePrefix} ${pages.build} ${language} ${texts.version}`
    if (await isSaved(name)) return
    const { assets } = pages.files[language]
    const { documents, answers } = addressesOf(pages.files[language].documents, language, texts)
    const savedAt = clock().toISOString()
    try {
      const cache = await storage.open(name)
      await Promise.all(
        [...assets, ...answers].map(async (address) =>
          cache.put(address, await fetchGood(address)),
        ),
      )
      for (const path of documents) {
        const answer = await fetchGood(`${path}?${languageParameter}=${language}`)
        const html = await answer.text()
        rejectOtherBuild(html, assets)
        await cache.put(path, savedDocument(answer.headers, html, savedAt))
      }
      // Written last, as the mark of a complete copy.
      await cache.put(savedAtAddress, new Response(savedAt))
    } catch (error) {
      await storage.delete(name)
      throw error
    }
    const others = (await ownNames()).filter((other) => isOfBuild(other) && other !== name)
    await Promise.all(others.map((other) => storage.delete(other)))
  }

  const isOfBuild = (name: string): boolean => name.split(' ')[1] === pages.build

  async function fetchGood(address: string): Promise<Response> {
    const answer = await fetchFile(address)
    if (!answer.ok || answer.redirected) throw new Error(`${address} answered ${answer.status}`)
    return answer
  }

  return {
    /** Saves all pages in one language and deletes those in other languages. Throws when a page cannot be loaded. */
    async save(language: Language): Promise<void> {
      // One at a time: each save deletes the others, which must not be half written.
      const save = (): Promise<void> => saveAll(language)
      lastSave = lastSave.then(save, save)
      await lastSave
    },
    /** The saved copy of a page or a file, in the language saved last. */
    async find(path: string): Promise<Response | undefined> {
      for (const name of (await ownNames()).filter(isOfBuild)) {
        const cache = await storage.open(name)
        // Skip an incomplete copy: its files may be missing.
        if (!(await cache.match(savedAtAddress))) continue
        const found = await cache.match(path, { ignoreVary: true })
        if (found) return found
      }
      return undefined
    },
    /** The language of the copy that an earlier build saved. */
    async languageOfEarlierBuild(): Promise<Language | undefined> {
      return (await ownNames())
        .filter((name) => !isOfBuild(name))
        .map((name) => name.split(' ')[2])
        .find(isLanguage)
    },
    async deleteOtherBuilds(): Promise<void> {
      const others = (await ownNames()).filter((name) => !isOfBuild(name))
      await Promise.all(others.map((name) => storage.delete(name)))
    },
  }
}

/** Our own server's list. Its schema would make the worker three times as large. */
function isDocumentList(list: unknown): list is DocumentList {
  return typeof list === 'object' && list !== null && 'version' in list && 'documents' in list
}

function isAnswerOfTexts(pathname: string): boolean {
  const { list, search } = addresses
  return pathname === list || pathname === search || pathname.startsWith(`${list}/`)
}

/** The addresses of the pages, and of the answers by which a link within the site shows them. */
function addressesOf(saved: readonly string[], language: Language, texts: DocumentList) {
  const documents = saved.flatMap((path) => {
    const kind = documentKinds.find((one) => paths.document(one, ':slug') === path)
    if (kind === undefined) return [path]
    const ofKind = texts.documents.filter((text) => text.kind === kind)
    return ofKind.map(({ slug }) => paths.document(kind, slug))
  })
  const query = { language }
  const answers = [
    ...documentKinds.map((kind) =>
      addressOf({ path: addresses.list }, { query: { language, kind } }),
    ),
    ...texts.documents.map(({ kind, slug }) =>
      addressOf({ path: addresses.one }, { params: { kind, slug }, query }),
    ),
    addressOf({ path: addresses.search }, { query: { language, version: texts.version } }),
  ]
  return { documents, answers }
}

/** A release may come between two responses. A page of one build with files of another would not work. */
function rejectOtherBuild(html: string, assets: readonly string[]): void {
  const foreign = [...html.matchAll(/\/assets\/[\w.~-]+/g)].find(
    ([asset]) => !assets.includes(asset),
  )
  if (foreign) throw new Error(`${foreign[0]} is of another build`)
}

/** A page with its original headers, above all its content security policy. */
function savedDocument(headers: Headers, html: string, savedAt: string): Response {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  return new Response(html.replace('<html ', `<html data-saved="${savedAt}" `), { headers: kept })
}

interface ResponderParts {
  readonly pages: OfflinePages
  readonly store: OfflineStore
  readonly ownOrigin: string
  readonly fetchFromNetwork: (request: Request) => Promise<Response>
  /** Resolves when a visitor with a slow network has waited long enough. */
  readonly networkTimeout: () => Promise<void>
}

type Respond = () => Promise<Response>

/**
 * Returns how to respond to a request; null for requests left to the browser, which are all but
 * those for the saved pages, their files and the texts.
 */
export function createResponder(parts: ResponderParts): (request: Request) => Respond | null {
  const { pages, store, ownOrigin, fetchFromNetwork } = parts
  const all = languages.map((language) => pages.files[language])
  const findDocument = documentFinder(new Set(all.flatMap((files) => files.documents)))
  const assets = new Set(all.flatMap((files) => files.assets))
  return (request) => {
    const { origin, pathname, search } = new URL(request.url)
    if (request.method !== 'GET' || origin !== ownOrigin) return null
    // The file's name changes with its content, so a saved copy is always current.
    if (assets.has(pathname)) {
      return async () => (await store.find(pathname)) ?? fetchFromNetwork(request)
    }
    if (isAnswerOfTexts(pathname)) {
      return () => respondFromNetwork(request, pathname + search, parts)
    }
    const document = request.mode === 'navigate' ? findDocument(pathname) : undefined
    return document === undefined ? null : () => respondFromNetwork(request, document, parts)
  }
}

/**
 * Finds the page of an address as it is saved: `/team/edit/:id` for `/team/edit/` and any single
 * segment, `/guide/raiding` for `/guide/:slug`.
 */
function documentFinder(documents: ReadonlySet<string>): (pathname: string) => string | undefined {
  const patterns = [...documents].map((document) => ({
    document,
    pattern: new RegExp(`^${document.replaceAll(/:\w+/g, '[^/]+')}/*$`),
  }))
  return (pathname) => {
    const found = patterns.find(({ pattern }) => pattern.test(pathname))?.document
    return found?.endsWith(':slug') ? pathname.replace(/\/+$/, '') : found
  }
}

/** Responds with the network's answer if it arrives soon, else the saved one, else whatever the network sends later. */
async function respondFromNetwork(
  request: Request,
  savedAddress: string,
  { store, fetchFromNetwork, networkTimeout }: ResponderParts,
): Promise<Response> {
  const network = fetchFromNetwork(request)
  const soon = await Promise.race([
    network.then(
      (answer) => (answer.status < 500 ? answer : null),
      () => null,
    ),
    networkTimeout().then(() => null),
  ])
  return soon ?? (await store.find(savedAddress)) ?? network
}
