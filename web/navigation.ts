import type { AroundNavHandler } from 'wouter'
import { canLoadDocument } from './document-loading.ts'
import { loadPage, loadPageTexts } from './page-loader.ts'
import { findRoute } from './routes.tsx'

let latestTarget = ''
let followedTo: string | null = null
let shownPath: string | null = null

/**
 * Loads a page's code before going there, so that nothing flashes. The last of several clicks wins,
 * and going back meanwhile wins over all of them.
 */
export const loadThenNavigate: AroundNavHandler = (navigate, to, options) => {
  const route = findRoute(to)
  // The content security policy comes with the document, so it must go with it as well.
  if (route.ownDocument || findRoute(location.pathname).ownDocument) {
    loadDocument(to, options?.replace)
    return
  }
  latestTarget = to
  const clickedAt = addressOf(location.href)
  const isStillWanted = (): boolean => latestTarget === to && addressOf(location.href) === clickedAt
  Promise.all([loadPage(route), loadPageTexts()]).then(
    () => {
      if (!isStillWanted()) return
      followedTo = new URL(to, location.href).pathname
      // As a browser does with a link to the page that it shows.
      navigate(to, addressOf(to) === clickedAt ? { ...options, replace: true } : options)
    },
    () => {
      // The code of a page is gone after a new release: its document brings the new one.
      if (isStillWanted()) loadDocument(to, options?.replace)
    },
  )
}

/** Starts loading a page that the visitor is about to open. */
export function prefetchPage(path: string): void {
  const route = findRoute(path)
  if (route.ownDocument) return
  // A failure shows when the link is followed.
  Promise.all([loadPage(route), loadPageTexts()]).catch(() => undefined)
}

/**
 * How the page at a path came to be shown: as a document of its own, by a link within the site, or
 * by the browser's back and forward. To be asked once per page.
 */
export function takeArrival(path: string): 'document' | 'link' | 'history' {
  const isFirst = shownPath === null || shownPath === path
  const arrival = isFirst ? 'document' : followedTo === path ? 'link' : 'history'
  shownPath = path
  followedTo = null
  return arrival
}

/** Whether this page is still the one that is shown. */
export function isShown(path: string): boolean {
  return shownPath === path
}

function addressOf(target: string): string {
  const { pathname, search, hash } = new URL(target, location.href)
  return pathname + search + hash
}

function loadDocument(address: string, replace = false): void {
  if (!canLoadDocument()) return
  if (replace) location.replace(address)
  else location.assign(address)
}
