import { useEffect } from 'react'
import { takeArrival } from '../navigation.ts'
import { documentTitle } from '../page-title.ts'
import { findRoute } from '../routes.tsx'

/**
 * Does what a browser does when it loads a document, for pages shown without one: title and
 * description change, the view starts at the top, and screen readers continue at the heading.
 */
export function Arrival({ path }: { readonly path: string }) {
  useEffect(() => {
    const arrival = takeArrival(path)
    if (arrival === 'document') return
    const route = findRoute(path)
    document.title = documentTitle(route)
    document.querySelector('meta[name="description"]')?.setAttribute('content', route.description())
    // After back and forward the browser restores the place by itself.
    if (arrival === 'link') window.scrollTo(0, 0)
    focusHeading()
  }, [path])
  return null
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
