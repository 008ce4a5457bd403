import { expect, test, vi } from 'vitest'
import { memoryCaches } from '#test/memory-caches.ts'
import {
  createOfflineStore,
  createResponder,
  savedAtAddress,
  type OfflineCaches,
  type OfflinePages,
} from './offline-copies.ts'

const noFiles = { documents: [], assets: [] }

function pagesOf(build: string): OfflinePages {
  const french = { documents: ['/rules', '/rules/:slug'], assets: [`/assets/rules-${build}.js`] }
  const russian = { documents: ['/rules'], assets: [`/assets/rules-ru-${build}.js`] }
  return { build, files: { fr: french, ru: russian, en: noFiles, es: noFiles } }
}

const texts = listOf('v1')

/** The server's list of texts, with one rule. */
function listOf(version: string): string {
  const text = { kind: 'rules', slug: 'general', title: 'T', description: 'D' }
  return JSON.stringify({
    version,
    documents: [{ ...text, changed: '2026-11-21', language: 'fr' }],
  })
}

/** A server with one build of the site. */
function serverOf(build: string) {
  const answers: Readonly<Record<string, string>> = {
    '/rules?lang=fr': `<html lang="fr"><script src="/assets/rules-${build}.js">Règles ${build}`,
    '/rules?lang=ru': `<html lang="ru"><script src="/assets/rules-ru-${build}.js">Правила`,
    '/api/documents?language=fr': texts,
    '/api/documents?language=ru': texts,
    '/rules/general?lang=fr': '<html lang="fr">Respect',
    [`/assets/rules-${build}.js`]: `run(${build})`,
    [`/assets/rules-ru-${build}.js`]: `run(ru ${build})`,
  }
  return vi.fn<(address: string) => Promise<Response>>(async (address) => {
    const text =
      answers[address] ?? (address.startsWith('/api/') ? `{"of":"${address}"}` : undefined)
    const headers = { 'content-security-policy': "default-src 'none'", vary: 'Cookie' }
    return new Response(text ?? 'nothing here', { status: text === undefined ? 404 : 200, headers })
  })
}

function open(build: string, storage: OfflineCaches, fetchFile = serverOf(build)) {
  const clock = () => new Date('2026-11-21T20:00:00Z')
  return createOfflineStore({ pages: pagesOf(build), storage, fetchFile, clock })
}

test('a saved page has the time of saving, and keeps its content security policy', async () => {
  const storage = memoryCaches()
  const store = open('one', storage)
  await store.save('fr')
  const page = await store.find('/rules')
  expect(await page?.text()).toMatch(
    /^<html data-saved="2026-11-21T20:00:00.000Z" lang="fr">.*Règles one/,
  )
  expect(page?.headers.get('content-security-policy')).toBe("default-src 'none'")
  expect(await (await store.find('/assets/rules-one.js'))?.text()).toBe('run(one)')
  expect(await (await store.find(savedAtAddress))?.text()).toBe('2026-11-21T20:00:00.000Z')
})

test('each text of a kind is saved, and the answers by which links show it', async () => {
  const store = open('one', memoryCaches())
  await store.save('fr')
  expect(await (await store.find('/rules/general'))?.text()).toContain('Respect')
  for (const address of [
    '/api/documents?language=fr&kind=rules',
    '/api/documents/rules/general?language=fr',
    '/api/document-search?language=fr&version=v1',
  ]) {
    expect(await (await store.find(address))?.json()).toEqual({ of: address })
  }
})

test('all is saved again when a text has changed', async () => {
  const server = serverOf('one')
  let list = texts
  const fetchFile = vi.fn<(address: string) => Promise<Response>>((address) =>
    address === '/api/documents?language=fr'
      ? Promise.resolve(new Response(list))
      : server(address),
  )
  const storage = memoryCaches()
  const store = open('one', storage, fetchFile)
  await store.save('fr')
  list = listOf('v2')
  await store.save('fr')
  expect(await storage.keys()).toEqual(['reading one fr v2'])
  expect(fetchFile.mock.calls.filter(([address]) => address === '/rules?lang=fr')).toHaveLength(2)
})

test('saved pages are not loaded again, not even by two pages at once', async () => {
  const fetchFile = serverOf('one')
  const store = open('one', memoryCaches(), fetchFile)
  await Promise.all([store.save('fr'), store.save('fr')])
  await store.save('fr')
  expect(fetchFile.mock.calls.filter(([address]) => address === '/rules?lang=fr')).toHaveLength(1)
})

test('a page with a missing file is not saved at all', async () => {
  const storage = memoryCaches()
  const store = open('one', storage, serverOf('two'))
  await expect(store.save('fr')).rejects.toThrow('/assets/rules-one.js answered 404')
  expect(await store.find('/rules')).toBeUndefined()
  expect(await storage.keys()).toEqual([])
})

test('a release between two responses leaves no mix of builds', async () => {
  const [before, after] = [serverOf('one'), serverOf('two')]
  const fetchFile = vi.fn<(address: string) => Promise<Response>>((address) =>
    address.startsWith('/assets/') ? before(address) : after(address),
  )
  const store = open('one', memoryCaches(), fetchFile)
  await expect(store.save('fr')).rejects.toThrow('/assets/rules-two.js is of another build')
  expect(await store.find('/assets/rules-one.js')).toBeUndefined()
})

test('another language replaces the last one', async () => {
  const store = open('one', memoryCaches())
  await store.save('fr')
  await store.save('ru')
  expect(await (await store.find('/rules'))?.text()).toContain('Правила')
  expect(await store.find('/assets/rules-one.js')).toBeUndefined()
})

test('of two languages saved at the same time the one chosen last stays', async () => {
  const store = open('one', memoryCaches())
  await Promise.all([store.save('fr'), store.save('ru')])
  expect(await (await store.find('/rules'))?.text()).toContain('Правила')
})

test('a new build replaces the old one in the same language, and only when it is complete', async () => {
  const storage = memoryCaches()
  const old = open('one', storage)
  await old.save('ru')
  const next = open('two', storage)
  expect(await next.languageOfEarlierBuild()).toBe('ru')
  await next.save('ru')
  expect(await old.find('/assets/rules-ru-one.js')).toBeDefined()
  expect(await next.find('/assets/rules-ru-one.js')).toBeUndefined()
  await next.deleteOtherBuilds()
  expect(await old.find('/rules')).toBeUndefined()
  expect(await (await next.find('/rules'))?.text()).toContain('rules-ru-two.js')
  expect(await next.languageOfEarlierBuild()).toBeUndefined()
})

test('caches of others are left alone', async () => {
  const storage = memoryCaches()
  await storage.open('something else')
  const store = open('one', storage)
  await store.save('fr')
  await store.deleteOtherBuilds()
  expect(await storage.keys()).toContain('something else')
})

const origin = 'https://shop.example'
const files = {
  documents: ['/rules', '/rules/:slug', '/team/edit/:id'],
  assets: ['/assets/rules-1.js'],
}
const pages: OfflinePages = { build: 'one', files: { fr: files, en: files, ru: files, es: files } }
const never = (): Promise<never> => new Promise(() => undefined)

interface Situation {
  readonly fetchFromNetwork?: () => Promise<Response>
  readonly networkTimeout?: () => Promise<void>
  readonly isSaved?: boolean
}

async function respondTo(request: Request, world: Situation = {}): Promise<Response | null> {
  const { fetchFromNetwork = offline, networkTimeout = never, isSaved = true } = world
  const store = createOfflineStore({
    pages,
    storage: memoryCaches(),
    fetchFile: async (address) =>
      new Response(address === '/api/documents?language=fr' ? texts : '<html lang="fr">saved'),
    clock: () => new Date(),
  })
  if (isSaved) await store.save('fr')
  const respond = createResponder({
    pages,
    store,
    ownOrigin: origin,
    fetchFromNetwork,
    networkTimeout,
  })
  return respond(request)?.() ?? null
}

const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

function navigation(path: string, init: RequestInit = {}): Request {
  const request = new Request(`${origin}${path}`, init)
  // Node does not create navigation requests.
  Object.defineProperty(request, 'mode', { value: 'navigate' })
  return request
}

test.each([
  '/rules',
  '/rules/',
  '/rules?lang=ru',
  '/rules/general',
  '/rules/general/',
  '/team/edit/5d8c',
  '/team/edit/5d8c/',
])('the saved %s is shown offline', async (path) => {
  expect(await (await respondTo(navigation(path)))?.text()).toContain('saved')
})

test('the answer behind a saved text is shown offline, and comes from the network if there is one', async () => {
  const request = () => new Request(`${origin}/api/documents/rules/general?language=fr`)
  expect(await (await respondTo(request()))?.text()).toContain('saved')
  const fetchFromNetwork = async (): Promise<Response> => new Response('fresh')
  expect(await (await respondTo(request(), { fetchFromNetwork }))?.text()).toBe('fresh')
})

test('a page comes from the network if there is one', async () => {
  const fetchFromNetwork = async (): Promise<Response> => new Response('fresh')
  expect(await (await respondTo(navigation('/rules'), { fetchFromNetwork }))?.text()).toBe('fresh')
})

test('a slow network is not awaited for a saved page', async () => {
  const world = { fetchFromNetwork: never, networkTimeout: () => Promise.resolve() }
  expect(await (await respondTo(navigation('/rules'), world))?.text()).toContain('saved')
})

test('a slow network is awaited for a page that is not saved', async () => {
  const fetchFromNetwork = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Response('late')
  }
  const world = { fetchFromNetwork, networkTimeout: () => Promise.resolve(), isSaved: false }
  expect(await (await respondTo(navigation('/rules'), world))?.text()).toBe('late')
})

test('a saved page is shown instead of a server error', async () => {
  const fetchFromNetwork = async (): Promise<Response> => new Response('trouble', { status: 503 })
  expect(await (await respondTo(navigation('/rules'), { fetchFromNetwork }))?.text()).toContain(
    'saved',
  )
  const unsaved = await respondTo(navigation('/rules'), { fetchFromNetwork, isSaved: false })
  expect(unsaved?.status).toBe(503)
})

test('without a network and a copy the browser shows its own error', async () => {
  await expect(respondTo(navigation('/rules'), { isSaved: false })).rejects.toThrow(
    'Failed to fetch',
  )
})

test('a file of the saved pages comes from the device, else from the network', async () => {
  const request = new Request(`${origin}/assets/rules-1.js`)
  const fetchFromNetwork = async (): Promise<Response> => new Response('from afar')
  expect(await (await respondTo(request, { fetchFromNetwork: never }))?.text()).toContain('saved')
  expect(await (await respondTo(request, { fetchFromNetwork, isSaved: false }))?.text()).toBe(
    'from afar',
  )
})

test.each([
  ['another page', navigation('/checkout')],
  ['the home page', navigation('/')],
  ['a page below an address with a parameter', navigation('/team/edit/5d8c/more')],
  ['a page above such an address', navigation('/team/edit/')],
  ['a form', navigation('/rules', { method: 'POST' })],
  ['an API', new Request(`${origin}/api/session`)],
  ['a file of another page', new Request(`${origin}/assets/checkout-1.js`)],
  ['a page that a script requests', new Request(`${origin}/rules`)],
  ['another site', new Request('https://elsewhere.example/assets/rules-1.js')],
])('%s is left to the browser', async (_, request) => {
  expect(await respondTo(request)).toBeNull()
})
