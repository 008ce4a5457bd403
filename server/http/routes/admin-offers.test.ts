import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { addOffer, listOffers, type OfferView } from '#contract/offers.ts'
import { describeOnDatabase, describeOnEachDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

const path = '/api/admin/offers'
const hour = 60 * 60_000
const outcome = ({ status, body }: Answer) => [status, body['code']]
const faultsOf = ({ body }: Answer) =>
  z
    .array(z.object({ path: z.string(), code: z.string() }))
    .parse(body['errors'])
    .map((error) => `${error.path} ${error.code}`)

describeOnDatabase('the owner’s offers', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    owner = await adminByCode(shop)
  })
  const at = (hours: number) =>
    new Date(shop.services.clock().getTime() + hours * hour).toISOString()
  const add = (changes: Readonly<Record<string, unknown>>) =>
    owner.post(path, { kind: 'percent', value: 20, startsAt: at(0), ...changes })
  const offersOf = ({ body }: Answer): readonly OfferView[] => {
    const answer = addOffer.answer.parse(body)
    return 'offers' in answer ? answer.offers : [answer]
  }

  it.each([
    ['0 %', { value: 0 }, 'value too_small'],
    ['91 %', { value: 91 }, 'value too_big'],
    ['an unknown product', { products: ['tank'] }, 'products.0 unknown_product'],
    ['a limit without a code', { limit: 5 }, 'limit needs_code'],
    ['a code and codes that are made', { code: 'ABC', make: 5 }, 'code made'],
    ['packs by a code', { code: 'ABC', products: ['packs'] }, 'products.0 packs_sale_only'],
    ['euros off packs', { kind: 'amount', products: ['packs'] }, 'products.0 packs_percent_only'],
    ['months of what has none', { kind: 'perk', products: ['reset-stats'] }, 'products one_perk'],
    ['months of nothing', { kind: 'perk' }, 'products one_perk'],
    ['a code of signs', { code: '!!!' }, 'code invalid_format'],
  ])('refuse %s', async (_name, changes, fault) => {
    const answer = await add(changes)
    expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]])
  })

  it('refuse an end that is not after the beginning, and a code that exists', async () => {
    expect(faultsOf(await add({ startsAt: at(2), endsAt: at(1) }))).toEqual(['endsAt not_after'])
    expect(faultsOf(await add({ endsAt: at(-1) }))).toEqual(['endsAt not_after'])
    await add({ code: 'Twice' })
    expect(faultsOf(await add({ code: 'tw-ice' }))).toEqual(['code taken'])
  })

  it('are made with codes that nobody confuses', async () => {
    const made = offersOf(await add({ make: 5 }))
    expect(new Set(made.map(({ code }) => code)).size).toBe(5)
    for (const { code } of made) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{10}$/)
    const [gift] = offersOf(await add({ kind: 'kr', value: 500 }))
    expect(gift).toMatchObject({ limit: 1, perPlayer: 1, code: expect.stringMatching(/^.{10}$/) })
  })

  it('are made once by the same press', async () => {
    const gifts = { kind: 'kr', value: 500, startsAt: at(0), make: 2, note: 'Twice' }
    const press = () => owner.post(path, gifts, { 'idempotency-key': 'a press' })
    const [first, again] = [offersOf(await press()), offersOf(await press())]
    expect(again).toEqual(first)
    const { offers } = listOffers.answer.parse((await owner.get(path)).body)
    expect(offers.filter(({ note }) => note === 'Twice')).toHaveLength(2)
  })

  it('never make a gift unlimited, nor show its code in the log', async () => {
    const [gift] = offersOf(await add({ kind: 'kr', value: 500, limit: 5, perPlayer: 2 }))
    const changed = await owner.patch(`${path}/${gift?.id}`, { limit: null, perPlayer: null })
    expect(changed.body).toMatchObject({ limit: 1, perPlayer: 1 })
    const logged = JSON.stringify(await readAudit(shop, `offer:${gift?.id}`))
    expect(logged).not.toContain(gift?.code)
    expect(logged).toContain(`…${gift?.code?.slice(-4)}`)
  })

  it('change their end, limits and note, and nothing of the past', async () => {
    const [coded] = offersOf(await add({ code: 'change' }))
    const one = `${path}/${coded?.id}`
    const changed = await owner.patch(one, {
      limit: 3,
      perPlayer: 1,
      note: 'For Eva',
      endsAt: at(5),
    })
    expect(changed.body).toMatchObject({ limit: 3, perPlayer: 1, note: 'For Eva', value: 20 })
    expect(faultsOf(await owner.patch(one, { endsAt: at(-1) }))).toEqual(['endsAt not_after'])
    const [sale] = offersOf(await add({}))
    const [stopped] = offersOf(await add({ code: 'stopped' }))
    for (const ended of [sale, stopped]) {
      await owner.delete(`${path}/${ended?.id}`)
      const revived = await owner.patch(`${path}/${ended?.id}`, { endsAt: at(5) })
      expect(faultsOf(revived)).toEqual(['endsAt over'])
    }
    expect(await readAudit(shop, `offer:${coded?.id}`)).toMatchObject([
      { action: 'offer_added' },
      { action: 'offer_changed' },
    ])
  })

  it('stop at once, and one that has not begun is gone', async () => {
    const [coming] = offersOf(await add({ startsAt: at(2) }))
    const [running] = offersOf(await add({}))
    for (const one of [coming, running, running]) {
      expect((await owner.delete(`${path}/${one?.id}`)).status).toBe(204)
    }
    const { offers } = listOffers.answer.parse((await owner.get(path)).body)
    expect(offers.map(({ id }) => id)).not.toContain(coming?.id)
    const stopped = offers.find(({ id }) => id === running?.id)
    expect(Date.parse(stopped?.endsAt ?? '')).toBeLessThanOrEqual(shop.services.clock().getTime())
  })
})

describeOnEachDatabase('gifts', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    owner = await adminByCode(shop)
  })
  async function addGift(changes: Readonly<Record<string, unknown>>): Promise<string> {
    const startsAt = shop.services.clock().toISOString()
    const answer = await owner.post(path, { startsAt, ...changes })
    return z.object({ code: z.string() }).parse(answer.body).code
  }
  const redeem = (code: string, steamId: string, key?: string) =>
    shop
      .visitor()
      .post('/api/codes/redeem', { code, steamId }, key ? { 'idempotency-key': key } : {})
  const balanceOf = async (steamId: string) =>
    (await shop.visitor().get(`/api/krypto-balance/${steamId}`)).body['balance']

  it('of Kr are given to exactly as many players as there are, once each, by 64 at once', async () => {
    const code = await addGift({ kind: 'kr', value: 500, limit: 5 })
    const steamIds = Array.from({ length: 32 }, newSteamId)
    const answers = await Promise.all(
      [...steamIds, ...steamIds].map((steamId) => redeem(code, steamId)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const balances = await Promise.all(steamIds.map(balanceOf))
    expect(balances.filter((balance) => balance === 500)).toHaveLength(5)
    expect(balances.filter((balance) => balance === 0)).toHaveLength(27)
    const { db } = shop.services.database
    const lines = await db
      .selectFrom('krypto_transactions')
      .select('description')
      .where('steam_id', 'in', steamIds)
      .execute()
    // The staff reads it, while others can still use the code.
    expect(new Set(lines.map(({ description }) => description))).toEqual(
      new Set([`…${code.slice(-4)}`]),
    )
  })

  it('answer the same request with the same gift', async () => {
    const code = await addGift({ kind: 'kr', value: 500 })
    const steamId = newSteamId()
    const answers = [await redeem(code, steamId, 'a key'), await redeem(code, steamId, 'a key')]
    expect(answers.map(({ body }) => body)).toEqual([
      { kind: 'kr', value: 500, perk: null },
      { kind: 'kr', value: 500, perk: null },
    ])
    expect(await balanceOf(steamId)).toBe(500)
    expect(outcome(await redeem(code, newSteamId()))).toEqual([409, 'code_used_up'])
  })

  it('of months bring the perk', async () => {
    const code = await addGift({ kind: 'perk', value: 2, products: ['priority-queue'] })
    const steamId = newSteamId()
    expect((await redeem(code, steamId)).body).toEqual({
      kind: 'perk',
      value: 2,
      perk: 'priority_queue',
    })
    const { db } = shop.services.database
    const [held] = await db
      .selectFrom('perk_coverage')
      .select(['perk', 'ends_at'])
      .where('steam_id', '=', steamId)
      .execute()
    expect(held?.perk).toBe('priority_queue')
    const days = (Number(held?.ends_at) - shop.services.clock().getTime()) / (24 * hour)
    expect(Math.round(days)).toBeGreaterThanOrEqual(59)
  })

  it('refuse discounts and banned players, who use nothing up', async () => {
    const discount = await addGift({ kind: 'percent', value: 10, code: 'discount' })
    expect(outcome(await redeem(discount, newSteamId()))).toEqual([409, 'code_is_discount'])
    const code = await addGift({ kind: 'kr', value: 500 })
    const steamId = newSteamId()
    await owner.put(`/api/admin/bans/${steamId}`, { reason: 'Spam.', from: ['shop'] })
    expect(outcome(await redeem(code, steamId))).toEqual([403, 'banned'])
    expect((await redeem(code, newSteamId())).status).toBe(200)
  })
})
