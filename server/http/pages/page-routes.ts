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
/** Browsers check for a new one at each visit; a cached one would keep an old site on the device. */
const serviceWorkerName = '/service-worker.js'
// A policy comes with a document and holds while the visitor follows links within the site, so all
// pages get what the guides need: a video player, loaded after a press, in a frame isolated from
// our pages. The checkout loads as its own document with its own policy.
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

  // One route for all assets: six hundred routes with their middleware would take 10 MB.
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
      // A worker may load what the policy of its own script allows.
      if (name === serviceWorkerName) asPage(context)
      // Other sites show these where a link to us is shared.
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
    // The raw address: a decoded path can contain characters that headers forbid.
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
 * `/fr/donation/index.html` and its translations are the page `/donation`;
 * `/fr/team/edit/$id/index.html` is the page of `/team/edit/` and any one segment.
 */
function findPagePaths(files: Iterable<string>): readonly string[] {
  const pattern = new RegExp(`^/(?:${languages.join('|')})(/.*)?/index\\.html$`)
  const found = [...files].flatMap((file) => {
    const match = pattern.exec(file)
    return match ? [match[1] ?? '/'] : []
  })
  return [...new Set(found)]
}

/** Not `/\/+$/`, which takes quadratic time on many slashes elsewhere in the path. */
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

/** Answers a page in the language of the address, otherwise in the visitor's, and sets `Vary` for caches. */
function answerInLanguage(
  context: Context,
  findPage: FindFile,
  fileName: string,
): FinishedFile | undefined {
  const requested = context.req.query(languageParameter)
  const byAddress = isLanguage(requested) ? requested : undefined
  const language =
    byAddress ??
    pickLanguage(getCookie(context, languageStorageKey), context.req.header('accept-language'))
  context.header('cache-control', 'no-cache')
  context.header('content-language', language)
  context.header('vary', byAddress ? 'Accept-Encoding' : 'Cookie, Accept-Language, Accept-Encoding')
  const page = findPage(`/${language}${fileName}`, byAddress)
  // For crawlers that read no HTML too: the staff's entrance must not appear in search engines.
  if (page?.unlisted) context.header('x-robots-tag', 'noindex')
  return page
}

const noncePlaceholder = '%CSP_NONCE%'
/** For payments, passkey sign-in and recognising a returning visitor. */
const usedByPayPal = ['payment', 'publickey-credentials-get', 'storage-access']

/**
 * Sends the only page that runs PayPal's script, with its own policy. The script puts the nonce on
 * whatever it adds: https://developer.paypal.com/sdk/js/configuration/#data-csp-nonce
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
