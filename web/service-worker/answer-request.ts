import { languages } from '#contract/language.ts'
import type { OfflinePages } from './offline-pages.ts'
import type { OfflineStore } from './offline-store.ts'

interface AnsweringParts {
  readonly pages: OfflinePages
  readonly store: OfflineStore
  readonly ownOrigin: string
  readonly askNetwork: (request: Request) => Promise<Response>
  /** Resolves when a visitor with a bad network has waited long enough. */
  readonly patience: () => Promise<void>
}

type Answer = () => Promise<Response>

/**
 * How to answer what pages ask for; null for what must go its own way, which is everything but the
 * pages that are kept and what they load.
 */
export function createAnswering(parts: AnsweringParts): (request: Request) => Answer | null {
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
  { store, askNetwork, patience }: AnsweringParts,
): Promise<Response> {
  const network = askNetwork(request)
  const soon = await Promise.race([
    network.then(
      (answer) => (answer.status < 500 ? answer : null),
      () => null,
    ),
    patience().then(() => null),
  ])
  return soon ?? (await store.find(document)) ?? network
}
