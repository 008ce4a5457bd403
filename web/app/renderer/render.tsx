import { renderToString } from 'react-dom/server'
import {
  siteAddress,
  type FirstViewQuery,
  type FoundPage,
  type PageRenderer,
  type RenderRequest,
} from '#contract/page-renderer.ts'
import { App } from '#web/app/app.tsx'
import { carry } from '#web/app/first-view.ts'
import { loadPage } from '#web/app/page-loader.ts'
import { documentTitle, pageText } from '#web/app/page-texts.ts'
import { queryClient, queryKeys } from '#web/app/query-client.ts'
import { notFoundRoute, routeAt, routes, showsProducts, type PageRoute } from '#web/app/routes.tsx'
import { setSite, site } from '#web/app/site.ts'
import { loadDrawings } from '#web/features/guides/document-drawing.tsx'
import { shopTextsQuery } from '#web/features/products/shop-texts.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { documentHtml } from './document.ts'
import { pageListing } from './page-listing.ts'
import { sitemap } from './page-listing.ts'
import { webAppManifest } from './web-app-manifest.ts'

/** Every page shows the community. */
const siteQuery: FirstViewQuery = { queryKey: queryKeys.site, address: siteAddress }
await loadDrawings()

/** @public the server imports the bundle of this module */
export const renderer: PageRenderer = {
  show: setSite,
  find: async (path, language) => {
    const route = routeAt(path)
    await loadPage(route)
    const { firstView } = await route.load()
    const { source } = route
    if (source === undefined) throw new Error(`unknown module of ${route.path}`)
    setLanguage(language)
    const isFound = route !== notFoundRoute
    return {
      route: route.path,
      // Without data of its own, one document serves all addresses of a route.
      path: isFound ? (firstView ? path : route.path) : '/404',
      isFound,
      isListed: pageListing(route.path).listed,
      source,
      firstView: [
        siteQuery,
        ...(showsProducts(route) ? [shopTextsQuery()] : []),
        ...(firstView?.(path) ?? []),
      ],
    }
  },
  render: renderDocument,
  manifest: (language) => {
    setLanguage(language)
    return JSON.stringify(webAppManifest(language))
  },
  sitemap: (origin, documentPaths) => sitemap(origin, [...listedPaths(), ...documentPaths]),
  paths: () => routes().map(({ path }) => path),
}

function renderDocument(
  { route, path, isFound }: FoundPage,
  { language, origin, isLanguageInAddress, assets, answers }: RenderRequest,
): ReturnType<PageRenderer['render']> {
  setLanguage(language)
  carry(answers)
  const page = routeAt(path)
  const { fault, ...parts } = partsOf(page, path)
  const html = documentHtml({
    ...pageListing(route, path),
    ...parts,
    language,
    origin,
    isLanguageInAddress,
    ownDocument: page.ownDocument ?? false,
    isFound,
    assets,
    answers,
  })
  return fault === undefined ? { html } : { html, fault }
}

/** What a page shows. When a part throws, the browser makes that part and those after it. */
function partsOf(page: PageRoute, path: string) {
  const parts = { title: site().community.brand, description: '', content: '', fault: undefined }
  try {
    parts.title = documentTitle(page, path)
    parts.description = pageText(page, path).description
    const content = renderToString(<App path={path} />)
    // The content security policy would silently drop the style, on the first paint only.
    const [inlineStyle] = /<[^>]+\sstyle="[^"]*"/.exec(content) ?? []
    if (inlineStyle !== undefined) throw new Error(`inline style on ${path}: ${inlineStyle}`)
    // React leaves what throws inside `Suspense` to the browser, and says so by this comment alone.
    if (content.includes('<!--$!-->')) throw new Error(`a part of ${path} throws`)
    return { ...parts, content }
  } catch (fault: unknown) {
    return { ...parts, fault }
  } finally {
    queryClient.clear()
  }
}

/** The paths that search engines may list, each once, without those of the texts. */
function listedPaths(): readonly string[] {
  return routes()
    .map(({ path }) => path)
    .filter((path) => {
      const { listed, canonicalPath } = pageListing(path)
      return listed && canonicalPath === path && !path.includes(':')
    })
}
