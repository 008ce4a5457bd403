import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { mostNotices, type SectionName } from '#contract/site-sections.ts'
import type { StaffRole } from '#domain/rights.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { saveSection } from '#server/services/site/sections.ts'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import { adminByCode, adminByDiscord, readAudit } from '#test/factories/admin.ts'
import { cartItem, checkoutBody, openOrder, startPayment } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const sections = z.array(z.looseObject({ section: z.string(), version: z.number().nullable() }))
const changes = z.object({
  changes: z.array(z.looseObject({ id: z.number(), name: z.string(), isUndone: z.boolean() })),
})
const checkout = '/functions/v1/discord-purchase-notification'

async function versionOf(admin: Visitor, section: SectionName): Promise<number | null> {
  const { body } = await admin.get('/api/admin/site')
  const found = sections.parse(body['list']).find((one) => one.section === section)
  return found?.version ?? null
}

async function save(admin: Visitor, section: SectionName, value: unknown) {
  const version = await versionOf(admin, section)
  return admin.put(`/api/admin/site/${section}`, { value, version })
}

async function reset(admin: Visitor, section: SectionName) {
  const version = await versionOf(admin, section)
  return admin.delete(`/api/admin/site/${section}${version === null ? '' : `?version=${version}`}`)
}

function pricesWith(priceEuros: number, hidden?: boolean) {
  const changed = { ...siteFiles.prices['priority-queue/3'], priceEuros, ...(hidden && { hidden }) }
  return { ...siteFiles.prices, 'priority-queue/3': changed }
}

function orderAt(price: number) {
  const items = [cartItem({ price })]
  return checkoutBody({ items, totalPrice: String(price), steamId: newSteamId() })
}

describeOnDatabase('the site, as its owner changes it', (_open, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  const staffRoles = new Map<string, StaffRole>()
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), {}, undefined, undefined, (config) => ({
      ...config,
      staffRoles,
    }))
    admin = await adminByCode(shop)
  })
  beforeEach(async () => {
    for (const section of ['prices', 'products', 'notices', 'community'] as const) {
      await reset(admin, section)
    }
  })

  const read = async () => (await shop.visitor().get('/api/site')).body

  it('is shown to everybody without what only the server needs', async () => {
    const site = await read()
    expect(site).toMatchObject({
      community: { brand: siteFiles.community.brand },
      server: { restarts: siteFiles.server.restarts },
      prices: siteFiles.prices,
      sales: {},
      goal: null,
      notices: [],
    })
    const text = JSON.stringify(site)
    for (const own of ['announceStartedCheckouts', 'nameTagPrefix', 'roleId', 'mediator']) {
      expect(text).not.toContain(own)
    }
  })

  it('sells at the new price from the next request, and opened orders at their own', async () => {
    const buyer = shop.visitor()
    const opened = await openOrder(buyer, orderAt(25))
    const before = await read()
    expect(await save(admin, 'prices', pricesWith(30))).toMatchObject({ status: 200 })
    const after = await read()
    expect(after).toMatchObject({ prices: { 'priority-queue/3': { priceEuros: 30 } } })
    expect(after['version']).not.toBe(before['version'])
    const refused = await buyer.post(checkout, orderAt(25))
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'price_changed', currentPriceCents: 3000 },
    ])
    await openOrder(buyer, orderAt(30))
    await startPayment(buyer, opened)
    expect((await buyer.get(`/api/orders/${opened}`)).body).toMatchObject({ totalCents: 2500 })
  })

  it('does not sell an offer that is hidden', async () => {
    await save(admin, 'prices', pricesWith(25, true))
    const refused = await shop.visitor().post(checkout, orderAt(25))
    expect([refused.status, refused.body['code']]).toEqual([422, 'item_not_sold'])
  })

  it('refuses a type that no product has, as any other wrong field', async () => {
    const items = [cartItem({ type: 'VIP' })]
    const refused = await shop.visitor().post(checkout, checkoutBody({ items }))
    expect([refused.status, refused.body['errors']]).toMatchObject([
      422,
      [{ path: 'items.0.type', code: 'invalid_value' }],
    ])
  })

  it('shows a notice while it holds, and says so to nobody before', async () => {
    const minute = 60_000
    const at = (minutes: number) =>
      new Date(shop.services.clock().getTime() + minutes * minute).toISOString()
    // Nothing that begins is named earlier than some minutes ahead.
    shop.beginWindow(300)
    const text = { fr: 'Serveur fermé demain.' }
    const notice = { id: 'closed', text, from: at(1), until: at(2), tone: 'warning' }
    expect((await save(admin, 'notices', [notice])).status).toBe(200)
    expect(JSON.stringify(await read())).not.toContain('demain')
    expect(await read()).toMatchObject({ changesAt: notice.from })
    shop.advanceClock(minute)
    await expect.poll(async () => (await read())['notices']).toEqual([notice])
    expect(await read()).toMatchObject({ changesAt: notice.until })
    shop.advanceClock(minute)
    await expect.poll(async () => (await read())['notices']).toEqual([])
    expect(await read()).toMatchObject({ changesAt: null })
  })

  it('is again what it was before a change, and what the file says', async () => {
    const first = await save(admin, 'prices', pricesWith(30))
    await save(admin, 'prices', pricesWith(35))
    const history = async (name: string) =>
      changes.parse((await admin.get(`/api/admin/site-changes?name=${name}`)).body).changes
    const [newest] = await history('site/prices')
    const undone = await admin.post(`/api/admin/site-changes/${newest?.id}/undo`, {})
    expect(undone.status).toBe(200)
    expect((await read())['prices']).toMatchObject({ 'priority-queue/3': { priceEuros: 30 } })
    const [restored, changed] = await history('site/prices')
    expect(restored).toMatchObject({ undoes: newest?.id, isUndone: false })
    expect(changed).toMatchObject({ isUndone: true, before: pricesWith(30), after: pricesWith(35) })
    const again = await admin.post(`/api/admin/site-changes/${newest?.id}/undo`, {})
    expect([again.status, again.body['code']]).toEqual([409, 'edit_conflict'])
    expect(await reset(admin, 'prices')).toMatchObject({
      status: 200,
      body: { value: siteFiles.prices },
    })
    expect((await read())['prices']).toEqual(siteFiles.prices)
    expect(first.body).toMatchObject({ section: 'prices', fileValue: siteFiles.prices })
    const logged = await readAudit(shop, 'edit:site/prices')
    expect(logged.map(({ action }) => action)).toContain('edit_undone')
  })

  it('keeps the version of whom was faster, and shows it to the other', async () => {
    const version = await versionOf(admin, 'community')
    const mine = { ...siteFiles.community, brand: 'MINE' }
    const saved = await admin.put('/api/admin/site/community', { value: mine, version })
    const theirs = { ...siteFiles.community, brand: 'THEIRS' }
    const refused = await admin.put('/api/admin/site/community', { value: theirs, version })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'edit_conflict',
        current: { value: mine, version: saved.body['version'], changedBy: expect.any(String) },
      },
    })
    expect((await read())['community']).toMatchObject({ brand: 'MINE' })
  })

  const { prices, packs, products, community, notices: _none } = siteFiles
  const french = { fr: 'Bonjour.' }
  const from = '2026-11-29T12:00:00Z'
  it.each<[string, SectionName, unknown, string, string]>([
    ['a price of 0', 'prices', pricesWith(0), 'value.priority-queue/3.priceEuros', 'no_price'],
    [
      'a price of nothing',
      'prices',
      { ...prices, vip: { priceEuros: 5, hostedButtonId: null } },
      'value.vip',
      'unknown_product',
    ],
    [
      'two packs with one key',
      'packs',
      [packs[0], { ...packs[1], priceId: packs[0]?.priceId }],
      'value.1.priceId',
      'repeated',
    ],
    ['an unknown field', 'community', { ...community, color: 'red' }, 'value', 'unrecognized_keys'],
    [
      'a long text of a product',
      'productTexts',
      { fr: { 'reset-stats': { points: ['r'.repeat(301)] } } },
      'value.fr.reset-stats.points.0',
      'too_big',
    ],
    [
      'markup in a text',
      'productTexts',
      { ru: { 'reset-stats': { points: ['<b>0</b>'] } } },
      'value.ru.reset-stats.points.0',
      'invalid_format',
    ],
    [
      'a text of no product',
      'productTexts',
      { fr: { tank: { points: ['Un char.'] } } },
      'value.fr.tank',
      'unknown_product',
    ],
    [
      'a text without what its page shows',
      'productTexts',
      { es: { 'reset-stats': { label: 'Reinicio' } } },
      'value.es.reset-stats.points',
      'missing',
    ],
    ['a text in another language', 'productTexts', { de: {} }, 'value', 'unrecognized_keys'],
    ['no texts', 'productTexts', 'Une caisse.', 'value', 'invalid_type'],
    ['no object', 'community', 'KRYPTONIQUE', 'value', 'invalid_type'],
    ['no value', 'community', null, 'value', 'custom'],
    [
      'a long brand',
      'community',
      { ...community, brand: 'K'.repeat(61) },
      'value.brand',
      'too_big',
    ],
    ['markup', 'community', { ...community, brand: '<b>K</b>' }, 'value.brand', 'invalid_format'],
    [
      'a script as a link',
      'community',
      { ...community, discordInviteUrl: 'javascript:alert(1)' },
      'value.discordInviteUrl',
      'not_https',
    ],
    [
      'a script in a notice',
      'notices',
      [{ id: 'a', text: french, from, tone: 'info', link: 'javascript:alert(1)' }],
      'value.0.link',
      'invalid_union',
    ],
    [
      'a notice without French',
      'notices',
      [{ id: 'a', text: { en: 'Hello.' }, from, tone: 'info' }],
      'value.0.text.fr',
      'invalid_type',
    ],
    [
      'an unknown language',
      'notices',
      [{ id: 'a', text: { ...french, de: 'Tag.' }, from, tone: 'info' }],
      'value.0.text',
      'unrecognized_keys',
    ],
    [
      'a notice that ends first',
      'notices',
      [{ id: 'a', text: french, from, until: from, tone: 'info' }],
      'value.0.until',
      'not_after',
    ],
    [
      'a notice too many',
      'notices',
      Array.from({ length: mostNotices + 1 }, (_, index) => {
        return { id: `n${index}`, text: french, from, tone: 'info' }
      }),
      'value',
      'too_big',
    ],
    [
      'a product that nobody can buy',
      'products',
      {
        ...products,
        products: [...products.products, { kind: 'extra', slug: 'vip', name: 'VIP' }],
      },
      'value',
      'price_missing',
    ],
  ])('refuses %s, and saves nothing', async (_what, section, value, path, code) => {
    const before = await read()
    const refused = await save(admin, section, value)
    expect([refused.status, refused.body['code']]).toEqual([422, 'validation_failed'])
    expect(refused.body['errors']).toMatchObject([{ path, code }])
    expect(await read()).toEqual(before)
  })

  it('keeps a product that was ordered, or whose perk somebody holds', async () => {
    const names = ['vip', 'bed']
    const list = names.map((slug) => ({ kind: 'timed', slug, name: slug, hidden: true }))
    const added = { ...products, products: [...products.products, ...list] }
    expect((await save(admin, 'products', added)).status).toBe(200)
    const { body } = await admin.post('/api/admin/perks', {
      steamId: newSteamId(),
      perk: 'bed',
      months: 1,
      reason: 'a prize',
    })
    expect(body).toMatchObject({ perk: 'bed' })
    const startsAt = shop.services.clock().toISOString()
    const gift = { kind: 'perk', value: 1, products: ['bed'], startsAt }
    expect((await admin.post('/api/admin/offers', gift)).status).toBe(201)
    await openOrder(shop.visitor(), orderAt(25))
    const { db } = shop.services.database
    await db.updateTable('orders').set({ offer_key: 'vip/3' }).execute()
    const refused = await reset(admin, 'products')
    expect([refused.status, refused.body['errors']]).toMatchObject([
      422,
      [
        { path: 'value.products', code: 'has_orders' },
        { path: 'value.products', code: 'has_gifts' },
        { path: 'value.products', code: 'holds_perks' },
      ],
    ])
    await db.updateTable('orders').set({ offer_key: 'priority-queue/3' }).execute()
    await db.updateTable('offers').set({ ends_at: shop.services.clock() }).execute()
    await db.deleteFrom('perk_coverage').execute()
    expect((await reset(admin, 'products')).status).toBe(200)
  })

  it('keeps the price of a hosted button, which PayPal charges whatever it is here', async () => {
    const { config } = shop.services
    const paypal = { ...config.paypal, driver: 'hosted' } as const
    const services = { ...shop.services, config: { ...config, paypal } }
    const by = { role: 'owner', by: 'code', actor: 'code:1' } as const
    const key = 'priority-queue/3'
    const version = await versionOf(admin, 'prices')
    const swapped = {
      'priority-queue/1': { priceEuros: 10, hostedButtonId: 'SAMPLEPQ03' },
      [key]: { priceEuros: 25, hostedButtonId: 'SAMPLEPQ01' },
    }
    const refused = { path: `value.${key}.hostedButtonId`, code: 'button_keeps_price' }
    for (const value of [pricesWith(30), { ...prices, ...swapped }]) {
      const saving = saveSection(services, by, 'prices', { value, version })
      const errors = expect.arrayContaining([expect.objectContaining(refused)])
      await expect(saving).rejects.toMatchObject({ extra: { errors } })
    }
    const value = { ...prices, [key]: { priceEuros: 30, hostedButtonId: 'NEWBUTTON30' } }
    await saveSection(services, by, 'prices', { value, version })
    expect((await read())['prices']).toMatchObject({ [key]: { priceEuros: 30 } })
  })

  it('is changed by each of the staff as far as their role goes', async () => {
    staffRoles.set(players.hunter, 'moderator')
    const moderator = await adminByDiscord(shop)
    await save(admin, 'community', siteFiles.community)
    expect((await save(moderator, 'notices', [])).status).toBe(200)
    for (const section of ['community', 'prices', 'productTexts'] as const) {
      expect(await save(moderator, section, {})).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    }
    const shown = await moderator.get('/api/admin/site')
    expect(sections.parse(shown.body['list']).map(({ section }) => section)).toEqual(['notices'])
    const { body } = await moderator.get('/api/admin/site-changes')
    expect(new Set(changes.parse(body).changes.map(({ name }) => name))).toEqual(
      new Set(['site/notices']),
    )
    const ofAnother = await moderator.get('/api/admin/site-changes?name=site/community')
    expect(ofAnother.body).toMatchObject({ changes: [] })
    const text = '---\ntitle: T\ndescription: D\nchanged: 2026-11-21\n---\nTexto.'
    await admin.put('/api/admin/documents/guides/armour/es', { text, version: null })
    for (const name of ['site/community', 'documents/guides/armour/es']) {
      const { body: listed } = await admin.get(`/api/admin/site-changes?name=${name}`)
      const [change] = changes.parse(listed).changes
      const address = `/api/admin/site-changes/${change?.id}/undo`
      expect((await moderator.post(address, {})).status).toBe(403)
      expect((await admin.post(address, {})).status).toBe(200)
    }
    const undone = await admin.get('/api/admin/documents/guides/armour/es')
    expect(undone.body['text']).toBe(undone.body['fileText'])
  })
})

describeOnPostgres('a site that two processes show', (_open, createTestDatabase) => {
  it('is sold by both at the price that was saved last', async () => {
    const location = await createTestDatabase()
    const [here, there] = [await openShop(location), await openShop(location)]
    const admin = await adminByCode(here)
    const buyer = there.visitor()
    for (const [price, next] of [25, 30, 25, 30, 25].map((one) => [one, 55 - one] as const)) {
      expect((await buyer.post(checkout, orderAt(price))).status).toBe(200)
      await save(admin, 'prices', pricesWith(next))
      const refused = await buyer.post(checkout, orderAt(price))
      expect(refused.body).toMatchObject({ code: 'price_changed', currentPriceCents: next * 100 })
    }
  })
})
