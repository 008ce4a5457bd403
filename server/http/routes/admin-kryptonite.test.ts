import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import { giveKr, insertShopItem, newSteamId, readLedger } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { kr, type TransactionType } from '#domain/kryptonite.ts'
import { moveKr } from '#server/services/kryptonite/ledger.ts'

const credits = '/api/admin/krypto-credits'
const row = z.looseObject({})
const lists = {
  balances: '/api/admin/balances',
  transactions: '/api/admin/krypto-transactions',
  purchases: '/api/admin/skin-purchases',
  entries: '/api/admin/audit-log',
} as const
type List = keyof typeof lists

describeOnDatabase('the staff’s side of Kr', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const credit = (body: unknown, key?: string) =>
    admin.post(credits, body, key === undefined ? {} : { 'idempotency-key': key })
  const ledgerOf = (steamId: string) => readLedger(shop.services.database, steamId)

  async function page(list: List, query: Readonly<Record<string, string>>) {
    const { status, body } = await admin.get(`${lists[list]}?${new URLSearchParams(query)}`)
    expect(status).toBe(200)
    const nextCursor = z.string().nullable().parse(body['nextCursor'])
    return { rows: z.array(row).parse(body[list]), nextCursor }
  }
  const column = async (list: List, name: string, query: Readonly<Record<string, string>>) =>
    (await page(list, query)).rows.map((entry) => entry[name])

  async function allPages(list: List, query: Readonly<Record<string, string>>) {
    const pages: z.output<typeof row>[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { rows, nextCursor }: Awaited<ReturnType<typeof page>> = await page(list, {
        ...query,
        ...(cursor && { cursor }),
      })
      pages.push(rows)
      cursor = nextCursor
    }
    return pages
  }

  it('credits Kr, answers the new balance, and logs who did it', async () => {
    const steamId = newSteamId()
    const body = { steamId, discordUsername: 'Серая_Волчица', amount: 300 }
    expect(await credit(body)).toMatchObject({ status: 200, body: { balance: 300 } })
    const profile = `https://steamcommunity.com/profiles/${steamId}`
    const again = await credit({ ...body, steamId: profile, discordUsername: 'sokol', amount: 1 })
    expect(again.body).toEqual({ balance: 301 })
    const source = expect.stringMatching(/^admin_request:[0-9a-f-]{36}$/)
    const [first, second] = await shop.services.database.db
      .selectFrom('krypto_transactions')
      .selectAll()
      .where('steam_id', '=', steamId)
      .orderBy('id')
      .execute()
    expect(first).toMatchObject({
      amount: 300,
      transaction_type: 'admin_add',
      description: 'Admin added 300 Kr',
      source,
    })
    expect(second?.source).not.toBe(first?.source)
    expect(await readAudit(shop, `balance:${steamId}`)).toEqual([
      {
        actor: expect.stringMatching(/^code:/),
        action: 'kr_credited',
        before: { balance: 0 },
        after: { balance: 300, amount: 300, discordUsername: 'Серая_Волчица' },
      },
      {
        actor: expect.stringMatching(/^code:/),
        action: 'kr_credited',
        before: { balance: 300 },
        after: { balance: 301, amount: 1, discordUsername: 'sokol' },
      },
    ])
  })

  it.each([
    ['no Steam ID', { steamId: '' }, 'steamId'],
    ['a nickname', { steamId: 'https://steamcommunity.com/id/sokol' }, 'steamId'],
    ['no name', { discordUsername: ' ' }, 'discordUsername'],
    ['no amount', { amount: undefined }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['less than nothing', { amount: -100 }, 'amount'],
    ['half a Kr', { amount: 0.5 }, 'amount'],
    ['an amount in words', { amount: '100' }, 'amount'],
    ['more than a slip of the finger', { amount: 1_000_001 }, 'amount'],
  ])('refuses to credit %s', async (_what, changes, path) => {
    const steamId = newSteamId()
    const answer = await credit({ steamId, discordUsername: 'sokol', amount: 100, ...changes })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path }] } })
    expect((await ledgerOf(steamId)).rows).toEqual([])
  })

  it('credits once for a key, also for two simultaneous requests', async () => {
    const body = { steamId: newSteamId(), discordUsername: 'sokol', amount: 50 }
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 12 }, () => credit(body, key)))
    for (const { status, body: answer } of answers) {
      expect([status, answer]).toEqual([200, { balance: 50 }])
    }
    const other = await credit({ ...body, amount: 51 }, key)
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused'])
    expect(await ledgerOf(body.steamId)).toMatchObject({ balance: 50, sum: 50 })
    expect(await readAudit(shop, `balance:${body.steamId}`)).toHaveLength(1)
    expect((await credit(body, 'x'.repeat(256))).status).toBe(422)
    await Promise.all([credit(body), credit(body)])
    expect(await ledgerOf(body.steamId)).toMatchObject({ balance: 150, sum: 150 })
  })

  it('credits when a failed request is repeated with its key', async () => {
    const key = randomUUID()
    expect((await credit({ steamId: 'none', discordUsername: 'x', amount: 5 }, key)).status).toBe(
      422,
    )
    const body = { steamId: newSteamId(), discordUsername: 'sokol', amount: 5 }
    expect((await credit(body, key)).body).toEqual({ balance: 5 })
  })

  it('lists the balances, the highest first, and finds players by Steam ID and name', async () => {
    const name = `rich-${randomUUID()}`
    const owners = await Promise.all(
      [700, 900, 800].map((amount) => giveKr(shop.services.database, amount)),
    )
    for (const steamId of owners) await credit({ steamId, discordUsername: name, amount: 1 })
    const { rows } = await page('balances', { search: name.toUpperCase() })
    expect(rows.map(({ balance }) => balance)).toEqual([901, 801, 701])
    expect(rows[0]).toEqual({
      steamId: owners[1],
      discordUsername: name,
      balance: 901,
      isClaimed: false,
      updatedAt: expect.any(String),
    })
    const [poorest = ''] = owners
    await signIn(shop.visitor(), 'plain')
    await shop.services.database.db
      .insertInto('steam_claims')
      .columns(['steam_id', 'user_id'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select([eb.val(poorest).as('steam_id'), 'users.id'])
          .limit(1),
      )
      .execute()
    expect((await page('balances', { search: poorest })).rows).toMatchObject([
      { steamId: poorest, isClaimed: true },
    ])
    expect(await column('balances', 'steamId', { search: poorest.slice(4) })).toEqual([poorest])
    const pasted = `SteamID64: \u202A${poorest}\u202C`
    expect(await column('balances', 'steamId', { search: pasted })).toEqual([poorest])
    expect(await column('balances', 'steamId', { search: newSteamId() })).toEqual([])
    expect(await column('balances', 'steamId', { search: '%' })).toEqual([])
  })

  it('pages through all balances, equal and negative ones included', async () => {
    const name = `pages-${randomUUID()}`
    await shop.services.database.db.executeQuery(
      sql`insert into krypto_transactions
        (steam_id, discord_username, amount, transaction_type, description, source)
        select '7656119' || (7000000000 + n), ${name}, (n / 40) * 10 - 10 + (n / 40 = 1)::int,
          'correction', 'x', ${name} || n
        from generate_series(1, 119) n`.compile(shop.services.database.db),
    )
    const pages = await allPages('balances', { search: name })
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 19])
    expect(new Set(pages.flat().map(({ steamId }) => steamId)).size).toBe(119)
    const balances = pages.flat().map(({ balance }) => Number(balance))
    expect(balances).toEqual(balances.toSorted((a, b) => b - a))
    expect(balances.at(-1)).toBe(-10)
  })

  it('lists the ledger, and finds a line by each of its names', async () => {
    const steamId = newSteamId()
    const session = `cs_test_${randomUUID().replaceAll('-', '')}`
    const name = `lines-${randomUUID()}`
    await shop.services.database.transaction((trx) =>
      moveKr(trx, {
        steamId,
        discordUsername: name,
        amount: kr(1000),
        type: 'correction',
        description: `1000 Kr of ${name}`,
        source: `stripe:${session}`,
        now: new Date(),
      }),
    )
    await credit({ steamId, discordUsername: name, amount: 5 })
    const { rows } = await page('transactions', { search: steamId })
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['admin_add', 5],
      ['correction', 1000],
    ])
    expect(rows[1]).toEqual({
      id: expect.any(Number),
      type: 'correction',
      amount: 1000,
      description: `1000 Kr of ${name}`,
      createdAt: expect.any(String),
      steamId,
      discordUsername: name,
      source: `stripe:${session}`,
    })
    for (const search of [session, `stripe:${session}`, `Kr of ${name}`.toUpperCase()]) {
      expect(await column('transactions', 'source', { search })).toEqual([`stripe:${session}`])
    }
    const type = 'admin_add' satisfies TransactionType
    expect(await column('transactions', 'amount', { search: name, type })).toEqual([5])
    const half = steamId.slice(5)
    expect(await column('transactions', 'amount', { search: half })).toEqual([5, 1000])
  })

  it('pages through the ledger, each line once', async () => {
    const steamId = newSteamId()
    for (let line = 0; line < 101; line += 1) await giveKr(shop.services.database, 1, steamId)
    const pages = await allPages('transactions', { search: steamId })
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 1])
    const ids = pages.flat().map(({ id }) => Number(id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  })

  async function sellSkin(itemName: string) {
    const steamId = await giveKr(shop.services.database, 1000)
    const item = await insertShopItem(shop.services.database, { name: itemName })
    await shop.visitor().post('/functions/v1/process-krypto-skin-purchase', {
      steamId,
      itemName,
      itemPrice: item.price,
      itemId: item.id,
    })
    const [skin] = (await ledgerOf(steamId)).skins
    return { steamId, id: skin?.id ?? '' }
  }

  it('lists sold skins, marks them as delivered once, and undoes it', async () => {
    const name = `Skin ${randomUUID()}`
    const [first, second] = [await sellSkin(name), await sellSkin(name)]
    expect(await column('purchases', 'id', { search: name })).toEqual([second.id, first.id])
    const deliver = (id: string, state: string) => admin.patch(`/api/admin/tasks/${id}`, { state })
    const answers = await Promise.all([
      deliver(first.id, 'delivered'),
      deliver(first.id, 'delivered'),
    ])
    const [deliveredAt, ...others] = new Set(answers.map(({ body }) => body['deliveredAt']))
    expect([deliveredAt, others]).toEqual([expect.any(String), []])
    const task = { state: 'delivered' }
    expect(answers[0]?.body).toEqual({ deliveredAt, task })
    const listed = await admin.get(`/api/admin/skin-purchases?search=${first.steamId}`)
    expect(listed.body['purchases']).toEqual([
      {
        id: first.id,
        steamId: first.steamId,
        discordUsername: 'sokol',
        itemName: name,
        priceKr: 250,
        imageUrl: '/images/none.webp',
        boughtAt: expect.any(String),
        deliveredAt,
        task: { ...task, notes: [] },
      },
    ])
    expect(await column('purchases', 'id', { search: name, toDeliver: 'true' })).toEqual([
      second.id,
    ])
    expect((await deliver(first.id, 'open')).body['deliveredAt']).toBeNull()
    const audit = await readAudit(shop, `skin_purchase:${first.id}`)
    const sold = { itemName: name, steamId: first.steamId }
    expect(audit.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['skin_delivery_changed', { ...sold, deliveredAt: null }, { ...sold, deliveredAt }],
      ['skin_delivery_changed', { ...sold, deliveredAt }, { ...sold, deliveredAt: null }],
    ])
    expect((await deliver(second.id, 'yes')).status).toBe(422)
    for (const unknown of [randomUUID(), 'none']) {
      expect(await deliver(unknown, 'delivered')).toMatchObject({ status: 404 })
    }
  })

  it('pages through the sold skins, those of the same moment included', async () => {
    const name = `Many ${randomUUID()}`
    await sql`
      insert into skin_purchases
        (steam_id, discord_username, item_id, item_name, price_kr, image_url, created_at)
      select '76561198006409530', 'sokol', gen_random_uuid(), ${name}, 1, '/images/none.webp',
        timestamptz '2026-03-01 12:00:00.0005+00' + (n / 5) * interval '1 microsecond'
      from generate_series(1, 105) n`.execute(shop.services.database.db)
    const pages = await allPages('purchases', { search: name })
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 5])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(105)
  })

  it('lists and finds what admins did', async () => {
    const steamId = newSteamId()
    await credit({ steamId, discordUsername: 'sokol', amount: 7 })
    const [entry] = (await page('entries', { search: steamId })).rows
    expect(entry).toEqual({
      id: expect.any(Number),
      actor: expect.stringMatching(/^code:/),
      actorName: null,
      action: 'kr_credited',
      subject: `balance:${steamId}`,
      before: { balance: 0 },
      after: { balance: 7, amount: 7, discordUsername: 'sokol' },
      at: expect.any(String),
    })
    const subject = `balance:${steamId}`
    expect((await column('entries', 'subject', { search: 'KR_CREDITED' }))[0]).toBe(subject)
    expect(await column('entries', 'subject', { search: 'no such thing' })).toEqual([])
    for (let line = 0; line < 51; line += 1) {
      await credit({ steamId, discordUsername: 'sokol', amount: 1 })
    }
    const pages = await allPages('entries', { search: steamId })
    expect(pages.map(({ length }) => length)).toEqual([50, 2])
  })

  it.each(Object.values(lists))('refuses a wrong query at %s', async (path) => {
    for (const [field, query] of [
      ['search', `search=${'x'.repeat(101)}`],
      ['search', 'search=a%00b'],
      ['cursor', 'cursor=x'],
      ['cursor', "cursor=1'"],
      ['cursor', `cursor=99999999999999999999`],
    ]) {
      const answer = await admin.get(`${path}?${query}`)
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: field }] } })
    }
  })

  it('searches for the text itself, not for a pattern', async () => {
    const name = `50%_off\\ ${randomUUID()}`
    const steamId = newSteamId()
    await credit({ steamId, discordUsername: name, amount: 3 })
    for (const search of ['50%_off\\', '%_', '\\ ']) {
      expect(await column('balances', 'steamId', { search })).toEqual([steamId])
      expect(await column('transactions', 'steamId', { search })).toEqual([steamId])
    }
  })

  it('sums packs and Kr by day', async () => {
    const { body } = await admin.get('/api/admin/krypto-flows?days=7')
    expect(body['providerMode']).toBe('test')
    expect(body['days']).toHaveLength(7)
    expect((await admin.get('/api/admin/krypto-flows')).body['days']).toHaveLength(30)
    for (const days of ['6', '367', '7.5', 'x']) {
      expect((await admin.get(`/api/admin/krypto-flows?days=${days}`)).status).toBe(422)
    }
  })

  it('reports that the whole ledger is right, or what is wrong with it', async () => {
    const check = async () => (await admin.get('/api/admin/ledger-check')).body
    const { db } = shop.services.database
    await db.deleteFrom('skin_purchases').where('item_name', 'like', 'Many %').execute()
    const right = await check()
    const { count } = await db
      .selectFrom('krypto_transactions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(right).toMatchObject({ transactions: count, differences: [] })
    const { id } = await sellSkin('Lost skin')
    await db.deleteFrom('skin_purchases').where('id', '=', id).execute()
    expect((await check())['differences']).toEqual([expect.stringContaining('250 Kr')])
  })
})
