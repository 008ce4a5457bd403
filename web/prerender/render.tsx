import { renderToString } from 'react-dom/server'
import type { Language } from '../../contract/language.ts'
import { App } from '../app.tsx'
import { setLanguage } from '../i18n/runtime.ts'
import { loadPage } from '../page-loader.ts'
import { documentTitle, pageText } from '../page-texts.ts'
import { notFoundRoute, routes, type PageRoute } from '../routes.tsx'
import { documentHtml, type PageAssets } from './document.ts'

interface SourcedRoute extends PageRoute {
  readonly source: string
}

export const pages: readonly SourcedRoute[] = routes.map(withSource)
export const notFoundPage: SourcedRoute = withSource(notFoundRoute)

/** The finished HTML of one page in one language. */
export async function renderDocument(
  page: SourcedRoute,
  language: Language,
  assets: PageAssets,
): Promise<string> {
  setLanguage(language)
  await loadPage(page)
  return documentHtml({
    language,
    title: documentTitle(page),
    description: pageText(page).description(),
    content: renderToString(<App path={page === notFoundPage ? '/404' : page.path} />),
    ownDocument: page.ownDocument ?? false,
    assets,
  })
}

function withSource(route: PageRoute): SourcedRoute {
  const { source } = route
  if (source === undefined) throw new Error(`cannot tell which module ${route.path} loads`)
  return { ...route, source }
}
