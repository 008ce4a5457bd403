import { createElement, Suspense, use } from 'react'
import { Router, useLocation } from 'wouter'
import { Arrival } from './components/arrival.tsx'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { Frame } from './components/frame/frame.tsx'
import { m } from './i18n/paraglide/messages.js'
import { loadThenNavigate } from './navigation.ts'
import { latestLoad, loadedPage } from './page-loader.ts'
import { findRoute } from './routes.tsx'
import { Spinner } from './ui/spinner.tsx'

/** The whole site. `path` says which page to draw where there is no browser that knows. */
export function App({ path }: { readonly path?: string }) {
  return (
    <ErrorBoundary>
      {/* Pages are prerendered without a query, so they are also hydrated without one. */}
      <Router
        aroundNav={loadThenNavigate}
        ssrSearch=""
        {...(path !== undefined && { ssrPath: path })}
      >
        <Frame>
          <PageSlot />
        </Frame>
      </Router>
    </ErrorBoundary>
  )
}

function PageSlot() {
  const [path] = useLocation()
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageLoading />}>
        <CurrentPage path={path} />
      </Suspense>
    </ErrorBoundary>
  )
}

function CurrentPage({ path }: { readonly path: string }) {
  const route = findRoute(path)
  const page = loadedPage(route) ?? use(latestLoad(route))
  return (
    <>
      {createElement(page)}
      <Arrival path={path} />
    </>
  )
}

function PageLoading() {
  return (
    <div className="grid flex-1 place-items-center p-16 text-crystal">
      <Spinner label={m.page_loading()} className="size-10" />
    </div>
  )
}
