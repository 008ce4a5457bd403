import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { cents } from '../../../domain/money.ts'
import { describeOnDatabase } from '../../../test/database.ts'
import { approvedOrder, readRecords } from '../../../test/factories/checkout.ts'
import { openShop, type TestShop } from '../../../test/shop.ts'
import type { DisputeStatus } from '../../db/schema.ts'
import { lockPayment } from './locks.ts'
import { recordDispute } from './record-dispute.ts'

describeOnDatabase('the staff', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function paidOrder() {
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const { payments } = await readRecords(shop, orderId)
    const [payment] = payments
    if (!payment) throw new Error('not paid')
    return { orderId, paypalOrderId, payment }
  }

  /** What Discord shows of the messages about a payment, but that of the purchase. */
  async function told(reference: string) {
    const log = await shop.sandbox.readLog('discord')
    return log
      .flatMap((entry) => logged.safeParse(entry).data?.message.embeds ?? [])
      .map(({ title, fields }) => ({
        title,
        fields: Object.fromEntries(fields.map(({ name, value }) => [name, shown(value)])),
      }))
      .filter(({ fields }) => fields['Transaction PayPal'] === reference)
  }
  const waitFor = (reference: string, expected: unknown[]) =>
    expect.poll(() => told(reference), { timeout: 30_000 }).toEqual(expected)

  const message = (title: RegExp, fields: Readonly<Record<string, unknown>>) => ({
    title: expect.stringMatching(title),
    fields: expect.objectContaining(fields),
  })

  it('hears of each part that is refunded, and when to take the item back', async () => {
    const { orderId, paypalOrderId, payment } = await paidOrder()
    await shop.sandbox.refund(paypalOrderId, 1000)
    const part = message(/remboursée en partie$/, {
      Article: 'Priority Queue',
      Remboursé: '10.00 € sur 25.00 €',
      'Steam ID': '76561198006409530',
      Discord: 'sokol',
      Commande: orderId,
      'À faire': expect.stringMatching(/Rien à retirer/),
    })
    await waitFor(payment.reference, [part])
    await shop.sandbox.refund(paypalOrderId)
    const all = message(/Commande remboursée$/, {
      Remboursé: '25.00 € sur 25.00 €',
      'À faire': expect.stringMatching(/^Retirer l’article/),
    })
    await waitFor(payment.reference, [part, all])
  })

  it('hears of a dispute, what to do, and how it ended', async () => {
    const { orderId, paypalOrderId, payment } = await paidOrder()
    const dispute = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 700 })
    const opened = message(/Litige PayPal ouvert/, {
      Litige: expect.stringMatching(new RegExp(`^${dispute}\\s: 7\\.00 €$`)),
      Commande: orderId,
      Remboursé: '0.00 € sur 25.00 €',
      'À faire': expect.stringMatching(/Répondre dans PayPal.*Ne rien donner de plus/),
    })
    await waitFor(payment.reference, [opened])
    await shop.sandbox.dispute(dispute, 'lost')
    const lost = message(/Litige PayPal perdu/, {
      'Litige perdu': expect.stringContaining('7.00 €'),
      Remboursé: '7.00 € sur 25.00 €',
      'À faire': expect.stringMatching(/Rien à retirer/),
    })
    await waitFor(payment.reference, [opened, lost])
  })

  it('hears that a dispute was won, that the item can be given, and of the next dispute', async () => {
    const { paypalOrderId, payment } = await paidOrder()
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await expect
      .poll(() => told(payment.reference), { timeout: 30_000 })
      .toContainEqual(
        message(/Litige PayPal gagné/, {
          'À faire': expect.stringMatching(/l’argent reste à la boutique/),
        }),
      )
    // Another dispute about the same payment is not over with the first.
    await disputeOf(payment, 'open')
    await expect
      .poll(() => told(payment.reference), { timeout: 30_000 })
      .toContainEqual(
        message(/ouvert$/, { 'À faire': expect.stringMatching(/^Répondre dans PayPal avant/) }),
      )
  })

  it('hears again of a dispute that was won and is opened anew', async () => {
    const { payment } = await paidOrder()
    const openings = async () => {
      const titles = (await told(payment.reference)).map(({ title }) => title)
      return titles.filter((title) => title.includes('ouvert')).length
    }
    await disputeOf(payment, 'open')
    await expect.poll(openings, { timeout: 30_000 }).toBe(1)
    await disputeOf(payment, 'won')
    await disputeOf(payment, 'open', 2)
    await expect.poll(openings, { timeout: 30_000 }).toBe(2)
  })

  it('hears of a dispute about a payment that has no order', async () => {
    const { orderId, payment } = await paidOrder()
    // At once, and the order at another price: PayPal's word of the payment may still be on its way,
    // and would match it again; or it is being written down right now, with its order.
    await shop.services.database.transaction(async (trx) => {
      await lockPayment(trx, shop.services.payments.name, payment.reference)
      await trx.updateTable('orders').set({ price_cents: 9000 }).where('id', '=', orderId).execute()
      await trx
        .updateTable('payments')
        .set({ order_id: null, unmatched_reason: 'amount_mismatch' })
        .where('id', '=', payment.id)
        .execute()
    })
    await disputeOf(payment, 'open')
    // PayPal's word of the payment itself may come late, and is then told as well.
    const dispute = async () =>
      (await told(payment.reference)).filter(({ title }) => title.includes('Litige'))
    await expect
      .poll(dispute, { timeout: 30_000 })
      .toEqual([message(/ouvert$/, { Litige: expect.stringContaining('25.00 €') })])
    expect((await dispute())[0]?.fields).not.toHaveProperty('Commande')
  })

  it('is told what is true when the message is sent, not what was true before', async () => {
    const { payment } = await paidOrder()
    // Discord is down until all is over.
    const fault = { provider: 'discord', kind: '500', path: '/api/webhooks/', times: 1000 }
    await shop.sandbox.fail(fault)
    await disputeOf(payment, 'open')
    await disputeOf(payment, 'lost')
    await shop.sandbox.clearFaults()
    await expect
      .poll(() => told(payment.reference), { timeout: 30_000 })
      .toEqual(
        expect.arrayContaining([
          message(/ouvert/, { 'À faire': expect.stringMatching(/déjà clos/) }),
          message(/perdu/, { 'À faire': expect.stringMatching(/^Retirer l’article/) }),
        ]),
      )
  })

  function disputeOf(
    { reference, amount_cents: amountCents }: { reference: string; amount_cents: number },
    status: DisputeStatus,
    changedAfterSeconds = status === 'open' ? 0 : 1,
  ) {
    const openedAt = new Date('2026-11-21T12:00:00Z')
    const changedAt = new Date(openedAt.getTime() + changedAfterSeconds * 1000)
    const about = { reference: `PP-${reference}`, paymentReference: reference, currency: 'EUR' }
    return recordDispute(shop.services, {
      ...about,
      status,
      amountCents: cents(amountCents),
      openedAt,
      changedAt,
    })
  }
})

const logged = z.object({
  kind: z.literal('message'),
  message: z.object({
    embeds: z.tuple([
      z.object({
        title: z.string(),
        fields: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ]),
  }),
})

function shown(value: string): string {
  return value.replaceAll(/\\(.)/g, '$1')
}
