import type { BrowserContext, Page } from '@playwright/test'

/** What React keeps of a component, as far as it says what is still to be hydrated. */
interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedState: { readonly isDehydrated?: boolean; readonly dehydrated?: unknown } | null
}

/**
 * From now on each page of a context that is opened, reloaded or gone back to is waited for until
 * React has taken over its HTML: before, fields forget what is typed and buttons do nothing.
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
  // A page whose code does not come, or that closes, is the journey's own affair.
  await page.waitForFunction(isHydrated, null, { timeout: 60_000 }).catch(() => undefined)
  return response
}

/** Runs in the page. True as well where React has nothing to do. */
function isHydrated(): boolean {
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
