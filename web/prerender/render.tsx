import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '#contract/language.ts'
import { App } from '#web/app.tsx'
import { setLanguage } from '#web/i18n/runtime.ts'
import { loadPage } from '#web/page-loader.ts'
import { documentTitle, pageText } from '#web/page-texts.ts'
import { notFoundRoute, routes, type PageRoute } from '#web/routes.tsx'
import { documentHtml, manifestAddress, type PageAssets } from './document.ts'
import { pageListing, socialPictureNames } from './page-listing.ts'
import { SocialPicture, type SocialPictureProps } from './social-picture.tsx'
import { webAppManifest } from './web-app-manifest.ts'

interface SourcedRoute extends PageRoute {
  readonly source: string
}

export { manifestAddress, socialPictureNames }
export const pages: readonly SourcedRoute[] = routes.map(withSource)
export const notFoundPage: SourcedRoute = withSource(notFoundRoute)

/** The addresses of the pages that search engines may show, each once. */
export const listedPaths: readonly string[] = routes
  .map(({ path }) => path)
  .filter((path) => {
    const { listed, canonicalPath } = pageListing(path)
    return listed && canonicalPath === path
  })

/** The finished HTML of one page in one language. */
export async function renderDocument(
  page: SourcedRoute,
  language: Language,
  assets: PageAssets,
): Promise<string> {
  setLanguage(language)
  await loadPage(page)
  return documentHtml({
    ...pageListing(page.path),
    language,
    title: documentTitle(page),
    description: pageText(page).description(),
    content: renderToString(<App path={page === notFoundPage ? '/404' : page.path} />),
    ownDocument: page.ownDocument ?? false,
    assets,
  })
}

/** The web app manifest in one language, as JSON. */
export function renderManifest(language: Language): string {
  setLanguage(language)
  return JSON.stringify(webAppManifest(language))
}

/** The drawing that previews of shared links show, as SVG. */
export function renderSocialPicture(picture: SocialPictureProps): string {
  return renderToStaticMarkup(<SocialPicture {...picture} />)
}

function withSource(route: PageRoute): SourcedRoute {
  const { source } = route
  if (source === undefined) throw new Error(`cannot tell which module ${route.path} loads`)
  return { ...route, source }
}
