import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from './toasts.ts'
import { chooseLanguage, readLanguageCookie, restoreLanguage } from './language-choice.ts'

const reload = vi.fn<() => void>()
const replaceState = vi.fn<(state: unknown, unused: string, address: URL) => void>()
const storage = new Map<string, string>()

function openAddress(href: string): void {
  vi.stubGlobal('location', { reload, href, protocol: new URL(href).protocol })
}

beforeEach(() => {
  openAddress('http://127.0.0.1:3000/rules')
  vi.stubGlobal('history', { state: { kept: true }, replaceState })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
  replaceState.mockReset()
  storage.clear()
})

test('a choice is stored in both places and reloads the page', () => {
  chooseLanguage('ru')
  expect(storage.get('language')).toBe('ru')
  expect(document.cookie).toBe('language=ru; path=/; max-age=31536000; samesite=lax')
  expect(reload).toHaveBeenCalledOnce()
})

test('without a network nothing changes, and a toast says why', () => {
  const postMessage = vi.fn<(language: string) => void>()
  const serviceWorker = { controller: { postMessage } }
  vi.stubGlobal('navigator', { onLine: false, serviceWorker })
  chooseLanguage('ru')
  expect(reload).not.toHaveBeenCalled()
  expect(postMessage).not.toHaveBeenCalled()
  expect(document.cookie).toBe('')
  expect(storage.size).toBe(0)
  expect(currentToasts().map(({ title }) => title)).toEqual(['Page inaccessible hors ligne'])
})

test('without storage the cookie is enough', () => {
  vi.stubGlobal('localStorage', undefined)
  chooseLanguage('es')
  expect(readLanguageCookie()).toBe('es')
  expect(reload).toHaveBeenCalledOnce()
})

test('a lost cookie is restored from storage', () => {
  storage.set('language', 'ru')
  restoreLanguage('fr')
  expect(readLanguageCookie()).toBe('ru')
  expect(reload).toHaveBeenCalledOnce()
})

test('a page in the right language is not reloaded', () => {
  storage.set('language', 'ru')
  restoreLanguage('ru')
  expect(readLanguageCookie()).toBe('ru')
  expect(reload).not.toHaveBeenCalled()
})

test('the cookie wins over storage, and unknown values are ignored', () => {
  document.cookie = 'a=b; language=en'
  storage.set('language', 'ru')
  restoreLanguage('en')
  document.cookie = ''
  storage.set('language', 'tlh')
  restoreLanguage('fr')
  expect(document.cookie).toBe('')
  expect(reload).not.toHaveBeenCalled()
})

test('a browser without cookies is not reloaded for ever', () => {
  vi.stubGlobal('document', {
    get cookie() {
      return ''
    },
    set cookie(_: string) {
      // refused
    },
  })
  storage.set('language', 'ru')
  restoreLanguage('fr')
  expect(reload).not.toHaveBeenCalled()
})

test('a language in the address is stored, and only its parameter leaves the address', () => {
  openAddress('https://shop.example/rules?from=mail&lang=ru#raids')
  restoreLanguage('ru')
  expect(storage.get('language')).toBe('ru')
  expect(document.cookie).toBe('language=ru; path=/; max-age=31536000; samesite=lax; secure')
  expect(replaceState).toHaveBeenCalledOnce()
  const [state, , address] = replaceState.mock.lastCall ?? []
  expect(state).toEqual({ kept: true })
  expect(String(address)).toBe('https://shop.example/rules?from=mail#raids')
  expect(reload).not.toHaveBeenCalled()
})

test('a language in the address wins over an earlier choice', () => {
  document.cookie = 'language=es'
  storage.set('language', 'es')
  openAddress('http://127.0.0.1:3000/rules?lang=en')
  restoreLanguage('en')
  expect(storage.get('language')).toBe('en')
  expect(readLanguageCookie()).toBe('en')
  expect(reload).not.toHaveBeenCalled()
})

test('an unknown language is taken out of the address and changes nothing', () => {
  document.cookie = 'language=es'
  openAddress('http://127.0.0.1:3000/rules?lang=tlh')
  restoreLanguage('es')
  expect(String(replaceState.mock.lastCall?.[2])).toBe('http://127.0.0.1:3000/rules')
  expect(storage.has('language')).toBe(false)
  expect(document.cookie).toBe('language=es')
})

test('an address without a language is left alone', () => {
  openAddress('http://127.0.0.1:3000/rules?from=mail')
  restoreLanguage('fr')
  expect(replaceState).not.toHaveBeenCalled()
})
