import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { SectionName } from '#contract/site-sections.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { productTextFiles } from '#server/services/site/product-texts.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { cartItem, checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

const listed = z.array(z.looseObject({ section: z.string(), version: z.number().nullable() }))

const badge = { kind: 'timed', slug: 'badge', name: 'Badge' } as const
const months = [1, 3, 5, 7, 9, 12]
const offers = Object.fromEntries(
  months.map((count) => [
    `badge/${count}`,
    { priceEuros: 12 * count, hostedButtonId: `BADGE${count}`, ...(count > 1 && { hidden: true }) },
  ]),
)
const words = { label: 'Badge', lead: 'Un badge.', tile: 'Un badge.', points: ['Un badge.'] }

async function withBadge() {
  const texts = await productTextFiles()
  return {
    products: { ...siteFiles.products, products: [badge, ...siteFiles.products.products] },
    prices: { ...siteFiles.prices, ...offers },
    productTexts: { ...texts, fr: { ...texts.fr, badge: words } },
  }
}

describeOnDatabase('several sections at once', (_open, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const read = async () => (await shop.visitor().get('/api/site')).body
  const changeCount = async () => {
    const changes = await shop.services.database.db.selectFrom('edits').select('id').execute()
    return changes.length
  }

  async function save(
    values: Partial<Readonly<Record<SectionName, unknown>>>,
    versions: Readonly<Record<string, number | null>> = {},
  ) {
    const { body } = await admin.get('/api/admin/site')
    const known = new Map(listed.parse(body['list']).map((one) => [one.section, one.version]))
    const sections = Object.fromEntries(
      Object.entries(values).map(([section, value]) => {
        return [section, { value, version: versions[section] ?? known.get(section) ?? null }]
      }),
    )
    return admin.put('/api/admin/site', { sections })
  }

  it('saves none when somebody else has changed the second one', async () => {
    const [before, count] = [await read(), await changeCount()]
    const refused = await save(await withBadge(), { prices: 7 })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'edit_conflict',
        message: expect.stringContaining('site/prices'),
        current: { name: 'site/prices', value: siteFiles.prices, version: null },
      },
    ])
    expect([await read(), await changeCount()]).toEqual([before, count])
  })

  it('saves none when one of them does not fit another one, and says where', async () => {
    const before = await read()
    const { products, prices, productTexts } = await withBadge()
    const { 'badge/3': _missing, ...incomplete } = prices
    const noText = { ...productTexts, fr: { badge: { label: 'Badge' } } }
    const faults = [
      [{ products, prices: incomplete }, 'sections.prices.value.badge/3', 'price_missing'],
      [{ products, productTexts }, 'sections.products.value', 'price_missing'],
      [{ prices }, 'sections.prices.value.badge/1', 'unknown_product'],
      [
        { products, prices, productTexts: noText },
        'sections.productTexts.value.fr.badge.lead',
        'missing',
      ],
    ] as const
    for (const [values, path, code] of faults) {
      const refused = await save(values)
      expect([refused.status, refused.body['code']]).toEqual([422, 'validation_failed'])
      expect(refused.body['errors']).toContainEqual(expect.objectContaining({ path, code }))
    }
    expect(await read()).toEqual(before)
  })

  it('brings back what the file of a section says by null', async () => {
    const cheaper = { ...siteFiles.prices, 'reset-stats': { priceEuros: 1, hostedButtonId: null } }
    expect((await save({ prices: cheaper })).status).toBe(200)
    const { body } = await save({ prices: null })
    expect(body['list']).toMatchObject([{ section: 'prices', value: siteFiles.prices }])
    const history = await admin.get('/api/admin/site-changes?name=site/prices')
    expect(history.body['changes']).toMatchObject([{ after: null }, { after: cheaper }])
  })

  it('brings a product that is bought at once, counts it once it is paid, and keeps it then', async () => {
    const saved = await save(await withBadge())
    expect(saved.status).toBe(200)
    const section = (name: string) =>
      listed.parse(saved.body['list']).find((one) => one.section === name)
    expect(section('products')?.version).toBeTypeOf('number')
    const texts = await shop.visitor().get('/api/product-texts?language=ru')
    expect(texts.body['products']).toMatchObject({ badge: { lead: 'Un badge.' } })
    const item = cartItem({ name: 'Badge', type: 'Badge', price: 12, duration: 1 })
    const body = checkoutBody({ items: [item], totalPrice: '12', steamId: newSteamId() })
    const orderId = await openOrder(shop.visitor(), body)
    const sold = async () => (await admin.get('/api/admin/sold')).body
    expect(await sold()).toEqual({ products: {}, packs: {} })
    const { db } = shop.services.database
    await db
      .updateTable('orders')
      .set({ status: 'paid', paid_at: new Date() })
      .where('id', '=', orderId)
      .execute()
    expect(await sold()).toEqual({ products: { badge: 1 }, packs: {} })
    const { products, prices } = siteFiles
    const refused = await save({ products, prices })
    expect([refused.status, refused.body['errors']]).toMatchObject([
      422,
      [{ path: 'sections.products.value.products', code: 'has_orders' }],
    ])
  })

  it('counts a save whose answer was lost as done', async () => {
    const values = await withBadge()
    await save(values)
    const count = await changeCount()
    const again = await save(values, { products: 1, prices: 1, productTexts: 1 })
    expect([again.status, await changeCount()]).toEqual([200, count])
  })
})
