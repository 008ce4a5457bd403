import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { adminByCode, adminByDiscord, readAudit } from '#test/factories/admin.ts'
import { cartItem, checkoutBody, openOrder, readRecords } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { syncPayment } from './order-payments.ts'

const settings = { PAYPAL_DRIVER: 'hosted', ADMIN_DISCORD_IDS: players.hunter }
/** Each test orders its own duration, so that no other test's order is a candidate. */
const offers = {
  1: { price: 10, button: 'SAMPLEPQ01' },
  3: { price: 25, button: 'SAMPLEPQ03' },
  5: { price: 40, button: 'SAMPLEPQ05' },
  7: { price: 55, button: 'SAMPLEPQ07' },
  9: { price: 70, button: 'SAMPLEPQ09' },
  12: { price: 90, button: 'SAMPLEPQ12' },
} as const
type Months = keyof typeof offers

const inboxView = z.object({
  payments: z.array(
    z.looseObject({
      id: z.string(),
      transactionId: z.string(),
      candidates: z.array(z.looseObject({ id: z.string() })),
    }),
  ),
})

function orderFor(buyer: Visitor, duration: Months): Promise<string> {
  const { price } = offers[duration]
  return openOrder(
    buyer,
    checkoutBody({ items: [cartItem({ duration, price })], totalPrice: String(price) }),
  )
}

function inboxOf(shop: TestShop) {
  const { db } = shop.services.database
  const findPayment = (reference: string) =>
    db.selectFrom('payments').selectAll().where('reference', '=', reference).executeTakeFirst()
  return {
    findPayment,
    read: async (admin: Visitor) =>
      inboxView.parse((await admin.get('/api/admin/inbox')).body).payments,
    /** Two buyers have orders of the same amount and one pays: the payment matches both. */
    puzzle: async (duration: Months) => {
      const buyers = [shop.visitor(), shop.visitor()] as const
      const orderIds = [
        await orderFor(buyers[0], duration),
        await orderFor(buyers[1], duration),
      ] as const
      const payment = await strayPayment(duration)
      return { ...payment, buyers, orderIds }
    },
    strayPayment,
    assign: (admin: Visitor, paymentId: string, orderId: unknown) =>
      admin.post(`/api/admin/inbox/${paymentId}/assign`, { orderId }),
    resolve: (admin: Visitor, paymentId: string, note: unknown) =>
      admin.post(`/api/admin/inbox/${paymentId}/resolve`, { note }),
  }

  async function strayPayment(duration: Months) {
    const reference = await shop.sandbox.payHostedButton(offers[duration].button)
    await expect.poll(() => findPayment(reference)).toMatchObject({ order_id: null })
    return { reference, paymentId: (await findPayment(reference))?.id ?? '' }
  }
}

describeOnDatabase('the inbox', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  let inbox: ReturnType<typeof inboxOf>
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), settings)
    admin = await adminByCode(shop)
    inbox = inboxOf(shop)
  })

  const openedEarlier = (orderId: string, milliseconds: number) =>
    shop.services.database.db
      .updateTable('orders')
      .set({ opened_at: new Date(Date.now() - milliseconds) })
      .where('id', '=', orderId)
      .execute()

  it('shows an unmatched payment, with its candidate orders', async () => {
    const { reference, paymentId, orderIds } = await inbox.puzzle(3)
    await openedEarlier(orderIds[0], 60 * 60_000)
    await openedEarlier(await orderFor(shop.visitor(), 3), 20 * 24 * 60 * 60_000)
    const [entry] = await inbox.read(admin)
    expect(entry).toMatchObject({
      id: paymentId,
      transactionId: reference,
      status: 'completed',
      amountCents: 2500,
      refundedCents: 0,
      currency: 'EUR',
      reason: 'several_orders_wait',
      resolvedAt: null,
      resolution: null,
    })
    expect(entry?.candidates.map(({ id }) => id)).toEqual(orderIds.toReversed())
    expect(entry?.candidates[0]).toMatchObject({ status: 'pending', driver: 'hosted' })
  })

  it('moves on the open pages of the staff when a payment comes', async () => {
    const page = await openEventStream(shop.origin, undefined, undefined, admin)
    await inbox.strayPayment(12)
    expect((await page.next()).name).toBe('to-do')
  })

  it('assigns a payment to the order that an admin names, once', async () => {
    const { reference, paymentId, orderIds, buyers } = await inbox.puzzle(1)
    const owner = await adminByDiscord(shop)
    const answer = await inbox.assign(owner, paymentId, orderIds[1].toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      id: orderIds[1],
      status: 'paid',
      transactionId: reference,
    })
    expect((await inbox.assign(admin, paymentId, orderIds[1])).status).toBe(200)
    const other = await inbox.assign(admin, paymentId, orderIds[0])
    expect([other.status, other.body['code']]).toEqual([409, 'payment_not_assignable'])
    const claim = { transactionId: reference }
    const claimed = await buyers[0].post(`/api/orders/${orderIds[0]}/claim`, claim)
    expect(claimed.body['code']).toBe('payment_already_claimed')
    const { purchases, messages } = await readRecords(shop, orderIds[1])
    expect(purchases).toHaveLength(1)
    expect(messages.filter(({ kind }) => kind === 'checkout_paid')).toHaveLength(1)
    expect((await readRecords(shop, orderIds[0])).order.status).toBe('pending')
    expect(await readAudit(shop, `payment:${paymentId}`)).toEqual([
      {
        actor: `discord:${players.hunter}`,
        action: 'payment_assigned',
        before: { orderId: null, reason: 'several_orders_wait' },
        after: { orderId: orderIds[1] },
      },
    ])
    expect((await inbox.read(admin)).map(({ id }) => id)).not.toContain(paymentId)
  })

  it('refuses to assign a payment to an order that it does not match', async () => {
    const { paymentId } = await inbox.strayPayment(5)
    const dearer = await orderFor(shop.visitor(), 7)
    const answer = await inbox.assign(admin, paymentId, dearer)
    expect([answer.status, answer.body['code']]).toEqual([409, 'payment_not_assignable'])
    const live = await orderFor(shop.visitor(), 5)
    await shop.services.database.db
      .updateTable('orders')
      .set({ provider_mode: 'live' })
      .where('id', '=', live)
      .execute()
    expect((await inbox.assign(admin, paymentId, live)).status).toBe(409)
    const entry = (await inbox.read(admin)).find(({ id }) => id === paymentId)
    expect(entry).toMatchObject({ reason: 'no_order_waits', candidates: [] })
    expect(await readAudit(shop, `payment:${paymentId}`)).toEqual([])
  })

  it('refuses a second payment for an order, and a refunded payment', async () => {
    const { paymentId, orderIds } = await inbox.puzzle(9)
    const second = await inbox.strayPayment(9)
    await inbox.assign(admin, paymentId, orderIds[0])
    expect((await inbox.assign(admin, second.paymentId, orderIds[0])).status).toBe(409)
    await shop.sandbox.refund(second.reference, 100)
    await expect
      .poll(() => inbox.findPayment(second.reference))
      .toMatchObject({ refunded_cents: 100 })
    expect((await inbox.assign(admin, second.paymentId, orderIds[1])).status).toBe(409)
    expect((await readRecords(shop, orderIds[1])).order.status).toBe('pending')
    const entry = (await inbox.read(admin)).find(({ id }) => id === second.paymentId)
    expect(entry).toMatchObject({ refundedCents: 100, candidates: [] })
  })

  it.each(['claimed', 'assigned'])('closes an unreadable answer once it is %s', async (how) => {
    const { reference, paymentId, orderIds, buyers } = await inbox.puzzle(1)
    const say = () =>
      how === 'claimed'
        ? buyers[0].post(`/api/orders/${orderIds[0]}/claim`, { transactionId: reference })
        : inbox.assign(admin, paymentId, orderIds[0])
    await shop.sandbox.fail({ provider: 'paypal', kind: 'garbled', path: '/v2/payments/captures/' })
    expect((await say()).body['code']).toBe('payment_answer_unreadable')
    expect((await say()).status).toBe(200)
    const { db } = shop.services.database
    const kept = db.selectFrom('unreadable_answers').where('reference', '=', reference)
    expect(await kept.select('resolved_at').execute()).toEqual([{ resolved_at: expect.any(Date) }])
  })

  it('refuses to assign a disputed payment, until the dispute is won', async () => {
    const { reference, paymentId, orderIds, buyers } = await inbox.puzzle(5)
    const dispute = await shop.sandbox.dispute(reference, 'open', { amountCents: 1500 })
    await expect.poll(() => disputeStatus(dispute)).toBe('open')
    const assigned = await inbox.assign(admin, paymentId, orderIds[0])
    expect([assigned.status, assigned.body['code']]).toEqual([409, 'payment_disputed'])
    const claim = { transactionId: reference }
    const claimed = await buyers[0].post(`/api/orders/${orderIds[0]}/claim`, claim)
    expect([claimed.status, claimed.body['code']]).toEqual([409, 'payment_disputed'])
    const { order, purchases } = await readRecords(shop, orderIds[0])
    expect([order.status, purchases]).toEqual(['pending', []])
    const entry = (await inbox.read(admin)).find(({ id }) => id === paymentId)
    expect(entry).toMatchObject({ isDisputed: true, candidates: [] })
    await shop.sandbox.dispute(dispute, 'won')
    await expect.poll(() => disputeStatus(dispute)).toBe('won')
    const open = (await inbox.read(admin)).find(({ id }) => id === paymentId)
    expect(open).toMatchObject({ isDisputed: false })
    expect(open?.candidates.map(({ id }) => id)).toContain(orderIds[0])
    const again = await buyers[0].post(`/api/orders/${orderIds[0]}/claim`, claim)
    expect(again).toMatchObject({ status: 200, body: { status: 'paid' } })
    await shop.services.database.db
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('id', '=', orderIds[1])
      .execute()
  })

  const disputeStatus = async (reference: string) =>
    (
      await shop.services.database.db
        .selectFrom('disputes')
        .select('status')
        .where('reference', '=', reference)
        .executeTakeFirst()
    )?.status

  it('stores how a payment was resolved, and then refuses to assign it', async () => {
    const { reference, paymentId, orderIds, buyers } = await inbox.puzzle(7)
    const note = 'Livré à la main.\nVu avec l’acheteur.'
    const answers = await Promise.all(
      [1, 2, 3].map(() => inbox.resolve(admin, paymentId, `  ${note}\n`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await inbox.assign(admin, paymentId, orderIds[0])).status).toBe(409)
    const claim = { transactionId: reference }
    const claimed = await buyers[0].post(`/api/orders/${orderIds[0]}/claim`, claim)
    expect(claimed.body['code']).toBe('payment_not_found')
    const entry = (await inbox.read(admin)).find(({ id }) => id === paymentId)
    expect(entry).toMatchObject({ resolution: note, candidates: [] })
    expect(entry?.['resolvedAt']).toEqual(expect.any(String))
    expect((await inbox.resolve(admin, paymentId, 'Remboursé.')).status).toBe(204)
    const audit = await readAudit(shop, `payment:${paymentId}`)
    expect(audit.map(({ action, before }) => [action, before])).toEqual([
      ['payment_resolved', { resolvedAt: null, note: null }],
      ['payment_resolved', { resolvedAt: entry?.['resolvedAt'], note }],
    ])
  })

  it('shows unresolved payments first, and never a declined payment', async () => {
    const resolved = await inbox.strayPayment(12)
    await inbox.resolve(admin, resolved.paymentId, 'Remboursé.')
    const open = await inbox.strayPayment(12)
    await inbox.strayPayment(12)
    await shop.services.database.db
      .updateTable('payments')
      .set({ made_at: new Date('2026-01-01') })
      .where('id', '=', open.paymentId)
      .execute()
    await shop.services.database.db
      .insertInto('payments')
      .values({
        provider: 'paypal',
        reference: 'DECLINED',
        status: 'declined',
        amount_cents: 9000,
        currency: 'EUR',
        provider_mode: 'test',
        made_at: new Date(),
      })
      .execute()
    const entries = await inbox.read(admin)
    const isOpen = entries.map((entry) => entry['resolvedAt'] === null)
    expect(isOpen).toEqual(isOpen.toSorted((a, b) => Number(b) - Number(a)))
    const ids = entries.map(({ id }) => id)
    expect(ids.indexOf(open.paymentId)).toBeLessThan(ids.indexOf(resolved.paymentId))
    expect(entries.map(({ transactionId }) => transactionId)).not.toContain('DECLINED')
  })

  it('refuses unknown and invalid ids, and an empty note', async () => {
    const { paymentId } = await inbox.strayPayment(5)
    const order = await orderFor(shop.visitor(), 1)
    const refusals = [
      [await inbox.assign(admin, randomUUID(), order), 404, 'payment_not_found'],
      [await inbox.assign(admin, 'none', order), 404, 'payment_not_found'],
      [await inbox.assign(admin, paymentId, randomUUID()), 404, 'order_not_found'],
      [await inbox.assign(admin, paymentId, 'none'), 422, 'validation_failed'],
      [await inbox.resolve(admin, randomUUID(), 'x'), 404, 'payment_not_found'],
      [await inbox.resolve(admin, paymentId, ' \n '), 422, 'validation_failed'],
      [await inbox.resolve(admin, paymentId, 'x'.repeat(501)), 422, 'validation_failed'],
      [await inbox.resolve(admin, paymentId, 'a\u0000b'), 422, 'validation_failed'],
    ] as const
    for (const [answer, status, code] of refusals) {
      expect([answer.status, answer.body['code']]).toEqual([status, code])
    }
  })

  it('changes nothing while PayPal is unreachable', async () => {
    const { paymentId, orderIds } = await inbox.puzzle(12)
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path: '/v2/payments/captures/*' })
    const answer = await inbox.assign(admin, paymentId, orderIds[0])
    expect([answer.status, answer.body['code']]).toEqual([503, 'payment_provider_unavailable'])
    expect((await inbox.assign(admin, paymentId, orderIds[0])).status).toBe(200)
  })
})

describeOnPostgres('an inbox with concurrent admins', (_, createTestDatabase) => {
  let shop: TestShop
  let admins: readonly Visitor[]
  let inbox: ReturnType<typeof inboxOf>
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), settings)
    admins = await Promise.all([adminByCode(shop), adminByCode(shop), adminByDiscord(shop)])
    inbox = inboxOf(shop)
  })

  const assignedRows = async (paymentId: string) =>
    (await readAudit(shop, `payment:${paymentId}`)).filter(
      ({ action }) => action === 'payment_assigned',
    )

  it('delivers once when admins, a claim and webhooks compete', async () => {
    for (const duration of [1, 3, 5] as const) {
      const { reference, paymentId, orderIds, buyers } = await inbox.puzzle(duration)
      const claim = { transactionId: reference }
      await Promise.all([
        ...admins.map((admin) => inbox.assign(admin, paymentId, orderIds[0])),
        buyers[0].post(`/api/orders/${orderIds[0]}/claim`, claim),
        buyers[1].post(`/api/orders/${orderIds[1]}/claim`, claim),
        syncPayment(shop.services, reference),
        syncPayment(shop.services, reference),
      ])
      const owners = await Promise.all(orderIds.map((orderId) => readRecords(shop, orderId)))
      expect(owners.flatMap(({ purchases }) => purchases)).toHaveLength(1)
      expect(owners.flatMap(({ payments }) => payments)).toHaveLength(1)
      expect((await assignedRows(paymentId)).length).toBeLessThanOrEqual(1)
    }
  })

  it('assigns a payment to one of two orders, and audits only that', async () => {
    const { paymentId, orderIds } = await inbox.puzzle(7)
    const answers = await Promise.all(
      [0, 1, 0, 1].map((order, index) =>
        inbox.assign(
          admins[index % admins.length] ?? shop.visitor(),
          paymentId,
          orderIds[order] ?? '',
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 200, 409, 409])
    const settled = await Promise.all(orderIds.map((orderId) => readRecords(shop, orderId)))
    expect(settled.map(({ purchases }) => purchases.length).toSorted(ascending)).toEqual([0, 1])
    const winner = settled.find(({ purchases }) => purchases.length === 1)
    expect((await assignedRows(paymentId)).map(({ after }) => after)).toEqual([
      { orderId: winner?.order.id },
    ])
  })

  it('assigns one of two payments to an order', async () => {
    const { paymentId, orderIds } = await inbox.puzzle(9)
    const second = await inbox.strayPayment(9)
    const answers = await Promise.all(
      [paymentId, second.paymentId].map((id, index) =>
        inbox.assign(admins[index] ?? shop.visitor(), id, orderIds[0]),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409])
    const { purchases, payments } = await readRecords(shop, orderIds[0])
    expect([purchases.length, payments.length]).toEqual([1, 1])
  })

  it('either resolves a payment or assigns it to an order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { reference, paymentId, orderIds } = await inbox.puzzle(12)
      const [first = shop.visitor(), other = shop.visitor()] = admins
      const [assigned, resolved] = await Promise.all([
        inbox.assign(first, paymentId, orderIds[0]),
        inbox.resolve(other, paymentId, 'Remboursé.'),
      ])
      const payment = await inbox.findPayment(reference)
      const isAssigned = payment?.order_id === orderIds[0]
      expect([assigned.status, resolved.status]).toEqual(isAssigned ? [200, 409] : [409, 204])
      expect(payment?.resolved_at === null).toBe(isAssigned)
      expect((await readRecords(shop, orderIds[0])).purchases).toHaveLength(isAssigned ? 1 : 0)
    }
  })
})

function ascending(a: number, b: number): number {
  return a - b
}
