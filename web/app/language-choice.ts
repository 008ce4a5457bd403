import {
  isLanguage,
  languageParameter,
  languageStorageKey,
  type Language,
} from '#contract/language.ts'
import { canLoadDocument } from './navigation.ts'
import { readStored, writeStored } from './browser-storage.ts'

const oneYearSeconds = 365 * 24 * 60 * 60

/**
 * Stores the visitor's language, for this device and for the server, and reloads the page in it.
 * Without a network nothing changes.
 */
export function chooseLanguage(language: Language): void {
  if (!canLoadDocument()) return
  storeLanguage(language)
  // The service worker saves the guides in that language too.
  navigator.serviceWorker?.controller?.postMessage(language)
  location.reload()
}

/**
 * Stores the language in the page's address, which the server has used, and takes it out of the
 * address: a page that is reloaded or shared after another choice must not insist on it.
 */
function storeRequestedLanguage(): void {
  const address = new URL(location.href)
  const requested = address.searchParams.get(languageParameter)
  if (requested === null) return
  if (isLanguage(requested)) storeLanguage(requested)
  address.searchParams.delete(languageParameter)
  history.replaceState(history.state, '', address)
}

function storeLanguage(language: Language): void {
  writeLanguageCookie(language)
  // Storage may be refused; the cookie alone is enough for the server.
  writeStored('localStorage', languageStorageKey, language)
}

/**
 * Restores the cookie of an earlier choice after it has expired, and reloads the page if it came in
 * another language.
 */
export function restoreLanguage(shown: Language): void {
  storeRequestedLanguage()
  const stored = readStored('localStorage', languageStorageKey)
  if (!isLanguage(stored) || readLanguageCookie() !== undefined) return
  writeLanguageCookie(stored)
  // A browser that refuses cookies would reload the same page for ever.
  if (stored !== shown && readLanguageCookie() === stored) location.reload()
}

/** The language in the cookie that the server reads; undefined before the first choice. */
export function readLanguageCookie(): string | undefined {
  return new RegExp(`(?:^|; )${languageStorageKey}=(\\w+)`).exec(document.cookie)?.[1]
}

function writeLanguageCookie(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${oneYearSeconds}; samesite=lax${secure}`
}
