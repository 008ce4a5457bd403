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
 * Keeps the visitor's language, for this device and for the server, and loads the page in it. Without
 * a network nothing changes.
 */
export function chooseLanguage(language: Language): void {
  if (!canLoadDocument()) return
  keepLanguage(language)
  // What is saved for reading offline follows.
  navigator.serviceWorker?.controller?.postMessage(language)
  location.reload()
}

/**
 * Keeps the language that the page's address names, in which the server has answered, and takes it
 * out of the address: a page that is reloaded or shared after another choice must not insist on it.
 */
function keepRequestedLanguage(): void {
  const address = new URL(location.href)
  const asked = address.searchParams.get(languageParameter)
  if (asked === null) return
  if (isLanguage(asked)) keepLanguage(asked)
  address.searchParams.delete(languageParameter)
  history.replaceState(history.state, '', address)
}

function keepLanguage(language: Language): void {
  writeLanguageCookie(language)
  // Storage may be refused; the cookie alone is enough for the server.
  writeStored('localStorage', languageStorageKey, language)
}

/**
 * Gives the server back a choice whose cookie has expired, and loads the page again when it came in
 * another language.
 */
export function restoreLanguage(shown: Language): void {
  keepRequestedLanguage()
  const kept = readKept()
  if (kept === null || readLanguageCookie() !== undefined) return
  writeLanguageCookie(kept)
  // A browser that refuses cookies would be sent the same page for ever.
  if (kept !== shown && readLanguageCookie() === kept) location.reload()
}

function readKept(): Language | null {
  const kept = readStored('localStorage', languageStorageKey)
  return isLanguage(kept) ? kept : null
}

/** The chosen language as the server is told it; undefined before the first choice. */
export function readLanguageCookie(): string | undefined {
  return new RegExp(`(?:^|; )${languageStorageKey}=(\\w+)`).exec(document.cookie)?.[1]
}

function writeLanguageCookie(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${oneYearSeconds}; samesite=lax${secure}`
}
