import { useMemo } from 'react'
import { useLocation, useSearch, type AroundNavHandler } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { m } from '#web/i18n/paraglide/messages.js'
import { preparePage } from './page-loader.ts'
import { findRoute } from './routes.tsx'
import { currentToasts, endToasts, toast } from './toasts.ts'

let latestTarget = ''
let followedTo: string | null = null
let shownPath: string | null = null

/**
 * Loads a page's code before navigating, so that no loading state flashes. The last of several
 * clicks wins, and going back in the meantime wins over all of them. Toasts end with the page on
 * which they were shown; one that speaks of the next page is shown after the call.
 */
export const loadThenNavigate: AroundNavHandler = (show, to, options) => {
  const route = findRoute(to)
  // A content security policy lasts as long as its document, so leaving that page needs a new document as well.
  if (route.ownDocument || findRoute(location.pathname).ownDocument) {
    loadDocument(to, options?.replace)
    return
  }
  latestTarget = to
  const clickedAt = addressOf(location.href)
  const toasts = currentToasts()
  const isStillWanted = (): boolean => latestTarget === to && addressOf(location.href) === clickedAt
  preparePage(route, pathOf(to)).then(
    () => {
      if (!isStillWanted()) return
      followedTo = pathOf(to)
      if (followedTo !== location.pathname) endToasts(toasts)
      // A browser also replaces the entry for a link to the current page.
      show(to, addressOf(to) === clickedAt ? { ...options, replace: true } : options)
    },
    () => {
      // After a release the old code is gone: the document loads the new one.
      if (isStillWanted()) loadDocument(to, options?.replace)
    },
  )
}

/** Starts loading a page that the visitor is about to open. */
export function prefetchPage(path: string): void {
  const route = findRoute(path)
  if (route.ownDocument) return
  // A failure shows when the link is followed.
  preparePage(route, pathOf(path)).catch(() => undefined)
}

/**
 * How the page at a path was opened: as a document, by a link within the site, or by back and
 * forward. Call it once per page, because it records the page as shown.
 */
export function navigationType(path: string): 'document' | 'link' | 'history' {
  const isFirst = shownPath === null || shownPath === path
  const type = isFirst ? 'document' : followedTo === path ? 'link' : 'history'
  shownPath = path
  followedTo = null
  return type
}

export function isShown(path: string): boolean {
  return shownPath === path
}

function pathOf(target: string): string {
  return new URL(target, location.href).pathname
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
 * Whether a document can be loaded. Without a network a toast says why not: the browser's own error
 * page would replace this page, and lose the cart with it.
 */
export function canLoadDocument(): boolean {
  if (navigator.onLine) return true
  toast({ title: m.offline_link_title(), description: m.offline_link_text() })
  return false
}

/** Returns a function that navigates within the site, by a path of `web/app/paths.ts`. */
export function useNavigate(): (path: string, options?: { readonly replace?: boolean }) => void {
  return useLocation()[1]
}

/**
 * A parameter of the page's address. Null when it is missing, and during hydration, because the
 * HTML of the server was made without a query.
 */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useSearch()).get(name)
}

/**
 * Filters in the page's address, so that they survive reload and back. A change shows at once: the
 * page is already loaded, so it navigates without `loadThenNavigate`.
 */
export function useAddressFilters<Filters>(
  read: (query: string) => Filters,
  toAddress: (filters: Filters) => string,
): readonly [Filters, (filters: Filters) => void] {
  const query = useSearch()
  const filters = useMemo(() => read(query), [read, query])
  return [filters, (next) => navigate(toAddress(next), { replace: true })]
}
