import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#contract/language.ts'
import type { PageRenderer } from '#contract/page-renderer.ts'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import { readConfig, type Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import { createNotFoundHandler } from '#server/http/middleware/errors.ts'
import { pageRoutes } from './page-routes.ts'
import { createPages } from './pages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kryptonique-pages-'))
const config = readConfig({})
const log = pino({ level: 'silent' })
const app = new Hono<HttpEnvironment>()

/** Renders a few words for each page. */
const renderer: PageRenderer = {
  show: () => undefined,
  find: (pagePath) => {
    const route = pagePath.replace(/^\/team\/edit\/[^/]+$/, '/team/edit/:id')
    const words = wordsOf[route]
    const page = { path: route, source: 'page.tsx', firstView: [], isListed: route !== '/admin' }
    return Promise.resolve(
      words === undefined
        ? { ...page, route: '*', isFound: false }
        : { ...page, route, isFound: true },
    )
  },
  render: ({ route }, { language, origin, isLanguageInAddress }) => ({
    html: (wordsOf[route] ?? 'nothing here LANGUAGE')
      .replace('LANGUAGE', language)
      .replace('ORIGIN', origin)
      .replace('QUERY', isLanguageInAddress ? `?lang=${language}` : ''),
  }),
  manifest: (language) => JSON.stringify({ lang: language }),
  sitemap: (origin) => `<urlset>${origin}</urlset>`,
  paths: () => [],
}
const wordsOf: Readonly<Record<string, string>> = {
  '/': 'home LANGUAGE',
  '/donation': 'donation LANGUAGE',
  '/team/edit/:id': 'edit LANGUAGE',
  '/admin': 'admin LANGUAGE',
  '/rules': 'LANGUAGE at ORIGIN/rulesQUERY',
  '/checkout': '<script nonce="%CSP_NONCE%"></script>',
}
const noFiles = { script: '/assets/app.js', stylesheets: [], fonts: [], modules: {} }
const assets = { fr: noFiles, en: noFiles, ru: noFiles, es: noFiles }

function routesWith(settings: Config) {
  const { publicOrigin } = settings
  const built = () => Promise.resolve({ renderer, assets })
  const findAnswer = () => undefined
  const noteConnection = () => Promise.resolve()
  const pages = createPages({ built, findAnswer, publicOrigin, log, noteConnection })
  return pageRoutes(settings, folder, pages)
}

beforeAll(() => {
  writeBuilt('assets/app-1a2b.js', 'run()')
  writeBuilt('public/favicon.svg', '<svg/>')
  writeBuilt('public/service-worker.js', 'serve()')
  writeBuilt('secret.txt', 'not for you')
  writeFileSync(path.join(folder, 'assets/raid-3c4d.webp'), 'a picture')
  app.notFound(createNotFoundHandler(app))
  app.use(securityHeaders(config))
  app.route('/', routesWith(config))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the language of a page', () => {
  it.each([
    ['French without any preference', {}, 'fr'],
    ['what the browser prefers', { 'accept-language': 'de, ru;q=0.8, en;q=0.5' }, 'ru'],
    ['French for a browser in a language that we lack', { 'accept-language': 'de' }, 'fr'],
    ['the visitor’s choice', { cookie: 'language=es', 'accept-language': 'en' }, 'es'],
    ['not an invalid choice', { cookie: 'language=../en', 'accept-language': 'en' }, 'en'],
    ['not one that the browser refuses', { 'accept-language': 'en;q=0, es;q=0.1' }, 'es'],
  ])('is %s', async (_, headers, language) => {
    const answer = await app.request('/donation', { headers })
    expect(await answer.text()).toBe(`donation ${language}`)
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Language, Accept-Encoding')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

describe('a language in the address', () => {
  it('wins over cookie and Accept-Language, and needs no Vary', async () => {
    const headers = { cookie: 'language=es', 'accept-language': 'en' }
    const answer = await app.request('/donation?from=mail&lang=ru', { headers })
    expect(await answer.text()).toBe('donation ru')
    expect(answer.headers.get('content-language')).toBe('ru')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  it.each(['tlh', '', 'FR', '../en'])('is not the unknown %j', async (unknown) => {
    const headers = { cookie: 'language=es' }
    const answer = await app.request(`/donation?lang=${unknown}`, { headers })
    expect(await answer.text()).toBe('donation es')
    expect(answer.headers.get('vary')).toContain('Cookie')
  })

  it('applies to the 404 page and survives a trailing slash', async () => {
    expect(await (await app.request('/nothing?lang=ru')).text()).toBe('nothing here ru')
    const answer = await app.request('/donation/?lang=ru')
    expect(answer.headers.get('location')).toBe('/donation?lang=ru')
  })
})

describe('our own origin', () => {
  const elsewhere = readConfig(productionSettings, productionSite)

  it('is in pages, with the language of the address only', async () => {
    const headers = { cookie: 'language=es' }
    const texts = await Promise.all(
      ['/rules', '/rules?lang=es', '/rules?lang=ru'].map(async (address) =>
        (await app.request(address, { headers })).text(),
      ),
    )
    expect(texts).toEqual([
      `es at ${config.publicOrigin}/rules`,
      `es at ${config.publicOrigin}/rules?lang=es`,
      `ru at ${config.publicOrigin}/rules?lang=ru`,
    ])
  })

  it.each(['br', 'gzip'])('is in pages compressed with %s', async (encoding) => {
    const answer = await app.request('/rules', { headers: { 'accept-encoding': encoding } })
    const body = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(decode(body, encoding)).toBe(`fr at ${config.publicOrigin}/rules`)
  })

  it('changes the validator', async () => {
    const there = routesWith(elsewhere)
    const etags = await Promise.all(
      [app.request('/rules'), app.request('/rules?lang=fr'), there.request('/rules')].map(
        async (answer) => (await answer).headers.get('etag'),
      ),
    )
    expect(new Set(etags).size).toBe(3)
  })

  it('is in the files for crawlers', async () => {
    const there = routesWith(elsewhere)
    expect(await (await there.request('/robots.txt')).text()).toContain(
      'Sitemap: https://shop.example/sitemap.xml',
    )
    const sitemap = await there.request('/sitemap.xml')
    expect(await sitemap.text()).toBe('<urlset>https://shop.example</urlset>')
    expect(sitemap.headers.get('content-type')).toBe('application/xml')
  })
})

describe('a page for many addresses', () => {
  it('answers each of them', async () => {
    for (const id of ['0b7c9f1e-4f53-4c3e-9b0e-d3c1a2b4f5e6', '1']) {
      const answer = await app.request(`/team/edit/${id}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('edit fr')
    }
  })

  it.each(['/team/edit', '/team', '/team/edit/1/2'])('is not %s', async (address) => {
    expect((await app.request(address)).status).toBe(404)
  })

  it('is reached from a trailing slash', async () => {
    const answer = await app.request('/team/edit/1/')
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe('/team/edit/1')
  })
})

describe('the compression', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', null],
    ['', null],
    ['x-br-x', null],
  ])('for %s is %s', async (accepted, encoding) => {
    const answer = await app.request('/', { headers: { 'accept-encoding': accepted } })
    const body = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(decode(body, encoding)).toBe('home fr')
  })
})

describe('a validator', () => {
  it('saves sending a page again', async () => {
    const etag = (await app.request('/')).headers.get('etag') ?? ''
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const answer = await app.request('/', { headers: { 'if-none-match': known } })
      expect(answer.status).toBe(304)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('vary')).toContain('Accept-Language')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('differs for another language and another page', async () => {
    const etag = (await app.request('/')).headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag, cookie: 'language=ru' }
    expect(await (await app.request('/', { headers })).text()).toBe('home ru')
    expect((await app.request('/donation', { headers })).status).toBe(200)
  })
})

describe('an unknown path', () => {
  it.each([
    '/nothing',
    '/donation/nothing',
    '/assets/old-9z.js',
    '/index.html',
    '/fr',
    '/fr/donation',
  ])('answers the 404 page: %s', async (unknown) => {
    const answer = await app.request(unknown, { headers: { cookie: 'language=en' } })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('nothing here en')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  it.each(['/api', '/api/nothing', '/functions/v1/nothing', '/webhooks/nothing'])(
    'answers a problem below the API’s paths: %s',
    async (unknown) => {
      const answer = await app.request(unknown)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    },
  )

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%',
    '/secret.txt',
    '/assets//etc/passwd',
  ])('reaches no file outside: %s', async (unknown) => {
    const answer = await app.request(unknown)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('not for you')
  })
})

describe('a file', () => {
  it('of the build never changes', async () => {
    const answer = await app.request('/assets/app-1a2b.js')
    expect(await answer.text()).toBe('run()')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('that runs as the service worker is revalidated at each visit', async () => {
    const answer = await app.request('/service-worker.js')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it('with a name of its own may change', async () => {
    const answer = await app.request('/favicon.svg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })
})

describe('the checkout', () => {
  it('has a new nonce each time, the same in page and policy', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await app.request('/checkout', { headers: { 'accept-encoding': 'br' } })
        const nonce = /nonce="([\w+/=]{22,})"/.exec(await answer.text())?.[1] ?? 'none'
        expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('is the only page that allows PayPal', async () => {
    const { scriptOrigin } = config.paypal
    const policy = await policyOf('/checkout')
    for (const directive of ['script-src', 'frame-src', 'connect-src']) {
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${scriptOrigin}`))
    }
    for (const page of ['/', '/donation', '/nothing']) {
      expect(await policyOf(page)).not.toMatch(/script-src[^;]*(http|nonce)/)
      expect(await policyOf(page)).toContain('frame-src https://www.youtube-nocookie.com')
    }
  })

  it('allows nothing inline, and only PayPal’s hosts with the real PayPal', async () => {
    const real = readConfig(productionSettings, productionSite)
    const routes = routesWith(real)
    const { headers } = await routes.request('/checkout')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[\w+/=]+' https:\/\/\*\.paypal\.com https:\/\/\*\.paypalobjects\.com;/,
    )
  })
})

it('allows payments and passkeys on the checkout only', async () => {
  const permissionsOf = async (page: string): Promise<string> =>
    (await app.request(page)).headers.get('permissions-policy') ?? ''
  for (const feature of ['payment=()', 'publickey-credentials-get=()', 'storage-access=()']) {
    expect(await permissionsOf('/donation')).toContain(feature)
    expect(await permissionsOf('/checkout')).not.toContain(feature)
  }
  expect(await permissionsOf('/checkout')).toContain('camera=()')
})

it('keeps crawlers off unlisted pages, in every language', async () => {
  for (const language of languages) {
    const headers = { cookie: `language=${language}` }
    const { headers: answered } = await app.request('/admin', { headers })
    expect([language, answered.get('x-robots-tag')]).toEqual([language, 'noindex'])
  }
  for (const page of ['/', '/donation', '/checkout']) {
    expect([page, (await app.request(page)).headers.has('x-robots-tag')]).toEqual([page, false])
  }
})

it('sends a file without compressed forms unchanged', async () => {
  const answer = await app.request('/assets/raid-3c4d.webp', {
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.text()).toBe('a picture')
})

it('answers HEAD like GET, without the body', async () => {
  const [get, head] = [await app.request('/'), await app.request('/', { method: 'HEAD' })]
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
})

it('reads a path of slashes in linear time', async () => {
  const answer = await app.request(`/${'/'.repeat(1_000_000)}a`)
  expect(answer.status).toBe(404)
})

it('redirects a trailing slash to the page, and nowhere else', async () => {
  const answer = await app.request('/donation/?from=mail')
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toBe('/donation?from=mail')
  expect((await app.request('/checkout/')).headers.get('location')).toBe('/checkout')
  expect((await app.request('http://x//evil.example/')).status).toBe(404)
  const strange = await app.request('/team/edit/1%0d%0aSet-Cookie:%20language=ru/')
  expect(strange.headers.get('location')).toBe('/team/edit/1%0d%0aSet-Cookie:%20language=ru')
})

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s on a page', async (method) => {
  const answer = await app.request('/donation', { method })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
  expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
  expect((await app.request('/nothing', { method })).status).toBe(404)
})

async function policyOf(page: string): Promise<string> {
  return (await app.request(page)).headers.get('content-security-policy') ?? ''
}

function writeBuilt(name: string, text: string): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text))
}

function decode(body: Buffer, encoding: string | null): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}
