import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { PageRenderer } from '#contract/page-renderer.ts'
import { cacheResponse } from '#server/http/response-cache.ts'
import { createPages } from './pages.ts'

let price: number | Error
let isPriceThere: boolean
let renderings: number
let fault: Error | undefined
let pages: ReturnType<typeof createPages>
let logged: string[]
let noted: string[]
let prices: ReturnType<typeof cacheResponse>

const renderer: PageRenderer = {
  show: () => undefined,
  find: (asked) => {
    const path = asked === '/donation/gone' ? '/404' : asked
    return Promise.resolve({
      route: path,
      path,
      isFound: path !== '/404',
      isListed: true,
      source: 'shop-page.tsx',
      firstView:
        path === '/404'
          ? []
          : [{ queryKey: ['price'], address: path === '/shop' ? '/api/price' : '/api/none' }],
    })
  },
  render: (_, { language, answers }) => {
    renderings += 1
    const shown = JSON.stringify(answers.map(([queryKey, answer]) => [queryKey, answer]))
    return { html: fault ? '' : `${language} ${shown}`, ...(fault && { fault }) }
  },
  manifest: () => '',
  sitemap: () => '',
  paths: () => [],
}
const noFiles = { script: '', stylesheets: [], fonts: [], modules: {} }

beforeEach(() => {
  price = 10
  isPriceThere = true
  renderings = 0
  fault = undefined
  logged = []
  noted = []
  prices = cacheResponse(
    () => (price instanceof Error ? Promise.reject(price) : Promise.resolve({ price })),
    { milliseconds: 60_000 },
  )
  pages = createPages({
    built: () =>
      Promise.resolve({
        renderer,
        assets: { fr: noFiles, en: noFiles, ru: noFiles, es: noFiles },
      }),
    findAnswer: (address) => (address === '/api/price' && isPriceThere ? prices : undefined),
    publicOrigin: 'https://shop.example',
    noteConnection: (provider, operation, result) => {
      noted.push(`${provider} ${operation} ${result.fault ?? result.outcome}`)
      return Promise.resolve()
    },
    log: pino({}, { write: (line) => void logged.push(line) }),
  })
})

async function readShop(language: 'fr' | 'ru' = 'fr'): Promise<string> {
  const { file, staleSeconds } = await pages.read('/shop', language, false)
  const text = new TextDecoder().decode(file.content)
  return staleSeconds === null ? text : `stale: ${text}`
}

test('a page is rendered once for all who ask, in each language', async () => {
  const all = await Promise.all([readShop(), readShop(), readShop('ru')])
  expect(all).toEqual([
    'fr [[["price"],{"price":10}]]',
    'fr [[["price"],{"price":10}]]',
    'ru [[["price"],{"price":10}]]',
  ])
  await readShop()
  expect(renderings).toBe(2)
})

test('a page of something that does not exist is the 404 page', async () => {
  const { isFound, file } = await pages.read('/guide/none', 'fr', false)
  expect([isFound, new TextDecoder().decode(file.content)]).toEqual([false, 'fr []'])
  expect(await pages.has('/guide/none')).toBe(false)
  expect(await pages.has('/shop')).toBe(true)
})

test('the next request after a change has the new data', async () => {
  await readShop()
  price = 12
  prices.forget()
  expect(await readShop()).toContain('"price":12')
})

test('data that was made anew and says the same keeps the page', async () => {
  await readShop()
  prices.forget()
  await readShop()
  expect(renderings).toBe(1)
})

test('while its data cannot be read, a page is sent as it was, marked stale', async () => {
  await readShop()
  price = new Error('the database is away')
  prices.forget()
  expect(await readShop()).toBe('stale: fr [[["price"],{"price":10}]]')
  price = 12
  expect(await readShop()).toBe('fr [[["price"],{"price":12}]]')
})

test('a page that nobody has seen yet comes without the data, which the browser then asks for', async () => {
  price = new Error('the database is away')
  expect(await readShop()).toBe('fr []')
  price = 12
  expect(await readShop()).toContain('"price":12')
})

test('a page that throws is sent as it was, and the owner sees why until it works again', async () => {
  await readShop()
  fault = new Error('no such picture')
  price = 12
  prices.forget()
  expect(await readShop()).toBe('stale: fr [[["price"],{"price":10}]]')
  expect(logged.join()).toContain('no such picture')
  expect(noted).toEqual(['pages /shop fr ok', 'pages /shop fr page_broken'])
  expect(await readShop()).toBe('stale: fr [[["price"],{"price":10}]]')
  expect(renderings).toBe(2)
  fault = undefined
  price = 13
  prices.forget()
  expect(await readShop()).toBe('fr [[["price"],{"price":13}]]')
  expect(noted.at(-1)).toBe('pages /shop fr ok')
})

test('a page that throws in one language is not well because it is good in another', async () => {
  fault = new Error('no such word')
  await readShop('ru')
  fault = undefined
  await readShop('fr')
  expect(noted).toEqual(['pages /shop ru page_broken', 'pages /shop fr ok'])
})

test('an alarm ends once its page can be rendered again, though nobody opens it', async () => {
  fault = new Error('no such picture')
  await readShop('ru')
  await pages.endAlarms(['/shop ru'])
  expect([noted, renderings]).toEqual([['pages /shop ru page_broken'], 1])
  fault = undefined
  price = 13
  prices.forget()
  await pages.endAlarms(['/shop ru'])
  expect([noted.at(-1), renderings]).toEqual(['pages /shop ru ok', 2])
})

test.each(['/donation/gone es', '/guide/none es'])(
  'the alarm of %s ends, because that page does not exist any more',
  async (alarm) => {
    await pages.endAlarms([alarm])
    expect([noted, renderings]).toEqual([[`pages ${alarm} ok`], 0])
  },
)
