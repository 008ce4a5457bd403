import type { BrowserContext, Page } from '@playwright/test'

/** The part of React's internal state of a component that shows whether it is hydrated. */
interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedState: { readonly isDehydrated?: boolean; readonly dehydrated?: unknown } | null
}

/**
 * From now on, opening, reloading or going back to a page of a context waits until React has
 * hydrated its HTML: before that, fields lose typed text and buttons do nothing.
 */
export function waitForHydration(context: BrowserContext): void {
  for (const page of context.pages()) waitOnPage(page)
  context.on('page', waitOnPage)
}

function waitOnPage(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  const goBack = page.goBack.bind(page)
  page.goto = async (...args) => afterHydration(page, await goto(...args))
  page.reload = async (...args) => afterHydration(page, await reload(...args))
  page.goBack = async (...args) => afterHydration(page, await goBack(...args))
}

async function afterHydration<T>(page: Page, response: T): Promise<T> {
  // If a page's code does not load, or the page closes, the journey itself deals with that.
  await page.waitForFunction(isHydrated).catch(() => undefined)
  return response
}

/** Runs in the page. Also true where React has nothing to do. */
export function isHydrated(): boolean {
  const container = document.querySelector('#root')
  if (!container) return true
  const marked = Object.entries(container).find(([name]) => name.startsWith('__reactContainer$'))
  if (!marked) return false
  const { stateNode }: { readonly stateNode: { readonly current: Fiber } } = marked[1]
  // React hydrates the frame first, and the page in it, which may suspend, after that.
  const open: (Fiber | null)[] = [stateNode.current]
  while (open.length > 0) {
    const fiber = open.pop()
    if (!fiber) continue
    const { memoizedState, child, sibling } = fiber
    if (memoizedState?.isDehydrated === true || memoizedState?.dehydrated) return false
    open.push(sibling, child)
  }
  return true
}
