import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import {
  isLanguage,
  languageParameter,
  languageStorageKey,
  languages,
  pickLanguage,
} from '#contract/language.ts'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import {
  contentSecurityPolicy,
  pageHeaders,
  permissionsPolicy,
} from '#server/http/middleware/security-headers.ts'
import { problem } from '#server/http/problem.ts'
import { sendFile } from '#server/http/send-file.ts'
import {
  finishFiles,
  readWebFiles,
  type FindFile,
  type FinishedFile,
  type WebFile,
} from './web-files.ts'

const assetsPath = '/assets'
const oneYear = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'
/** Browsers look for a new one at each visit; an old one would keep an old site on the device. */
const serviceWorkerName = '/service-worker.js'
// A policy comes with a document and holds while links are followed within the site, so all pages get
// what the guides need: a player that a visitor asked for with a press, in a frame that sees nothing of
// ours. The checkout has a document, and so a policy, of its own.
const videoPlayer = { 'frame-src': 'https://www.youtube-nocookie.com' }
const namesOurAddress = /^\/(robots\.txt|sitemap\.xml)$/
const machinePaths = /^\/(api|functions|webhooks)(\/|$)/

/** The prerendered pages, in the visitor's language, and the files that they load. */
export function pageRoutes(config: Config, buildDirectory: string): Hono<HttpEnvironment> {
  const pageFiles = readWebFiles(path.join(buildDirectory, 'pages'))
  const assets = readWebFiles(path.join(buildDirectory, 'assets'))
  const publicFiles = readWebFiles(path.join(buildDirectory, 'public'))
  const headersOfPages = Object.entries(pageHeaders(contentSecurityPolicy(config, videoPlayer)))
  const asPage = (context: Context): void => {
    for (const [name, value] of headersOfPages) context.header(name, value)
  }
  const findPage = finishFiles(pageFiles, config.publicOrigin)
  const findPublicFile = finishFiles(publicFiles, config.publicOrigin)
  const pagePaths = findPagePaths(pageFiles.keys())
  const patterns = pagePaths.map(patternOf)
  const routes = new Hono<HttpEnvironment>()

  // One route for all of them: as six hundred, each with its middlewares, they would take 10 MB.
  routes.get(`${assetsPath}/*`, async (context, next) => {
    const file = assets.get(context.req.path.slice(assetsPath.length))
    if (!file) return next()
    context.header('cache-control', oneYear)
    context.header('vary', 'Accept-Encoding')
    return sendFile(context, file)
  })
  for (const [name, file] of publicFiles) {
    routes.get(name, (context) => {
      context.header('cache-control', name === serviceWorkerName ? 'no-cache' : oneHour)
      context.header('vary', 'Accept-Encoding')
      // What the worker may load is what its own script came with.
      if (name === serviceWorkerName) asPage(context)
      // Shown by other sites, where a link to us is shared.
      if (name.startsWith('/social/'))
        context.header('cross-origin-resource-policy', 'cross-origin')
      return sendFile(context, (namesOurAddress.test(name) && findPublicFile(name)) || file)
    })
  }
  for (const pagePath of pagePaths) {
    routes.get(pagePath.replaceAll('$', ':'), (context) => {
      const page = answerInLanguage(context, findPage, fileOf(pagePath))
      if (!page) return problem(context, 'not_found')
      asPage(context)
      if (pagePath === '/checkout') return sendCheckoutPage(context, config, page)
      return sendFile(context, page)
    })
  }
  return routes.get('*', (context) => {
    if (machinePaths.test(context.req.path)) return context.notFound()
    // As it came: a decoded path can hold what no header may.
    const { pathname, search } = new URL(context.req.url)
    const withoutSlash = withoutTrailingSlashes(pathname)
    if (patterns.some((pattern) => pattern.test(withoutSlash))) {
      return context.redirect(withoutSlash + search, 301)
    }
    const page = answerInLanguage(context, findPage, '/404.html')
    asPage(context)
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

/** Not by `/\/+$/`, which takes the square of the time where many slashes stand elsewhere. */
function withoutTrailingSlashes(pathname: string): string {
  let end = pathname.length
  while (pathname.charAt(end - 1) === '/') end -= 1
  return pathname.slice(0, end)
}

function patternOf(pagePath: string): RegExp {
  return new RegExp(`^${pagePath.replaceAll(/\$\w+/g, '[^/]+')}$`)
}

function fileOf(pagePath: string): string {
  return `${pagePath.replace(/\/$/, '')}/index.html`
}

/**
 * A page in the language that the address names, else in the visitor's. Tells caches what the answer
 * depends on.
 */
function answerInLanguage(
  context: Context,
  findPage: FindFile,
  fileName: string,
): FinishedFile | undefined {
  const asked = context.req.query(languageParameter)
  const byAddress = isLanguage(asked) ? asked : undefined
  const language =
    byAddress ??
    pickLanguage(getCookie(context, languageStorageKey), context.req.header('accept-language'))
  context.header('cache-control', 'no-cache')
  context.header('content-language', language)
  context.header('vary', byAddress ? 'Accept-Encoding' : 'Cookie, Accept-Language, Accept-Encoding')
  const page = findPage(`/${language}${fileName}`, byAddress)
  // Also for crawlers that read no HTML: nobody finds the staff's door by a search engine.
  if (page?.unlisted) context.header('x-robots-tag', 'noindex')
  return page
}

const noncePlaceholder = '%CSP_NONCE%'
/** To pay, to sign in with a passkey, to know its visitor again. */
const usedByPayPal = ['payment', 'publickey-credentials-get', 'storage-access']

/**
 * The one page that runs PayPal's script, with a policy of its own. The script takes a nonce for
 * what it adds: https://developer.paypal.com/sdk/js/configuration/#data-csp-nonce
 */
function sendCheckoutPage(context: Context, config: Config, page: WebFile): Response {
  const nonce = randomBytes(16).toString('base64')
  const paypal = paypalSources(config)
  context.header(
    'content-security-policy',
    contentSecurityPolicy(config, {
      'script-src': `'nonce-${nonce}' ${paypal}`,
      'style-src': `'nonce-${nonce}' ${paypal}`,
      'img-src': paypal,
      'connect-src': paypal,
      'frame-src': paypal,
    }),
  )
  context.header('permissions-policy', permissionsPolicy(usedByPayPal))
  context.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  context.header('cache-control', 'no-store')
  context.header('content-type', page.contentType)
  const html = new TextDecoder().decode(page.content)
  return context.body(html.replaceAll(noncePlaceholder, nonce))
}

function paypalSources({ paypal }: Config): string {
  return paypal.scriptOrigin.startsWith('https:')
    ? 'https://*.paypal.com https://*.paypalobjects.com'
    : paypal.scriptOrigin
}
