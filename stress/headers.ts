import { readdirSync } from 'node:fs'
import path from 'node:path'
import { note, reportExactly, under } from '#bench/report.ts'
import { languages } from '#contract/language.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { cleanUp } from '#test/cleanups.ts'
import { builtPages } from '#test/endpoints/built-pages.ts'
import { newNetwork } from '#test/endpoints/call-endpoint.ts'
import { addressOf, type Call, type Example } from '#test/endpoints/endpoint.ts'
import { endpoints } from '#test/endpoints/endpoints.ts'
import { type RawRequest, sendRaw } from '#test/endpoints/send-raw.ts'
import { resetLimits, setUp, type Setup } from '#test/endpoints/setup.ts'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import type { MakePages } from '#server/http/pages/page-routes.ts'
import { buildDirectory, listPagePaths } from '#test/rendered-pages.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { defineStress, onEmbedded } from './define-stress.ts'
import { judgeHeaders } from './headers/rules.ts'

/** The headers of every kind of answer, with and without the rules of production (R13). */
export const headersRun = defineStress({}, async () => {
  await buildWebIfStale()
  const figures = [
    await under('sandbox', () =>
      onEmbedded(async (location) => report(await checkHeaders(await setUp(location, builtPages)))),
    ),
    await under('production', () =>
      onEmbedded(async (location) => report(await checkHeadersInProduction(location, builtPages))),
    ),
  ]
  return figures.every(Boolean)
})

async function report({ answers, violations }: HeaderFigures): Promise<boolean> {
  await cleanUp()
  note(`${answers} answers`)
  for (const violation of violations.slice(0, 20)) note(violation)
  return reportExactly('headers that are missing or wrong', violations.length)
}

interface HeaderFigures {
  readonly answers: number
  readonly violations: readonly string[]
}

/** Checks all answers, to somebody with every permission and to a stranger. */
export async function checkHeaders(setup: Setup): Promise<HeaderFigures> {
  const { shop } = setup
  const figures = { answers: 0, violations: [] as string[] }
  const mode = modeOf(shop)
  for (const endpoint of endpoints) {
    await resetLimits(setup)
    const call = await endpoint.prepare(setup)
    for (const headers of [{}, setup.people().everything]) {
      await look(shop, figures, mode, requestOf(endpoint, call, headers))
    }
    if (endpoint.endsSession) await setup.renewPeople()
  }
  for (const request of await otherRequests()) await look(shop, figures, mode, request)
  return figures
}

/** The same with the rules of production, where no provider can be faked: only a stranger's answers. */
export async function checkHeadersInProduction(
  location: DatabaseLocation,
  makePages: MakePages,
): Promise<HeaderFigures> {
  const settings = {
    ...productionSettings,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATABASE_URL: '', ALLOW_EMBEDDED_DATABASE: 'true' }),
  }
  const shop = await openShop(location, settings, productionSite, makePages)
  const figures = { answers: 0, violations: [] as string[] }
  const mode = modeOf(shop)
  for (const endpoint of endpoints) {
    await look(shop, figures, mode, requestOf(endpoint, { body: {} }, {}))
  }
  for (const request of await otherRequests()) await look(shop, figures, mode, request)
  return figures
}

interface Mode {
  readonly isHttps: boolean
  readonly isProduction: boolean
}

function modeOf({ services: { config } }: TestShop): Mode {
  return { isHttps: config.publicOrigin.startsWith('https:'), isProduction: config.production }
}

async function look(
  { origin }: TestShop,
  figures: { answers: number; violations: string[] },
  mode: Mode,
  request: RawRequest,
): Promise<void> {
  const headers = { 'x-forwarded-for': newNetwork(), ...request.headers }
  const answer = await sendRaw(origin, { ...request, headers })
  figures.answers += 1
  figures.violations.push(...judgeHeaders(answer, { ...mode, ...request }))
}

function requestOf(endpoint: Example, call: Call, headers: RawRequest['headers']): RawRequest {
  const method = endpoint.method
  return {
    method,
    target: addressOf(endpoint, call),
    headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(call.body ?? {}) }),
  }
}

/** One of everything that is not an endpoint: pages, files, refusals, and malformed requests. */
async function otherRequests(): Promise<readonly RawRequest[]> {
  return [
    ...(await pageRequests()),
    ...fileRequests(),
    ...refusedRequests(),
    ...malformedRequests(),
  ]
}

/** Every page, in each language of the address, and without one. */
async function pageRequests(): Promise<RawRequest[]> {
  const paths = (await listPagePaths()).map((page) => page.replaceAll(/:\w+/g, 'x'))
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
  const assets = readdirSync(path.join(buildDirectory, 'assets'))
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
