import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, readLanguageCookie, restoreLanguage } from './language-choice.ts'

const reload = vi.fn<() => void>()
const storage = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
  storage.clear()
})

test('a choice is kept in both places and loads the page again', () => {
  chooseLanguage('ru')
  expect(storage.get('language')).toBe('ru')
  expect(document.cookie).toBe('language=ru; path=/; max-age=31536000; samesite=lax')
  expect(reload).toHaveBeenCalledOnce()
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

test('nothing is loaded again when the page came in the right language', () => {
  storage.set('language', 'ru')
  restoreLanguage('ru')
  expect(readLanguageCookie()).toBe('ru')
  expect(reload).not.toHaveBeenCalled()
})

test('the cookie wins over storage, and foreign values are no languages', () => {
  document.cookie = 'a=b; language=en'
  storage.set('language', 'ru')
  restoreLanguage('en')
  document.cookie = ''
  storage.set('language', 'tlh')
  restoreLanguage('fr')
  expect(document.cookie).toBe('')
  expect(reload).not.toHaveBeenCalled()
})

test('a browser without cookies is not sent round in circles', () => {
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
