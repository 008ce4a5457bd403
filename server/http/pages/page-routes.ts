import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { manifestAddress } from '#contract/page-renderer.ts'
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
import type { FindAnswer } from '#server/http/response-cache.ts'
import { sendFile } from '#server/http/send-file.ts'
import { listFailing } from '#server/services/connections/connection-faults.ts'
import type { Services } from '#server/services/context.ts'
import { createPages, openBuiltPages, type BuiltPages, type Page, type Pages } from './pages.ts'
import { keepTextFiles, readWebFiles, type WebFile } from './web-files.ts'

const assetsPath = '/assets'
const oneYear = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'
/** Browsers check for a new one at each visit; a cached one would keep an old site on the device. */
const serviceWorkerName = '/service-worker.js'
// A policy comes with a document and holds while the visitor follows links within the site, so all
// pages get what the guides need: a video player, loaded after a press, in a frame isolated from
// our pages. The checkout loads as its own document with its own policy.
const videoPlayer = { 'frame-src': 'https://www.youtube-nocookie.com' }
const machinePaths = /^\/(api|functions|webhooks)(\/|$)/

export type MakePages = (parts: {
  readonly services: Pick<Services, 'config' | 'database' | 'log' | 'noteConnection'>
  readonly findAnswer: FindAnswer
}) => {
  readonly routes: Hono<HttpEnvironment>
  /** Ends the alarms about pages for which there is no reason any more. */
  readonly endAlarms: () => Promise<void>
}

/**
 * The pages that the build made. The program that renders them is loaded when the server is ready, or
 * with the first request.
 */
export function builtPages(buildDirectory: string, ready?: Promise<unknown>): MakePages {
  return ({ services, findAnswer }) => {
    const { config, log, noteConnection } = services
    let opened: Promise<BuiltPages> | null = null
    const built = (): Promise<BuiltPages> => {
      opened ??= openBuiltPages(buildDirectory).catch((error: unknown) => {
        opened = null
        throw error
      })
      return opened
    }
    const { publicOrigin } = config
    const pages = createPages({ built, findAnswer, publicOrigin, log, noteConnection })
    ready
      ?.then(() => pages.load())
      .catch((error: unknown) => log.error({ err: error }, 'the pages cannot be loaded'))
    return {
      routes: pageRoutes(config, buildDirectory, pages),
      endAlarms: async () => {
        const alarms = await listFailing(services, 'page_broken')
        await pages
          .endAlarms(alarms)
          .catch((error: unknown) => log.warn({ err: error }, 'broken pages cannot be checked'))
      },
    }
  }
}

/** The pages, in the visitor's language, and the files that they load. */
export function pageRoutes(
  config: Config,
  buildDirectory: string,
  pages: Pages,
): Hono<HttpEnvironment> {
  const assets = readWebFiles(path.join(buildDirectory, 'assets'))
  const publicFiles = readWebFiles(path.join(buildDirectory, 'public'))
  const headersOfPages = Object.entries(pageHeaders(contentSecurityPolicy(config, videoPlayer)))
  const asPage = (context: Context): void => {
    for (const [name, value] of headersOfPages) context.header(name, value)
  }
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
      return sendFile(context, file)
    })
  }
  const keptFile = keepTextFiles()
  const sendText = (context: Context, text: string, contentType: string): Response => {
    context.header('cache-control', oneHour)
    context.header('vary', 'Accept-Encoding')
    return sendFile(context, keptFile(context.req.path, text, contentType))
  }
  routes.get('/robots.txt', (context) =>
    sendText(context, robots(config.publicOrigin), 'text/plain; charset=utf-8'),
  )
  routes.get('/sitemap.xml', async (context) =>
    sendText(context, await pages.sitemap(), 'application/xml'),
  )
  for (const language of languages) {
    routes.get(manifestAddress(language), async (context) =>
      sendText(context, await pages.manifest(language), 'application/manifest+json'),
    )
  }
  routes.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', async (context, next) => {
    if (machinePaths.test(context.req.path)) return next()
    const { pathname } = new URL(context.req.url)
    if (!(await pages.has(pathname))) return next()
    context.header('allow', 'GET, HEAD')
    return problem(context, 'method_not_allowed')
  })
  return routes.get('*', async (context) => {
    if (machinePaths.test(context.req.path)) return context.notFound()
    // The raw address: a decoded path can contain characters that headers forbid.
    const { pathname, search } = new URL(context.req.url)
    const withoutSlash = withoutTrailingSlashes(pathname)
    if (withoutSlash !== pathname && (await pages.has(withoutSlash))) {
      return context.redirect(withoutSlash + search, 301)
    }
    const page = await answerInLanguage(context, pages, pathname)
    asPage(context)
    if (pathname === '/checkout') return sendCheckoutPage(context, config, page.file)
    return sendFile(context, page.file, page.isFound ? 200 : 404)
  })
}

// Unlisted pages say so themselves; a crawler has to read them to find out.
const robots = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /functions/
Disallow: /webhooks/

Sitemap: ${origin}/sitemap.xml
`

/** Not `/\/+$/`, which takes quadratic time on many slashes elsewhere in the path. */
function withoutTrailingSlashes(pathname: string): string {
  let end = pathname.length
  while (end > 1 && pathname.charAt(end - 1) === '/') end -= 1
  return pathname.slice(0, end)
}

/** The page in the language of the address, otherwise in the visitor's; sets `Vary` for caches. */
async function answerInLanguage(context: Context, pages: Pages, pathname: string): Promise<Page> {
  const requested = context.req.query(languageParameter)
  const byAddress = isLanguage(requested) ? requested : undefined
  const language =
    byAddress ??
    pickLanguage(getCookie(context, languageStorageKey), context.req.header('accept-language'))
  context.header('cache-control', 'no-cache')
  context.header('content-language', language)
  context.header('vary', byAddress ? 'Accept-Encoding' : 'Cookie, Accept-Language, Accept-Encoding')
  const page = await pages.read(pathname, language, byAddress !== undefined)
  // For crawlers that read no HTML too: the staff's entrance must not appear in search engines.
  if (!page.isListed) context.header('x-robots-tag', 'noindex')
  // https://www.rfc-editor.org/rfc/rfc9211: a negative time to live says that the answer is stale.
  if (page.staleSeconds !== null) {
    context.header('cache-status', `pages; hit; ttl=-${page.staleSeconds}`)
  }
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
