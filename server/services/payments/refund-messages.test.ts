import { beforeAll, expect, it, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import { describeOnDatabase } from '#test/database.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { DisputeStatus } from '#server/db/schema.ts'
import { sendMessage } from '#server/services/staff/send-messages.ts'
import { recordDispute } from './record-order-payment.ts'

describeOnDatabase('the messages about refunds and disputes', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const newPaidOrder = () => paidOrder(shop, shop.visitor())

  /** The messages about a payment as Discord shows them, except that of the purchase. */
  async function readSent(reference: string) {
    return (await readEmbeds(shop))
      .map(({ title, fields }) => ({
        title,
        fields: Object.fromEntries(fields.map(({ name, value }) => [name, shown(value)])),
      }))
      .filter(({ fields }) => fields['Transaction PayPal'] === reference)
  }
  // Not by `expect.poll`, which cannot find its test among concurrent ones.
  const until = (check: () => Promise<void>) => vi.waitFor(check)
  const waitFor = (reference: string, expected: unknown) =>
    until(async () => expect(await readSent(reference)).toEqual(expected))

  const message = (title: RegExp, fields: Readonly<Record<string, unknown>>) => ({
    title: expect.stringMatching(title),
    fields: expect.objectContaining(fields),
  })

  // Concurrent, because each test mostly waits for its own messages.
  it.concurrent('report each partial refund, and when to take the item back', async () => {
    const { orderId, paypalOrderId, payment } = await newPaidOrder()
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

  it.concurrent('report a dispute, what to do, and how it ended', async () => {
    const { orderId, paypalOrderId, payment } = await newPaidOrder()
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

  it.concurrent('report a won dispute, that the item can be delivered, and the next dispute', async () => {
    const { paypalOrderId, payment } = await newPaidOrder()
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await waitFor(
      payment.reference,
      expect.arrayContaining([
        message(/Litige PayPal gagné/, {
          'À faire': expect.stringMatching(/l’argent reste à la boutique/),
        }),
      ]),
    )
    // Another dispute about the same payment does not end with the first.
    await disputeOf(payment, 'open')
    await waitFor(
      payment.reference,
      expect.arrayContaining([
        message(/ouvert$/, { 'À faire': expect.stringMatching(/^Répondre dans PayPal avant/) }),
      ]),
    )
  })

  it.concurrent('report a won dispute again when it is reopened', async () => {
    const { payment } = await newPaidOrder()
    const openings = async () => {
      const titles = (await readSent(payment.reference)).map(({ title }) => title)
      return titles.filter((title) => title.includes('ouvert')).length
    }
    await disputeOf(payment, 'open')
    await until(async () => expect(await openings()).toBe(1))
    await disputeOf(payment, 'won')
    await disputeOf(payment, 'open', 2)
    await until(async () => expect(await openings()).toBe(2))
  })

  it.concurrent('report a dispute about a payment without an order', async () => {
    const { orderId, payment } = await newPaidOrder()
    await shop.services.database.transaction(async (trx) => {
      await trx.updateTable('orders').set({ price_cents: 9000 }).where('id', '=', orderId).execute()
      await trx
        .updateTable('payments')
        .set({ order_id: null, unmatched_reason: 'amount_mismatch' })
        .where('id', '=', payment.id)
        .execute()
    })
    await disputeOf(payment, 'open')
    // The refund of a payment without an order may be reported as well.
    const disputes = async () =>
      (await readSent(payment.reference)).filter(({ title }) => title.includes('Litige'))
    const opened = message(/ouvert$/, { Litige: expect.stringContaining('25.00 €') })
    await until(async () => expect(await disputes()).toEqual([opened]))
    expect((await disputes())[0]?.fields).not.toHaveProperty('Commande')
  })

  it('contain the state at the time when they are sent', async () => {
    const { orderId, payment } = await newPaidOrder()
    await shop.stopJobs()
    await disputeOf(payment, 'open')
    await disputeOf(payment, 'lost')
    const waiting = await shop.services.database.db
      .selectFrom('messages')
      .select('id')
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute()
    for (const { id } of waiting) await sendMessage(shop.services, id, () => Promise.resolve())
    expect(await readSent(payment.reference)).toEqual(
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
      reason: null,
      awaitsAnswer: status === 'open',
      answerBy: null,
      feeCents: cents(0),
    })
  }
})

function shown(value: string): string {
  return value.replaceAll(/\\(.)/g, '$1')
}
