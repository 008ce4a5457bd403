import '#web/ui/theme.css'
import './frame/frame.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { restoreLanguage } from './language-choice.ts'
import { getLocale } from '#web/i18n/runtime.ts'
import { loadPage } from './page-loader.ts'
import { findRoute } from './routes.tsx'

restoreLanguage(getLocale())

async function start(): Promise<void> {
  // The page's code first: hydrating without it would show a loading state over finished HTML.
  // When it does not come, the page itself says so: dead buttons would say nothing.
  await loadPage(findRoute(location.pathname)).catch(() => undefined)
  const root = document.querySelector('#root')
  if (!root) throw new Error('the document has no #root')
  hydrateRoot(root, <App />)
}

// Not awaited: pages share files with this module, and would wait for it while it waits for them.
void start()
