import { languages } from '../../contract/language.ts'
import type { Reading } from './reading.ts'
import type { ReadingStore } from './reading-store.ts'

interface AnsweringParts {
  readonly reading: Reading
  readonly store: ReadingStore
  readonly ownOrigin: string
  readonly askNetwork: (request: Request) => Promise<Response>
  /** Resolves when a visitor with a bad network has waited long enough. */
  readonly patience: () => Promise<void>
}

type Answer = () => Promise<Response>

/**
 * How to answer what pages ask for; null for what must go its own way, which is everything but guides,
 * rules and what they load.
 */
export function createAnswering(parts: AnsweringParts): (request: Request) => Answer | null {
  const { reading, store, ownOrigin, askNetwork } = parts
  const all = languages.map((language) => reading.files[language])
  const documents = new Set(all.flatMap((files) => files.documents))
  const assets = new Set(all.flatMap((files) => files.assets))
  return (request) => {
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== ownOrigin) return null
    // Its name changes with its content: what is saved under it is right for ever.
    if (assets.has(pathname)) {
      return async () => (await store.find(pathname)) ?? askNetwork(request)
    }
    const path = pathname.replace(/\/+$/, '')
    if (request.mode !== 'navigate' || !documents.has(path)) return null
    return () => answerDocument(request, path, parts)
  }
}

/** The newest page if it comes soon, else the saved one, else whatever comes. */
async function answerDocument(
  request: Request,
  path: string,
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
  return soon ?? (await store.find(path)) ?? network
}
