import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { PublicSite } from '#contract/site.ts'
import type { Product } from '#domain/products.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { App } from './app.tsx'
import { loadPage } from './page-loader.ts'
import { documentTitle } from './page-texts.ts'
import { findRoute, notFoundRoute, routes } from './routes.tsx'
import { setSite, site, subscribeToSite } from './site.ts'

const shipped = site()

afterEach(() => setSite(shipped))

async function render(path: string): Promise<string> {
  await loadPage(findRoute(path))
  return renderToString(<App path={path} />)
}

const { community, server, products, prices } = shipped

const changes: readonly (readonly [path: string, text: string, change: Partial<PublicSite>])[] = [
  ['/', 'NORDWIND', { community: { ...community, brand: 'NORDWIND' } }],
  ['/', 'Namalsk', { community: { ...community, map: 'Namalsk' } }],
  [
    '/',
    'discord.gg/nordwind',
    { community: { ...community, discordInviteUrl: 'https://discord.gg/nordwind' } },
  ],
  ['/', '23 membres', { server: { ...server, largestGroup: 23 } }],
  [
    '/',
    '03:45',
    {
      server: {
        ...server,
        raidHours: { ...server.raidHours, opens: { ...server.raidHours.opens, time: '03:45' } },
      },
    },
  ],
  ['/servers', 'Nord 1', { server: { ...server, name: 'Nord 1' } }],
  [
    '/join',
    'https://mods.example',
    { server: { ...server, modCollectionUrl: 'https://mods.example' } },
  ],
  [
    '/meet-the-team',
    'Borealis',
    { people: [{ name: 'Borealis', role: 'founder', languages: ['ru'] }] },
  ],
  [
    '/krypto-points',
    '77,25',
    { packs: [{ amount: 100, bonus: 0, priceDollars: 77.25, priceId: 'p1' }] },
  ],
  ['/donation', 'dès 432', { ranks: { ...shipped.ranks, S: 432 } }],
  ['/donation', '7,77', { prices: priced('priority-queue', 7.77) }],
  ['/donation/priority-queue', '7,77', { prices: priced('priority-queue', 7.77) }],
  ['/donation/reskin/gear/top', '7,77', { prices: priced('reskin-top', 7.77) }],
  ['/donation/extras', '7,77', { prices: priced('reset-stats', 7.77) }],
]

/** All offers of one product at another price. */
function priced(slug: string, priceEuros: number): PublicSite['prices'] {
  return Object.fromEntries(
    Object.entries(prices).map(([key, terms]) => [
      key,
      key.split('/')[0] === slug ? { ...terms, priceEuros } : terms,
    ]),
  )
}

test.each(changes)('%s shows a change of the site: %s', async (path, text, change) => {
  expect((await render(path)).includes(text)).toBe(false)
  setSite({ ...shipped, ...change })
  expect((await render(path)).includes(text)).toBe(true)
})

test('whoever subscribes is called after a change', () => {
  let calls = 0
  const unsubscribe = subscribeToSite(() => (calls += 1))
  setSite({ ...shipped })
  unsubscribe()
  expect(calls).toBe(1)
})

test('a title has the brand of today', () => {
  setSite({ ...shipped, community: { ...community, brand: 'NORDWIND' } })
  expect(documentTitle({ path: '/rules' })).toMatch(/ · NORDWIND$/)
})

const supporter: Product = { slug: 'supporter', name: 'Supporter', kind: 'timed' }
const withSupporter = {
  ...shipped,
  products: [...products, supporter],
  prices: {
    ...prices,
    ...Object.fromEntries(
      [1, 3, 5, 7, 9, 12].map((months) => [
        `supporter/${months}`,
        { priceEuros: 2 * months, hostedButtonId: null },
      ]),
    ),
  },
}

test('a product that is added has its page, tile and offers, until it is hidden', async () => {
  const path = '/donation/supporter'
  expect(findRoute(path)).toBe(notFoundRoute)

  setSite(withSupporter)
  expect(findRoute(path).path).toBe(path)
  expect(findRoute(path).load).toBe(findRoute('/donation/priority-queue').load)
  expect(routes().map((route) => route.path)).toContain(path)
  expect(catalogue().offersOf('supporter')[0]?.priceCents).toBe(200)
  // Nobody has written its texts yet.
  expect(documentTitle({ path })).toMatch(/^Supporter · /)
  expect((await render(path)).includes('Supporter</h1>')).toBe(true)
  expect((await render('/donation')).includes(`href="${path}"`)).toBe(true)

  setSite({ ...withSupporter, products: [...products, { ...supporter, hidden: true }] })
  expect(findRoute(path)).toBe(notFoundRoute)
  expect(catalogue().offersOf('supporter')).toEqual([])
})

test.each(['timed', 'color-tag', 'reskin', 'extra'])(
  'the pages that lead to products need none of the kind %s, and no packs',
  async (kind) => {
    const left = products.map((product) => ({ ...product, hidden: product.kind === kind }))
    setSite({ ...shipped, products: left, packs: [] })
    for (const path of ['/donation', '/join', '/krypto-points', '/perks', '/shop']) {
      expect((await render(path)).includes('<h1')).toBe(true)
    }
  },
)
