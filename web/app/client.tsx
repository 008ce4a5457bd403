import '#web/ui/theme.css'
import './frame/frame.css'
import type { PublicSite } from '#contract/site.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { restoreLanguage } from './language-choice.ts'
import { getLocale } from '#web/i18n/runtime.ts'
import { subscribeToPurchases } from './events.ts'
import { carried, carriedAt, readCarried } from './first-view.ts'
import { loadPage } from './page-loader.ts'
import { queryClient, queryKeys, refetchOnReturn } from './query-client.ts'
import { findRoute, noteMissing } from './routes.tsx'
import { setSite } from './site.ts'
import { orderedText } from '#web/features/cart/stored-cart.ts'

restoreLanguage(getLocale())
refetchOnReturn()

async function start(): Promise<void> {
  for (const [queryKey, answer] of readCarried()) {
    queryClient.setQueryData(queryKey, answer, { updatedAt: carriedAt(queryKey) })
  }
  const site = carried.getQueryData<PublicSite>(queryKeys.site)
  if (site) setSite(site)
  const root = document.querySelector<HTMLElement>('#root')
  if (!root) throw new Error('the document has no #root')
  if (root.dataset.missing !== undefined) noteMissing(location.pathname)
  // Load the page's code first: hydrating without it would replace the finished HTML by a loading
  // state. When it fails, hydrate all the same: the page then shows an error, instead of dead
  // buttons.
  await loadPage(findRoute(location.pathname)).catch(() => undefined)
  // A translator that was quicker has put its own elements into the place of the texts: React would
  // report an error, and render everything anew all the same. The server sends no content when it
  // cannot render the page.
  if (!root.hasChildNodes() || root.querySelector('font')) createRoot(root).render(<App />)
  else hydrateRoot(root, <App />)
  takePaidItems()
  subscribeToPurchases(({ own }) => {
    if (own) takePaidItems()
  })
}

/** What was paid after the tab of its checkout was closed is still in the cart. */
function takePaidItems(): void {
  if (orderedText.read() === null) return
  void import('#web/features/checkout/paid-elsewhere.ts')
    .then((module) => module.takePaidItems())
    // It stays for the next visit: paying it again is answered by its order.
    .catch(() => undefined)
}

// Not awaited: pages share files with this module, so awaiting a page here would deadlock.
void start()
