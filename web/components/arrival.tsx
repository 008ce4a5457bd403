import { useEffect } from 'react'
import { isShown, takeArrival } from '#web/navigation.ts'
import { loadPageTexts } from '#web/page-loader.ts'
import { findRoute } from '#web/routes.tsx'

/**
 * Does what a browser does when it loads a document, for pages shown without one: title and
 * description change, the view starts at the top, or at the part of the page that the link names,
 * and screen readers continue at the heading there.
 */
export function Arrival({ path }: { readonly path: string }) {
  useEffect(() => {
    const arrival = takeArrival(path)
    if (arrival === 'document') return
    void nameDocument(path)
    // After back and forward the browser restores the place by itself.
    if (arrival === 'link') window.scrollTo(0, 0)
    const fragment = arrival === 'link' && document.getElementById(location.hash.slice(1))
    focusOn(fragment || document.querySelector<HTMLElement>('main h1'))
    if (fragment) fragment.scrollIntoView()
  }, [path])
  return null
}

async function nameDocument(path: string): Promise<void> {
  const route = findRoute(path)
  // Offline after a reload, going back shows a page whose name cannot be loaded any more.
  const texts = await loadPageTexts().catch(() => null)
  if (texts === null || !isShown(path)) return
  const { documentTitle, pageText } = texts
  document.title = documentTitle(route)
  const description = document.querySelector('meta[name="description"]')
  description?.setAttribute('content', pageText(route).description())
}

/** Screen readers continue here. What can be used already takes the focus by itself. */
function focusOn(target: HTMLElement | null): void {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
