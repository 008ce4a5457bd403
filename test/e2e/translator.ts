import type { BrowserContext } from '@playwright/test'
import { isHydrated } from './hydration.ts'

/**
 * The pages of a context behave from now on as if their browser translated them, by default once
 * they are hydrated.
 */
export async function translatePages(
  context: BrowserContext,
  isReady: () => boolean = isHydrated,
): Promise<void> {
  await context.addInitScript(`(${translate.toString()})(${isReady.toString()})`)
}

/**
 * Runs in the page. Chrome and Edge put a copy of every text, two `<font>` deep, in the place of
 * its node, so that React changes and removes nodes that are no longer in the document. Here the copy
 * says the same, so that journeys still find it.
 */
function translate(isReady: () => boolean): void {
  const kept = '[translate="no"], script, style, textarea, font'
  const swapTexts = (node: Node): void => {
    if (node instanceof Text) {
      if (!node.data || !node.parentElement || node.parentElement.closest(kept)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = node.data
      outer.append(inner)
      node.replaceWith(outer)
    } else for (const child of node.childNodes) swapTexts(child)
  }
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) swapTexts(node)
  })
  const start = (): void => {
    if (!document.querySelector('#root') || !isReady()) {
      requestAnimationFrame(start)
      return
    }
    observer.observe(document.body, { childList: true, subtree: true })
    swapTexts(document.body)
  }
  start()
}
