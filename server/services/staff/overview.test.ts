import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { insertOrder, insertPayment, insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { DisputeStatus, Schema } from '#server/db/schema.ts'

describeOnDatabase('sales', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const pay = (orderId: string | null, changes: Partial<Insertable<Schema['payments']>> = {}) =>
    insertPayment(shop.services.database, { order_id: orderId, ...changes })
  const dispute = (reference: string, amountCents: number, status: DisputeStatus = 'open') =>
    shop.services.database.db
      .insertInto('disputes')
      .values({
        provider: 'paypal',
        reference: randomUUID(),
        payment_reference: reference,
        status,
        amount_cents: amountCents,
        currency: 'EUR',
        opened_at: new Date(),
      })
      .execute()
  const setOrder = (id: string, changes: Partial<Insertable<Schema['orders']>>) =>
    shop.services.database.db.updateTable('orders').set(changes).where('id', '=', id).execute()

  const sellSkin = (deliveredAt: Date | null = null) =>
    shop.services.database.db
      .insertInto('skin_purchases')
      .values({
        steam_id: newSteamId(),
        discord_username: 'sokol',
        item_id: randomUUID(),
        item_name: 'Ghillie',
        price_kr: 40,
        image_url: '/images/none.webp',
        delivered_at: deliveredAt,
      })
      .execute()

  it('are zero at first', async () => {
    const { body } = await (await adminByCode(shop)).get('/api/admin/sales')
    expect(body).toEqual({
      providerMode: 'test',
      paidOrders: 0,
      toDeliverOrders: 0,
      inboxPayments: 0,
      toHandOverSkins: 0,
      reportedListings: 0,
      perksToHandle: 0,
      adaptersToEnable: 0,
      paymentsToAccept: 0,
      connectionFaults: [],
      money: { receivedCents: 0, refundedCents: 0, disputedCents: 0, netCents: 0 },
    })
  })

  it('sum received, refunded and disputed money, without test money and other currencies', async () => {
    const { database } = shop.services
    const bought = async (status: 'paid' | 'disputed' | 'refunded') => {
      const orderId = await insertPurchase(database)
      await setOrder(orderId, { status })
      return orderId
    }
    await pay(await bought('paid'))
    const delivered = await bought('paid')
    await pay(delivered, { refunded_cents: 1000 })
    await database.db
      .updateTable('purchases')
      .set({ delivered_at: new Date() })
      .where('order_id', '=', delivered)
      .execute()
    await pay(await bought('disputed'), { reference: 'IN-PART', refunded_cents: 300 })
    await dispute('IN-PART', 600)
    await dispute('IN-PART', 400)
    await dispute('IN-PART', 900, 'won')
    await pay(await bought('disputed'), { reference: 'WHOLE', refunded_cents: 300 })
    await dispute('WHOLE', 2500)
    await pay(await bought('refunded'), { status: 'refunded', refunded_cents: 2500 })
    await pay(null, { amount_cents: 4000, reference: 'INBOX' })
    await dispute('INBOX', 4000)
    await pay(null, { amount_cents: 700, resolved_at: new Date(), resolution: 'by hand' })
    await pay(null, { status: 'declined' })
    await pay(null, { status: 'held' })
    await pay(null, { currency: 'USD', unmatched_reason: 'currency_mismatch' })
    await pay(null, { unmatched_reason: 'payee_mismatch' })
    const live = await bought('paid')
    await setOrder(live, { provider_mode: 'live' })
    await pay(live, { provider_mode: 'live' })
    await insertOrder(database)
    await sellSkin()
    await sellSkin()
    await sellSkin(new Date())
    const { body } = await (await adminByCode(shop)).get('/api/admin/sales')
    expect(body).toEqual({
      providerMode: 'test',
      paidOrders: 4,
      toDeliverOrders: 1,
      inboxPayments: 3,
      toHandOverSkins: 2,
      reportedListings: 0,
      perksToHandle: 0,
      adaptersToEnable: 0,
      paymentsToAccept: 0,
      connectionFaults: [],
      money: {
        receivedCents: 5 * 2500 + 4000 + 700,
        refundedCents: 1000 + 300 + 300 + 2500,
        disputedCents: 1000 + 2200 + 4000,
        netCents: 17_200 - 4100 - 7200,
      },
    })
  })
})
