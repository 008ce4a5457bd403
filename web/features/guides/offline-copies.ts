import { isLanguage, languageParameter, languages, type Language } from '#contract/language.ts'

/** What one build of the site keeps on a device: guides, rules and the team finder. */
export interface OfflinePages {
  /** Another one for every build whose kept pages or files differ. */
  readonly build: string
  readonly files: Readonly<Record<Language, OfflineFiles>>
}

export interface OfflineFiles {
  /** Paths of pages; `:id` in one stands for any one segment. */
  readonly documents: readonly string[]
  /** Addresses of all that these pages load. */
  readonly assets: readonly string[]
}

/** Under this address each saved copy notes when it was made, as an ISO 8601 time. */
export const savedAtAddress = '/saved-at'

// From when only guides and rules were kept. Under another name, old copies would stay on devices for ever.
const namePrefix = 'reading'

/** As much of the browser's own caches as is needed here. */
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

/** The copies of pages on this device: a cache per build and language, whole or not there. */
export function createOfflineStore({ pages, storage, fetchFile, clock }: OfflineStoreParts) {
  let lastSave: Promise<void> = Promise.resolve()
  const nameOf = (language: Language): string => `${namePrefix} ${pages.build} ${language}`
  const ownNames = async (): Promise<readonly string[]> =>
    (await storage.keys()).filter((name) => name.startsWith(`${namePrefix} `))

  async function isSaved(language: Language): Promise<boolean> {
    if (!(await storage.has(nameOf(language)))) return false
    const cache = await storage.open(nameOf(language))
    return (await cache.match(savedAtAddress)) !== undefined
  }

  async function saveAll(language: Language): Promise<void> {
    if (await isSaved(language)) return
    const name = nameOf(language)
    const { documents, assets } = pages.files[language]
    const savedAt = clock().toISOString()
    try {
      const cache = await storage.open(name)
      await Promise.all(assets.map(async (asset) => cache.put(asset, await fetchGood(asset))))
      for (const path of documents) {
        const answer = await fetchGood(`${path}?${languageParameter}=${language}`)
        const html = await answer.text()
        refuseOtherBuild(html, assets)
        await cache.put(path, savedDocument(answer.headers, html, savedAt))
      }
      // Last, so that a copy with it is a whole one.
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
    /** Saves all pages that are kept, in a language; those in other languages go. Throws when one cannot be had. */
    async save(language: Language): Promise<void> {
      // One after the other: each clears away the others, which must not be half written by then.
      const save = (): Promise<void> => saveAll(language)
      lastSave = lastSave.then(save, save)
      await lastSave
    },
    /** The saved copy of a page or a file, in whatever language was saved last. */
    async find(path: string): Promise<Response | undefined> {
      for (const name of (await ownNames()).filter(isOfBuild)) {
        const cache = await storage.open(name)
        // What is half saved is no page: its files may be missing.
        if (!(await cache.match(savedAtAddress))) continue
        const found = await cache.match(path, { ignoreVary: true })
        if (found) return found
      }
      return undefined
    },
    /** The language in which an earlier build was saved. */
    async languageOfEarlierBuild(): Promise<Language | undefined> {
      return (await ownNames())
        .filter((name) => !isOfBuild(name))
        .map((name) => name.split(' ')[2])
        .find(isLanguage)
    },
    async forgetOtherBuilds(): Promise<void> {
      const others = (await ownNames()).filter((name) => !isOfBuild(name))
      await Promise.all(others.map((name) => storage.delete(name)))
    },
  }
}

/** A release may come between two answers. A page of one build with files of another would be dead. */
function refuseOtherBuild(html: string, assets: readonly string[]): void {
  const foreign = [...html.matchAll(/\/assets\/[\w.~-]+/g)].find(
    ([asset]) => !assets.includes(asset),
  )
  if (foreign) throw new Error(`${foreign[0]} is of another build`)
}

/** A page with the headers that it came with, its content security policy above all. */
function savedDocument(headers: Headers, html: string, savedAt: string): Response {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  return new Response(html.replace('<html ', `<html data-saved="${savedAt}" `), { headers: kept })
}

interface ResponderParts {
  readonly pages: OfflinePages
  readonly store: OfflineStore
  readonly ownOrigin: string
  readonly askNetwork: (request: Request) => Promise<Response>
  /** Resolves when a visitor with a bad network has waited long enough. */
  readonly networkTimeout: () => Promise<void>
}

type Answer = () => Promise<Response>

/**
 * How to answer what pages ask for; null for what must go its own way, which is everything but the
 * pages that are kept and what they load.
 */
export function createResponder(parts: ResponderParts): (request: Request) => Answer | null {
  const { pages, store, ownOrigin, askNetwork } = parts
  const all = languages.map((language) => pages.files[language])
  const findDocument = documentFinder(new Set(all.flatMap((files) => files.documents)))
  const assets = new Set(all.flatMap((files) => files.assets))
  return (request) => {
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== ownOrigin) return null
    // Its name changes with its content: what is saved under it is right for ever.
    if (assets.has(pathname)) {
      return async () => (await store.find(pathname)) ?? askNetwork(request)
    }
    const document = request.mode === 'navigate' ? findDocument(pathname) : undefined
    return document === undefined ? null : () => answerDocument(request, document, parts)
  }
}

/** Finds the page of an address: `/team/edit/:id` is the page of `/team/edit/` and any one segment. */
function documentFinder(documents: ReadonlySet<string>): (pathname: string) => string | undefined {
  const patterns = [...documents].map((document) => ({
    document,
    pattern: new RegExp(`^${document.replaceAll(/:\w+/g, '[^/]+')}/*$`),
  }))
  return (pathname) => patterns.find(({ pattern }) => pattern.test(pathname))?.document
}

/** The newest page if it comes soon, else the saved one, else whatever comes. */
async function answerDocument(
  request: Request,
  document: string,
  { store, askNetwork, networkTimeout }: ResponderParts,
): Promise<Response> {
  const network = askNetwork(request)
  const soon = await Promise.race([
    network.then(
      (answer) => (answer.status < 500 ? answer : null),
      () => null,
    ),
    networkTimeout().then(() => null),
  ])
  return soon ?? (await store.find(document)) ?? network
}
