import { Component, Suspense, createElement, use, useEffect, type ReactNode } from 'react'
import { Router, useLocation } from 'wouter'
import { ErrorStormPicture } from '#web/art/error-storm-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Frame } from './frame/frame.tsx'
import { DiscordLink } from './links.tsx'
import { isShown, loadThenNavigate, navigationType } from './navigation.ts'
import { latestLoad, loadPageTexts, loadedPage } from './page-loader.ts'
import { findRoute } from './routes.tsx'

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

/**
 * Does what a browser does when it loads a document, for pages shown without one: title and
 * description change, the view starts at the top, or at the part of the page that the link names,
 * and screen readers continue at the heading there.
 */
function Arrival({ path }: { readonly path: string }) {
  useEffect(() => {
    const arrival = navigationType(path)
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

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Shows the error screen in place of children that could not be drawn. React itself logs the error. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}

/** What a visitor sees when a page breaks. */
function ErrorScreen() {
  return (
    <Screen title={m.error_title()} text={m.error_text()} picture={<ErrorStormPicture />}>
      <Button size="large" onClick={() => location.reload()}>
        {m.error_reload()}
      </Button>
      <DiscordLink className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.error_contact()}
      </DiscordLink>
    </Screen>
  )
}
