import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { giveKr, newSteamId, readLedger } from '#test/factories/ledger.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

describeOnDatabase('a correction of Kr', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const correct = (body: unknown, key: string = randomUUID()) =>
    admin.post('/api/admin/krypto-corrections', body, { 'idempotency-key': key })

  it('gives and takes Kr for a reason, and never takes more than there are by itself', async () => {
    const steamId = newSteamId()
    const [reason, key] = ['Won the race.', randomUUID()]
    expect((await correct({ steamId, amount: 300, reason }, key)).body).toEqual({ balance: 300 })
    expect((await correct({ steamId, amount: 300, reason }, key)).body).toEqual({ balance: 300 })
    expect((await correct({ steamId, amount: -100, reason })).body).toEqual({ balance: 200 })
    expect(await correct({ steamId, amount: -201, reason })).toMatchObject({
      status: 402,
      body: { code: 'insufficient_balance', balance: 200 },
    })
    const debt = { steamId, amount: -201, reason, evenBelowZero: true }
    expect((await correct(debt)).body).toEqual({ balance: -1 })
    expect((await correct({ steamId, amount: 0.5, reason })).status).toBe(422)
    expect((await correct({ steamId, amount: 0, reason })).status).toBe(422)
    expect((await correct({ steamId, amount: 1, reason: ' ' })).status).toBe(422)
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({
      balance: -1,
      sum: -1,
    })
    const lines = await admin.get(`/api/admin/krypto-transactions?search=${steamId}`)
    expect(lines.body['transactions']).toMatchObject([
      { amount: -201, type: 'correction', description: reason },
      {},
      {},
    ])
    expect((await readAudit(shop, `balance:${steamId}`)).slice(0, 2)).toMatchObject([
      {
        action: 'kr_corrected',
        before: { balance: 0 },
        after: { balance: 300, amount: 300, reason },
      },
      { action: 'kr_corrected', before: { balance: 300 }, after: { balance: 200, amount: -100 } },
    ])
  })

  it('names a player without a balance as on the last order that they paid for themselves', async () => {
    const steamId = newSteamId()
    const orderAs = (discordUsername: string, forSomebodyElse: boolean) =>
      checkoutBody({ steamId, discordUsername, forSomebodyElse })
    await paidOrder(shop, shop.visitor(), orderAs('themselves', false))
    await paidOrder(shop, shop.visitor(), orderAs('giver', true))
    await openOrder(shop.visitor(), orderAs('stranger', false))
    await correct({ steamId, amount: 5, reason: 'Won the race.' })
    const lines = await admin.get(`/api/admin/krypto-transactions?search=${steamId}`)
    expect(lines.body['transactions']).toMatchObject([{ discordUsername: 'themselves' }])
  })

  it('takes no more than there are, however many take at once', async () => {
    const steamId = await giveKr(shop.services.database, 1100)
    const taken = { steamId, amount: -500, reason: 'Paid by mistake.' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => correct(taken)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 200, ...Array(10).fill(402)])
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({
      balance: 100,
      sum: 100,
    })
  })
})
