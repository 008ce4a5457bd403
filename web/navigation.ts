import type { AroundNavHandler } from 'wouter'
import { loadPage } from './page-loader.ts'
import { findRoute } from './routes.tsx'

let latestTarget = ''
let followedLink = false
let shownPath: string | null = null

/** Loads a page's code before going there, so that nothing flashes. The last of several clicks wins. */
export const loadThenNavigate: AroundNavHandler = (navigate, to, options) => {
  latestTarget = to
  const route = findRoute(to)
  if (route.ownDocument) {
    loadDocument(to, options?.replace)
    return
  }
  loadPage(route).then(
    () => {
      if (latestTarget !== to) return
      followedLink = true
      navigate(to, options)
    },
    // The code of a page is gone after a new release: its document brings the new one.
    () => loadDocument(to, options?.replace),
  )
}

/** Starts loading a page that the visitor is about to open. */
export function prefetchPage(path: string): void {
  // A failure shows when the link is followed.
  loadPage(findRoute(path)).catch(() => undefined)
}

/**
 * How the page at a path came to be shown: as a document of its own, by a link within the site, or
 * by the browser's back and forward. To be asked once per page.
 */
export function takeArrival(path: string): 'document' | 'link' | 'history' {
  const isFirst = shownPath === null || shownPath === path
  const arrival = isFirst ? 'document' : followedLink ? 'link' : 'history'
  shownPath = path
  followedLink = false
  return arrival
}

function loadDocument(address: string, replace = false): void {
  if (replace) location.replace(address)
  else location.assign(address)
}
