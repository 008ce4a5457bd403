import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  Component,
  Suspense,
  createElement,
  use,
  useEffect,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { Router, useLocation } from 'wouter'
import { ErrorStormPicture } from '#web/art/error-storm-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { shopTextsQuery } from '#web/features/products/shop-texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Frame } from './frame/frame.tsx'
import { DiscordLink } from './links.tsx'
import { isShown, loadThenNavigate, navigationType } from './navigation.ts'
import { currentToasts, endToasts } from './toasts.ts'
import { latestLoad, loadPageTexts, loadedPage, preparePage } from './page-loader.ts'
import { queryClient, queryKeys } from './query-client.ts'
import { findRoute, showsProducts } from './routes.tsx'
import { site, subscribeToSite } from './site.ts'

/** The whole site. `path` is the page to render where there is no browser address. */
export function App({ path }: { readonly path?: string }) {
  // Any part of the page may show something of the site.
  useSyncExternalStore(subscribeToSite, site, site)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        {/* The server renders pages without the query string, so they are also hydrated without one. */}
        <Router
          aroundNav={loadThenNavigate}
          ssrSearch=""
          {...(path !== undefined && { ssrPath: path })}
        >
          <Frame>
            <PageSlot />
          </Frame>
        </Router>
      </QueryClientProvider>
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
  // Any part of the page may show texts of products.
  const isNeeded = showsProducts(route)
  useQuery(
    { ...shopTextsQuery(), enabled: ({ state }) => isNeeded || state.data !== undefined },
    queryClient,
  )
  return (
    <>
      {createElement(page)}
      <NavigationEffects path={path} />
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
 * Does what a browser does when it loads a document, for pages shown by a link: it changes title
 * and description, scrolls to the top or to the fragment of the link, and moves the focus of screen
 * readers to the heading there.
 */
function NavigationEffects({ path }: { readonly path: string }) {
  useEffect(() => {
    // Without the page that showed it, an account's data must not outlive a change of account.
    queryClient.removeQueries({ queryKey: queryKeys.account, type: 'inactive' })
    const type = navigationType(path)
    if (type === 'document') return
    if (type === 'history') endToasts(currentToasts())
    void updateDocumentHead(path, preparePage(findRoute(path), path).then(loadPageTexts))
    // After back and forward the browser restores the scroll position itself.
    if (type === 'link') window.scrollTo(0, 0)
    const fragment = type === 'link' && document.getElementById(location.hash.slice(1))
    moveFocusTo(fragment || document.querySelector<HTMLElement>('main h1'))
    if (fragment) fragment.scrollIntoView()
  }, [path])

  useEffect(() => followTexts(() => void updateDocumentHead(path, loadPageTexts())), [path])
  return null
}

const textKeys: ReadonlySet<unknown> = new Set([queryKeys.documents[0], queryKeys.productTexts[0]])

/** Calls the listener when an answer may have changed that a title is made of; returns a function that stops it. */
function followTexts(listener: () => void): () => void {
  const stopTexts = queryClient.getQueryCache().subscribe((event) => {
    const { query } = event
    // The first answer is what the page shows already.
    const isLater =
      event.type === 'updated' && event.action.type === 'success' && query.state.dataUpdateCount > 1
    if (isLater && textKeys.has(query.queryKey[0])) listener()
  })
  const stopSite = subscribeToSite(listener)
  return () => {
    stopTexts()
    stopSite()
  }
}

async function updateDocumentHead(
  path: string,
  loading: ReturnType<typeof loadPageTexts>,
): Promise<void> {
  // After an offline reload, going back can show a page whose title cannot be loaded any more.
  const texts = await loading.catch(() => null)
  if (texts === null || !isShown(path)) return
  const route = findRoute(path)
  const { documentTitle, pageText } = texts
  document.title = documentTitle(route, path)
  const description = document.querySelector('meta[name="description"]')
  description?.setAttribute('content', pageText(route, path).description)
}

/** Screen readers continue here. Interactive elements are focusable without a `tabIndex`. */
function moveFocusTo(target: HTMLElement | null): void {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Shows the error screen when its children throw. React itself logs the error. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}

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
