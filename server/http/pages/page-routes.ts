import path from 'node:path'
import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { languages, languageStorageKey, pickLanguage } from '../../../contract/language.ts'
import type { Config } from '../../config.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'
import { sendCheckoutPage } from './checkout-page.ts'
import { sendFile } from './send-file.ts'
import { readWebFiles } from './web-build.ts'

const oneYear = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'
/** Also where no script runs: nobody finds the staff's door by a search engine. */
const unlistedPages: ReadonlySet<string> = new Set(['/admin'])
const machinePaths = /^\/(api|functions|webhooks)(\/|$)/

/** The prerendered pages, in the visitor's language, and the files that they load. */
export async function pageRoutes(
  config: Config,
  buildDirectory: string,
): Promise<Hono<HttpEnvironment>> {
  const pages = await readWebFiles(path.join(buildDirectory, 'pages'))
  const assets = await readWebFiles(path.join(buildDirectory, 'assets'))
  const publicFiles = await readWebFiles(path.join(buildDirectory, 'public'))
  const pagePaths = findPagePaths(pages.keys())
  const patterns = pagePaths.map(patternOf)
  const routes = new Hono<HttpEnvironment>()

  for (const [name, file] of assets) {
    routes.get(`/assets${name}`, (context) => {
      context.header('cache-control', oneYear)
      context.header('vary', 'Accept-Encoding')
      return sendFile(context, file)
    })
  }
  for (const [name, file] of publicFiles) {
    routes.get(name, (context) => {
      context.header('cache-control', oneHour)
      context.header('vary', 'Accept-Encoding')
      return sendFile(context, file)
    })
  }
  for (const pagePath of pagePaths) {
    routes.get(pagePath.replaceAll('$', ':'), (context) => {
      const page = pages.get(`/${answerInLanguage(context)}${fileOf(pagePath)}`)
      if (!page) return problem(context, 'not_found')
      if (unlistedPages.has(pagePath)) context.header('x-robots-tag', 'noindex')
      if (pagePath === '/checkout') return sendCheckoutPage(context, config, page)
      return sendFile(context, page)
    })
  }
  return routes.get('*', (context) => {
    if (machinePaths.test(context.req.path)) return context.notFound()
    const withoutSlash = context.req.path.replace(/\/+$/, '')
    if (patterns.some((pattern) => pattern.test(withoutSlash))) {
      return context.redirect(withoutSlash + new URL(context.req.url).search, 301)
    }
    const page = pages.get(`/${answerInLanguage(context)}/404.html`)
    return page ? sendFile(context, page, 404) : problem(context, 'not_found')
  })
}

/**
 * `/fr/donation/index.html` and its translations are the page `/donation`; `/fr/team/edit/$id/index.html`
 * is the page of `/team/edit/` and any one segment.
 */
function findPagePaths(files: Iterable<string>): readonly string[] {
  const pattern = new RegExp(`^/(?:${languages.join('|')})(/.*)?/index\\.html$`)
  const found = [...files].flatMap((file) => {
    const match = pattern.exec(file)
    return match ? [match[1] ?? '/'] : []
  })
  return [...new Set(found)]
}

function patternOf(pagePath: string): RegExp {
  return new RegExp(`^${pagePath.replaceAll(/\$\w+/g, '[^/]+')}$`)
}

function fileOf(pagePath: string): string {
  return `${pagePath.replace(/\/$/, '')}/index.html`
}

/** The visitor's language; tells caches what the answer depends on. */
function answerInLanguage(context: Context): string {
  context.header('cache-control', 'no-cache')
  context.header('vary', 'Cookie, Accept-Language, Accept-Encoding')
  return pickLanguage(getCookie(context, languageStorageKey), context.req.header('accept-language'))
}
