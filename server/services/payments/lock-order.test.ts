import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnPostgres } from '#test/database.ts'
import { nameTagBody, openOrder, startOnePayment } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

interface Cart {
  readonly shop: TestShop
  readonly buyer: Visitor
  readonly orderIds: readonly string[]
}

async function startCapture({ shop, buyer, orderIds }: Cart, decision?: 'pay' | 'decline') {
  const paypalOrderId = await startOnePayment(buyer, orderIds)
  if (decision) await shop.sandbox.decide(paypalOrderId, decision)
  return () => buyer.post(`/api/paypal-orders/${paypalOrderId}/capture`, {})
}

/** What locks several rows: its table and their column, and how it is prepared and then begun. */
const changes: Readonly<
  Record<
    string,
    readonly [
      'orders.id' | 'provider_orders.order_id',
      (cart: Cart) => Promise<() => Promise<Answer>>,
    ]
  >
> = {
  'a reported approval': ['orders.id', (cart) => startCapture(cart)],
  'a capture': ['provider_orders.order_id', (cart) => startCapture(cart, 'pay')],
  'a declined capture': ['provider_orders.order_id', (cart) => startCapture(cart, 'decline')],
  'the deletion of a buyer’s data': [
    'orders.id',
    async ({ shop, buyer }) => {
      await shop.services.database.db.updateTable('orders').set({ status: 'expired' }).execute()
      return () => buyer.delete('/api/account-data')
    },
  ],
}

describeOnPostgres('the locks of several rows', (_open, createDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createDatabase())
    await shop.stopJobs()
    const approved = { eventType: 'CHECKOUT.ORDER.APPROVED', times: 10 }
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', ...approved })
  })

  it.each(Object.entries(changes))(
    'are taken from the lowest id on by %s',
    async (_name, [column, prepare]) => {
      const { database } = shop.services
      const buyer = shop.visitor()
      const orderIds: string[] = []
      for (let item = 0; item < 4; item += 1) orderIds.push(await openOrder(buyer, nameTagBody()))
      const begin = await prepare({ shop, buyer, orderIds })
      const [table, key] = [sql.table(column.split('.')[0] ?? ''), sql.ref(column)]
      const [lowest, ...others] = orderIds.toSorted()
      const lock = (ids: readonly (string | undefined)[]) =>
        sql`select from ${table} where ${key} = any(${ids}::uuid[]) for update skip locked`
      // Reads of so few rows follow their places on the disk: until the lowest one is the last.
      for (let last: unknown; last !== lowest;) {
        await sql`update ${table} set created_at = now() where ${key} = ${lowest}`.execute(
          database.db,
        )
        const byPlace = sql<{ id: string }>`select ${key} as id from ${table} order by ctid desc`
        last = (await byPlace.execute(database.db)).rows[0]?.id
      }
      await sql`analyze ${table}`.execute(database.db)
      const isWaiting = sql`select from pg_locks where not granted`
      const changed = await database.withoutStatementTimeout.transaction().execute(async (trx) => {
        await lock([lowest]).execute(trx)
        const answer = begin()
        await expect.poll(async () => (await isWaiting.execute(database.db)).rows).not.toEqual([])
        expect((await lock(others).execute(database.db)).rows).toHaveLength(others.length)
        return { answer }
      })
      expect((await changed.answer).status).toBeLessThan(500)
    },
  )
})
