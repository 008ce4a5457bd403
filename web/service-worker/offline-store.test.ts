import { expect, test, vi } from 'vitest'
import { createOfflineStore, type OfflineCaches } from './offline-store.ts'
import { memoryCaches } from '#test/memory-caches.ts'
import { savedAtAddress, type OfflinePages } from './offline-pages.ts'

const noFiles = { documents: [], assets: [] }

function pagesOf(build: string): OfflinePages {
  const french = { documents: ['/rules'], assets: [`/assets/rules-${build}.js`] }
  const russian = { documents: ['/rules'], assets: [`/assets/rules-ru-${build}.js`] }
  return { build, files: { fr: french, ru: russian, en: noFiles, es: noFiles } }
}

/** A server with one build of the site. */
function serverOf(build: string) {
  const answers: Readonly<Record<string, string>> = {
    '/rules?lang=fr': `<html lang="fr"><script src="/assets/rules-${build}.js">Règles ${build}`,
    '/rules?lang=ru': `<html lang="ru"><script src="/assets/rules-ru-${build}.js">Правила`,
    [`/assets/rules-${build}.js`]: `run(${build})`,
    [`/assets/rules-ru-${build}.js`]: `run(ru ${build})`,
  }
  return vi.fn<(address: string) => Promise<Response>>(async (address) => {
    const text = answers[address]
    const headers = { 'content-security-policy': "default-src 'none'", vary: 'Cookie' }
    return new Response(text ?? 'nothing here', { status: text === undefined ? 404 : 200, headers })
  })
}

function open(build: string, storage: OfflineCaches, fetchFile = serverOf(build)) {
  const clock = () => new Date('2026-11-21T20:00:00Z')
  return createOfflineStore({ pages: pagesOf(build), storage, fetchFile, clock })
}

test('a saved page says when it was saved, and keeps its security policy', async () => {
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

test('what is saved is not loaded again, also not by two pages at once', async () => {
  const fetchFile = serverOf('one')
  const store = open('one', memoryCaches(), fetchFile)
  await Promise.all([store.save('fr'), store.save('fr')])
  await store.save('fr')
  expect(fetchFile).toHaveBeenCalledTimes(2)
})

test('a page whose file cannot be had is not saved at all', async () => {
  const storage = memoryCaches()
  const store = open('one', storage, serverOf('two'))
  await expect(store.save('fr')).rejects.toThrow('/assets/rules-one.js answered 404')
  expect(await store.find('/rules')).toBeUndefined()
  expect(await storage.keys()).toEqual([])
})

test('a release between two answers leaves no mix of builds', async () => {
  const [before, after] = [serverOf('one'), serverOf('two')]
  const fetchFile = vi.fn<(address: string) => Promise<Response>>((address) =>
    address.startsWith('/assets/') ? before(address) : after(address),
  )
  const store = open('one', memoryCaches(), fetchFile)
  await expect(store.save('fr')).rejects.toThrow('/assets/rules-two.js is of another build')
  expect(await store.find('/assets/rules-one.js')).toBeUndefined()
})

test('another language takes the place of the last one', async () => {
  const store = open('one', memoryCaches())
  await store.save('fr')
  await store.save('ru')
  expect(await (await store.find('/rules'))?.text()).toContain('Правила')
  expect(await store.find('/assets/rules-one.js')).toBeUndefined()
})

test('a language that is chosen while another one is being saved is the one that stays', async () => {
  const store = open('one', memoryCaches())
  await Promise.all([store.save('fr'), store.save('ru')])
  expect(await (await store.find('/rules'))?.text()).toContain('Правила')
})

test('a new build takes over in the language of the old one, and only when it is whole', async () => {
  const storage = memoryCaches()
  const old = open('one', storage)
  await old.save('ru')
  const next = open('two', storage)
  expect(await next.languageOfEarlierBuild()).toBe('ru')
  await next.save('ru')
  expect(await old.find('/assets/rules-ru-one.js')).toBeDefined()
  expect(await next.find('/assets/rules-ru-one.js')).toBeUndefined()
  await next.forgetOtherBuilds()
  expect(await old.find('/rules')).toBeUndefined()
  expect(await (await next.find('/rules'))?.text()).toContain('rules-ru-two.js')
  expect(await next.languageOfEarlierBuild()).toBeUndefined()
})

test('what others keep on the device is left alone', async () => {
  const storage = memoryCaches()
  await storage.open('something else')
  const store = open('one', storage)
  await store.save('fr')
  await store.forgetOtherBuilds()
  expect(await storage.keys()).toContain('something else')
})
