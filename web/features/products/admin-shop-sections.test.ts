import { afterEach, expect, test, vi } from 'vitest'
import type { SectionView } from '#contract/site.ts'
import { kryptoPacks } from '#site/packs.ts'
import { priceList } from '#site/prices.ts'
import { discordRoles, products } from '#site/products.ts'
import {
  changedSections,
  entryOf,
  readShop,
  restoreSection,
  saveShop,
  swapped,
  withEntry,
  withHidden,
  withMoved,
  withRestored,
  type ProductEntry,
  type Shop,
} from './admin-shop-sections.ts'

const extras = {
  eyebrow: 'Une fois',
  lead: 'Sans durée.',
  tile: 'Une fois.',
  question: 'Quoi ?',
  done: 'Fait.',
  note: { title: 'Note', text: 'Une fois.' },
}
const texts = { fr: { 'reset-stats': { points: ['À zéro.'] }, extras }, en: {} }

const values = {
  products: { products, discordRoles },
  prices: priceList,
  productTexts: texts,
  packs: kryptoPacks,
} as const

function viewsOf(changes: Partial<Record<keyof typeof values, unknown>> = {}): SectionView[] {
  const sections = ['products', 'prices', 'productTexts', 'packs'] as const
  return sections.map((section, index) => ({
    section,
    value: changes[section] ?? values[section],
    fileValue: section === 'productTexts' ? { ...texts, ru: { extras } } : values[section],
    version: index,
    changedAt: null,
    changedBy: null,
  }))
}

function read(changes?: Parameters<typeof viewsOf>[0]): Shop {
  const shop = readShop(viewsOf(changes))
  if (!shop) throw new Error('unreadable')
  return shop
}

const badge: ProductEntry = {
  products: [{ kind: 'extra', slug: 'badge', name: 'Badge' }],
  prices: { badge: { priceEuros: 12, hostedButtonId: 'BADGE' } },
  texts: { fr: { badge: { points: ['Un badge.'] } } },
}

afterEach(() => vi.unstubAllGlobals())

test('a new product changes three sections, with the versions that its editor has seen', () => {
  const shop = read()
  const changed = changedSections(shop, withEntry(shop, 'badge', badge))
  expect(Object.keys(changed)).toEqual(['products', 'prices', 'productTexts'])
  expect(changed).toMatchObject({
    products: { version: 0, value: { discordRoles } },
    prices: { version: 1, value: { badge: badge.prices['badge'], ...priceList } },
    // The file's Russian was read with it.
    productTexts: { version: 2, value: { fr: { badge: { points: ['Un badge.'] } }, ru: {} } },
  })
})

test('a product that is removed goes with its prices and texts, and nothing else does', () => {
  const shop = read()
  const added = withEntry(shop, 'badge', badge)
  expect(entryOf(added, 'badge')).toEqual(badge)
  expect(changedSections(shop, withEntry(added, 'badge', null))).toEqual({})
  const renamed = { ...badge, products: badge.products.map((one) => ({ ...one, name: 'Or' })) }
  expect(Object.keys(changedSections(added, withEntry(added, 'badge', renamed)))).toEqual([
    'products',
  ])
})

test('a section that another version has saved is not read, so that nothing is lost', () => {
  expect(readShop(viewsOf({ products: { products: [{ kind: 'lottery' }] } }))).toBeNull()
  expect(readShop(viewsOf().slice(1))).toBeNull()
})

test('a product moves among those of its page, and the first and last stay', () => {
  const slugs = (list: readonly { readonly slug: string }[]) => list.map(({ slug }) => slug)
  const moved = withMoved(products, 'reskin-auto', -1)
  expect(slugs(moved).slice(7, 9)).toEqual(['reskin-auto', 'reskin-sniper'])
  expect(slugs(withMoved(moved, 'reskin-auto', 1))).toEqual(slugs(products))
  // Beside it in the list is one of another page.
  expect(withMoved(products, 'reskin-sniper', -1)).toEqual(products)
  const apart = withEntry(read(), 'vip', {
    ...badge,
    products: [{ kind: 'timed', slug: 'vip', name: 'VIP' }],
  }).products
  expect(slugs(withMoved(apart, 'vip', -1))[0]).toBe('vip')
  expect(swapped(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

test('an earlier version comes back as far as it fits what is sold now', () => {
  const shop = withEntry(read(), 'badge', badge)
  const before = withRestored(shop, 'products', { products, discordRoles })
  expect(entryOf(before, 'badge')).toBeNull()
  expect(before.prices).not.toHaveProperty('badge')
  expect(before.texts.fr).toEqual(texts.fr)
  const again = withRestored(before, 'products', { products: shop.products, discordRoles })
  expect(entryOf(again, 'badge')?.products).toEqual([{ ...badge.products[0], hidden: true }])
  const cheaper = { ...priceList, 'reset-stats': { priceEuros: 1, hostedButtonId: null } }
  const { prices } = withRestored(shop, 'prices', { ...cheaper, gone: cheaper['reset-stats'] })
  expect(prices).toMatchObject({ 'reset-stats': { priceEuros: 1 }, badge: { priceEuros: 12 } })
  expect(prices).not.toHaveProperty('gone')
})

interface Sent {
  readonly method: string
  readonly body?: string
}

/** Answers the first save that somebody else was faster, with what they have made of it. */
function serverWith(views: readonly SectionView[]): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { method, body = '' }: Sent) => {
    if (method !== 'PUT') return Promise.resolve(Response.json(views))
    sent.push(JSON.parse(body))
    if (sent.length > 1) return Promise.resolve(Response.json([]))
    const current = { value: [], version: 9, changedBy: 'sokol', changedAt: null }
    return Promise.resolve(Response.json({ code: 'edit_conflict', current }, { status: 409 }))
  })
  return sent
}

test('a change is made again of what others have saved meanwhile', async () => {
  const theirs = { products: withMoved(products, 'reskin-auto', -1), discordRoles }
  const sent = serverWith(viewsOf({ products: theirs }))
  expect(await saveShop(read(), (now) => withHidden(now, 'reset-stats', true))).toBeNull()
  expect(sent[1]).toEqual({
    sections: {
      products: {
        version: 0,
        value: {
          ...theirs,
          products: theirs.products.map((product) =>
            product.slug === 'reset-stats' ? { ...product, hidden: true } : product,
          ),
        },
      },
    },
  })
})

test('a change that does not fit what others have saved is not made', async () => {
  const others = products.filter(({ slug }) => slug !== 'reset-stats')
  const sent = serverWith(viewsOf({ products: { products: others, discordRoles } }))
  const there = await saveShop(read(), (now) => withHidden(now, 'reset-stats', true))
  expect(there?.products).toEqual(others)
  expect(sent).toHaveLength(1)
})

test('an earlier version is not brought back over what others have saved meanwhile', async () => {
  const sent = serverWith(viewsOf())
  const packs = { section: 'packs', fileValue: kryptoPacks } as const
  await expect(restoreSection(read(), packs, kryptoPacks.slice(1))).rejects.toMatchObject({
    code: 'edit_conflict',
  })
  expect(sent).toHaveLength(1)
})

test('the file of a section holds again, and no copy of it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body = '' }: Sent) => {
    sent.push(JSON.parse(body))
    return Promise.resolve(Response.json([]))
  })
  const cheaper = { ...priceList, 'reset-stats': { priceEuros: 1, hostedButtonId: null } }
  const shop = read({ packs: kryptoPacks.slice(1), prices: cheaper })
  await restoreSection(shop, { section: 'packs', fileValue: kryptoPacks }, null)
  // The file lacks the price of a product that is sold since.
  const withBadge = withEntry(shop, 'badge', badge)
  await restoreSection(withBadge, { section: 'prices', fileValue: priceList }, null)
  expect(sent).toEqual([
    { sections: { packs: { value: null, version: 3 } } },
    { sections: { prices: { value: { ...priceList, ...badge.prices }, version: 1 } } },
  ])
})
