import { expect, test } from 'vitest'
import { createAnswering } from './answer-request.ts'
import { memoryCaches } from '#test/memory-caches.ts'
import { createOfflineStore } from './offline-store.ts'
import type { OfflinePages } from './offline-pages.ts'

const origin = 'https://shop.example'
const files = { documents: ['/rules', '/team/edit/:id'], assets: ['/assets/rules-1.js'] }
const pages: OfflinePages = { build: 'one', files: { fr: files, en: files, ru: files, es: files } }
const never = (): Promise<never> => new Promise(() => undefined)

interface World {
  readonly askNetwork?: () => Promise<Response>
  readonly patience?: () => Promise<void>
  readonly isSaved?: boolean
}

async function answer(request: Request, world: World = {}): Promise<Response | null> {
  const { askNetwork = offline, patience = never, isSaved = true } = world
  const store = createOfflineStore({
    pages,
    storage: memoryCaches(),
    fetchFile: async () => new Response('<html lang="fr">saved'),
    clock: () => new Date(),
  })
  if (isSaved) await store.save('fr')
  const answering = createAnswering({ pages, store, ownOrigin: origin, askNetwork, patience })
  return answering(request)?.() ?? null
}

const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

function navigation(path: string, init: RequestInit = {}): Request {
  const request = new Request(`${origin}${path}`, init)
  // Node's own requests cannot be navigations.
  Object.defineProperty(request, 'mode', { value: 'navigate' })
  return request
}

test.each(['/rules', '/rules/', '/rules?lang=ru', '/team/edit/5d8c', '/team/edit/5d8c/'])(
  'the saved %s is shown offline',
  async (path) => {
    expect(await (await answer(navigation(path)))?.text()).toContain('saved')
  },
)

test('a page comes from the network where there is one', async () => {
  const askNetwork = async (): Promise<Response> => new Response('fresh')
  expect(await (await answer(navigation('/rules'), { askNetwork }))?.text()).toBe('fresh')
})

test('nobody waits long for a page that is saved', async () => {
  const world = { askNetwork: never, patience: () => Promise.resolve() }
  expect(await (await answer(navigation('/rules'), world))?.text()).toContain('saved')
})

test('a page that is not saved is waited for', async () => {
  const askNetwork = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Response('late')
  }
  const world = { askNetwork, patience: () => Promise.resolve(), isSaved: false }
  expect(await (await answer(navigation('/rules'), world))?.text()).toBe('late')
})

test('a server in trouble is not shown where there is something to read', async () => {
  const askNetwork = async (): Promise<Response> => new Response('trouble', { status: 503 })
  expect(await (await answer(navigation('/rules'), { askNetwork }))?.text()).toContain('saved')
  const unsaved = await answer(navigation('/rules'), { askNetwork, isSaved: false })
  expect(unsaved?.status).toBe(503)
})

test('without network and copy the browser says so as ever', async () => {
  await expect(answer(navigation('/rules'), { isSaved: false })).rejects.toThrow('Failed to fetch')
})

test('a file of the saved pages comes from the device, else from the network', async () => {
  const request = new Request(`${origin}/assets/rules-1.js`)
  const askNetwork = async (): Promise<Response> => new Response('from afar')
  expect(await (await answer(request, { askNetwork: never }))?.text()).toContain('saved')
  expect(await (await answer(request, { askNetwork, isSaved: false }))?.text()).toBe('from afar')
})

test.each([
  ['another page', navigation('/checkout')],
  ['the home page', navigation('/')],
  ['a page beneath one whose address has any one segment', navigation('/team/edit/5d8c/more')],
  ['a page above it', navigation('/team/edit/')],
  ['a form', navigation('/rules', { method: 'POST' })],
  ['an interface', new Request(`${origin}/api/session`)],
  ['a file of another page', new Request(`${origin}/assets/checkout-1.js`)],
  ['a page that a script asks for', new Request(`${origin}/rules`)],
  ['another site', new Request('https://elsewhere.example/assets/rules-1.js')],
])('%s goes its own way', async (_, request) => {
  expect(await answer(request)).toBeNull()
})
