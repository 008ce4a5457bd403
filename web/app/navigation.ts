import { useMemo } from 'react'
import { useLocation, useSearch, type AroundNavHandler } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { m } from '#web/i18n/paraglide/messages.js'
import { loadPage, loadPageTexts } from './page-loader.ts'
import { findRoute } from './routes.tsx'
import { toast } from './toasts.ts'

let latestTarget = ''
let followedTo: string | null = null
let shownPath: string | null = null

/**
 * Loads a page's code before going there, so that nothing flashes. The last of several clicks wins,
 * and going back meanwhile wins over all of them.
 */
export const loadThenNavigate: AroundNavHandler = (show, to, options) => {
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
      show(to, addressOf(to) === clickedAt ? { ...options, replace: true } : options)
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
export function navigationType(path: string): 'document' | 'link' | 'history' {
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

/**
 * Whether a document can be asked for. Without a network the visitor is told why not: the browser's
 * own error page would take this page away, and the cart with it.
 */
export function canLoadDocument(): boolean {
  if (navigator.onLine) return true
  toast({ title: m.offline_link_title(), description: m.offline_link_text() })
  return false
}

/** A function that goes to a page of the site, by a path of `web/app/paths.ts`. */
export function useNavigate(): (path: string, options?: { readonly replace?: boolean }) => void {
  return useLocation()[1]
}

/**
 * A parameter of the page's address; null when it is missing, and while prerendered HTML is taken
 * over, which was made without one.
 */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useSearch()).get(name)
}

/**
 * Filters that live in the page's address, so that reload and back keep them. A change shows at
 * once: it is the page that is shown, so there is nothing to load, and no press may wait.
 */
export function useAddressFilters<Filters>(
  read: (query: string) => Filters,
  toAddress: (filters: Filters) => string,
): readonly [Filters, (filters: Filters) => void] {
  const query = useSearch()
  const filters = useMemo(() => read(query), [read, query])
  return [filters, (next) => navigate(toAddress(next), { replace: true })]
}
