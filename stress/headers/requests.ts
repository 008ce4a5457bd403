import { readdirSync } from 'node:fs'
import path from 'node:path'
import { languages } from '#contract/language.ts'
import type { RawRequest } from '#test/endpoints/send-raw.ts'

const built = path.resolve(import.meta.dirname, '../../dist/web')

/** One of everything that is not an endpoint: pages, files, refusals, and malformed requests. */
export function otherRequests(): readonly RawRequest[] {
  return [...pageRequests(), ...fileRequests(), ...refusedRequests(), ...malformedRequests()]
}

/** Every page, in each language of the address, and without one. */
function pageRequests(): RawRequest[] {
  const files = readdirSync(path.join(built, 'pages/fr'), { recursive: true, encoding: 'utf8' })
  const paths = files
    .filter((file) => path.basename(file) === 'index.html')
    .map((file) => `/${path.dirname(file)}`.replace(/\/\.$/, '/').replaceAll(/\$\w+/g, 'x'))
  // Compressing is slow and the same for all pages: test one, one in another language, and the 404 page.
  const compressed = ['/', '/?lang=ru', '/nothing/here'].map((target) =>
    get(target, { 'accept-encoding': 'br' }),
  )
  const plain = [...paths, '/nothing/here', '/donation/'].flatMap((page) => [
    ...languages.map((language) => get(`${page}?lang=${language}`)),
    get(page),
    get(page, { 'if-none-match': '*' }),
    head(page),
  ])
  return [...compressed, ...plain]
}

/** The first of each kind of file, and all with their own address. */
function fileRequests(): RawRequest[] {
  const assets = readdirSync(path.join(built, 'assets'))
  const kinds = Map.groupBy(assets, (name) => path.extname(name))
  const chosen = [...kinds.values()].flatMap(([name]) => (name === undefined ? [] : [name]))
  const own = ['/robots.txt', '/sitemap.xml', '/service-worker.js', '/manifest.webmanifest']
  return [...chosen.map((name) => `/assets/${name}`), ...own].flatMap((target) => [
    get(target, { 'accept-encoding': 'br, gzip' }),
    get(target, { 'if-none-match': '*' }),
    head(target),
  ])
}

function refusedRequests(): RawRequest[] {
  const json = { 'content-type': 'application/json' }
  const opening = '/functions/v1/discord-purchase-notification'
  const post = (target: string, body: string, headers: RawRequest['headers'] = json) => ({
    method: 'POST',
    target,
    body,
    headers,
  })
  return [
    get('/api/nothing'),
    get('/functions/v1/nothing'),
    get('/webhooks/nothing'),
    get('/metrics', { 'x-forwarded-for': '10.0.0.1' }),
    get('/metrics'),
    get('/images/none.webp'),
    { method: 'DELETE', target: '/api/session', headers: {} },
    { method: 'OPTIONS', target: opening, headers: { origin: 'https://evil.example' } },
    post(opening, '{'),
    post(opening, '{}'),
    post(opening, '{}', { 'content-type': 'text/plain' }),
    post(opening, 'x'.repeat(300_000)),
    post(opening, '{}', { ...json, origin: 'https://evil.example' }),
    get('/api/shop-items'),
    get('/api/shop-items'),
    get('/api/shop-items', { 'if-none-match': '*' }),
    get('/api/server-status'),
    get('/api/server-status', { 'if-none-match': '*' }),
    head('/api/server-status'),
    head('/api/donors'),
    head('/api/session'),
    get('/', { accept: 'text/html', host: 'localhost' }),
  ]
}

function malformedRequests(): RawRequest[] {
  return [
    get('/', { host: 'a b' }),
    get('/', { host: '4294967296' }),
    get('/', { x: 'a\0b' }),
    get('/', { x: 'x'.repeat(20_000) }),
  ]
}

function get(target: string, headers: RawRequest['headers'] = {}): RawRequest {
  return { method: 'GET', target, headers }
}

function head(target: string): RawRequest {
  return { method: 'HEAD', target, headers: {} }
}
