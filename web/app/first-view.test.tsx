import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { teamListing } from '#test/factories/listing-answers.ts'
import { donorsQuery } from '#web/features/donors/donor-ranking.tsx'
import { perkSlotsQuery } from '#web/features/perks/purchase-outlook.tsx'
import { shopTextsQuery } from '#web/features/products/shop-texts.ts'
import { historyQuery } from '#web/features/server-status/player-history-panel.tsx'
import { serverStatusQuery } from '#web/features/server-status/server-status.tsx'
import { shopItemsQuery } from '#web/features/skins/shop-items.ts'
import { newestListingsQuery } from '#web/features/team/store/team-api.ts'
import { App } from './app.tsx'
import { carry } from './first-view.ts'
import { loadPage } from './page-loader.ts'
import { queryClient } from './query-client.ts'
import { findRoute } from './routes.tsx'
import { setSite, site } from './site.ts'

const shipped = site()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  setSite(shipped)
  carry([])
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** The HTML of a page whose document carries these answers, by their addresses. */
async function render(path: string, answers: Readonly<Record<string, unknown>>): Promise<string> {
  const route = findRoute(path)
  await loadPage(route)
  const { firstView } = await route.load()
  const queries = firstView?.(path) ?? []
  carry(
    queries.flatMap(({ queryKey, address }) =>
      address in answers ? [[queryKey, answers[address]] as const] : [],
    ),
  )
  return renderToString(<App path={path} />)
}

const status = {
  name: 'KRYPTONIQUE | Deer Isle',
  address: '203.0.113.7:2302',
  map: 'Deer Isle',
  players: 17,
  maxPlayers: 60,
  status: 'online',
  observedAt: '2030-05-03T22:04:00Z',
  stale: false,
  gameTime: '12:30',
  isDaylight: true,
  nextRestartAt: '2030-05-04T02:00:00Z',
}
const item = { id: 'i1', name: 'Cape de nuit', price: 450, image_url: '/images/cape.webp' }
const donor = { name: 'Anna', avatarUrl: null, totalSpentCents: 12_345, rank: 'B' }
const listing = { ...teamListing(1), discordUsername: 'Loup', createdAt: '2030-05-03T23:30:00Z' }
const slots = { product: 'priority-queue', slots: 5, left: 0, nextFreeAt: '2030-05-03T23:30:00Z' }

const shown = [
  ['/', '17 / 60', { '/api/server-status': status }],
  ['/join', '17 / 60', { '/api/server-status': status }],
  ['/servers', 'Actualisé à 22:04 GMT', { '/api/server-status': status }],
  ['/servers', '3 mai 2030 à 22:04 GMT', { '/api/server-status': { ...status, stale: true } }],
  ['/servers', 'À 02:00 GMT', { '/api/server-status': status }],
  ['/shop', 'Cape de nuit', { '/api/shop-items': [item] }],
  ['/donation/skin', 'Cape de nuit', { '/api/shop-items': [item] }],
  ['/donation', 'Anna', { '/api/donors': [donor] }],
  ['/team', 'Loup', { '/api/team-listings': [listing] }],
  ['/team', '03/05/2030', { '/api/team-listings': [listing] }],
  ['/donation/priority-queue', 'se libère le 3 mai 2030', { '/api/perk-slots': [slots] }],
] as const

/** Gives the priority queue a number of places. */
function limitPlaces(): void {
  const products = shipped.products.map((product) =>
    product.kind === 'timed' ? { ...product, slots: 5 } : product,
  )
  setSite({ ...shipped, products })
}

test.each(shown)(
  'the document of %s says %s, everywhere and at any time',
  async (path, text, answers) => {
    limitPlaces()
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    vi.setSystemTime('2030-05-03T23:59:00Z')
    const html = await render(path, answers)
    expect(html.includes(text)).toBe(true)
    // The content security policy forbids it.
    expect(/\sstyle="[^"]*"/.exec(html)?.[0]).toBeUndefined()

    vi.stubEnv('TZ', 'America/Los_Angeles')
    vi.setSystemTime('2031-01-01T00:00:00Z')
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
    expect((await render(path, answers)) === html).toBe(true)
  },
)

test.each([
  [serverStatusQuery.address, () => queryClient.fetchQuery(serverStatusQuery)],
  [historyQuery.address, () => queryClient.fetchQuery(historyQuery)],
  [donorsQuery.address, () => queryClient.fetchQuery(donorsQuery)],
  [shopItemsQuery.address, () => queryClient.fetchQuery(shopItemsQuery)],
  [newestListingsQuery.address, () => queryClient.fetchQuery(newestListingsQuery)],
  [perkSlotsQuery.address, () => queryClient.fetchQuery(perkSlotsQuery)],
  [shopTextsQuery().address, () => queryClient.fetchQuery(shopTextsQuery())],
])('a page requests %s itself where no document carries it', async (address, fetchQuery) => {
  const requested: unknown[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('console', { ...console, warn: () => undefined })
  vi.stubGlobal('fetch', (input: unknown) => {
    requested.push(input)
    return Promise.resolve(new Response('[]'))
  })
  await fetchQuery().catch(() => undefined)
  expect(requested).toEqual([address])
})
