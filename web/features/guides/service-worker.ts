import { isLanguage } from '#contract/language.ts'
import { createOfflineStore, createResponder, type OfflinePages } from './offline-copies.ts'

/** Filled in by the build. */
declare const buildOfflinePages: OfflinePages

// The compiler's own types of service workers exclude those of pages, which the rest of `web/` needs.
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerEvents {
  readonly install: LastingEvent
  readonly activate: LastingEvent
  readonly message: LastingEvent & { readonly data: unknown }
  readonly fetch: LastingEvent & {
    readonly request: Request
    respondWith(answer: Promise<Response>): void
  }
}
declare const self: {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

const networkTimeoutMs = 3000

const store = createOfflineStore({
  pages: buildOfflinePages,
  storage: caches,
  fetchFile: (address) => fetch(address),
  clock: () => new Date(),
})
const respond = createResponder({
  pages: buildOfflinePages,
  store,
  ownOrigin: self.location.origin,
  fetchFromNetwork: (request) => fetch(request),
  networkTimeout: () => new Promise((resolve) => setTimeout(resolve, networkTimeoutMs)),
})

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
// Each page sends its language.
self.addEventListener('message', (event) => {
  // A failed save is repeated at the next visit.
  if (isLanguage(event.data)) event.waitUntil(store.save(event.data).catch(() => undefined))
})
self.addEventListener('fetch', (event) => {
  const answer = respond(event.request)
  if (answer) event.respondWith(answer())
})

/**
 * Saves the new build before it takes over from the old one, so that pages stay available offline
 * throughout. If that fails, the old build stays.
 */
async function install(): Promise<void> {
  const language = await store.languageOfEarlierBuild()
  if (language) await store.save(language)
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  await store.deleteOtherBuilds()
  await self.clients.claim()
}
