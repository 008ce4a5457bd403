import { isLanguage } from '#contract/language.ts'
import { createOfflineStore, createResponder, type OfflinePages } from './offline-copies.ts'

/** Put in by the build. */
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
  askNetwork: (request) => fetch(request),
  networkTimeout: () => new Promise((resolve) => setTimeout(resolve, networkTimeoutMs)),
})

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
// A page says in which language it is read.
self.addEventListener('message', (event) => {
  // What could not be saved now is saved at the next visit.
  if (isLanguage(event.data)) event.waitUntil(store.save(event.data).catch(() => undefined))
})
self.addEventListener('fetch', (event) => {
  const answer = respond(event.request)
  if (answer) event.respondWith(answer())
})

/** Who could read the old build offline can read the new one from its first moment; else the old one stays. */
async function install(): Promise<void> {
  const language = await store.languageOfEarlierBuild()
  if (language) await store.save(language)
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  await store.forgetOtherBuilds()
  await self.clients.claim()
}
