import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { readInbox } from '#contract/staff.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId, openPack, openPackShop } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { legalVersion } from '#test/shipped-documents.ts'
import type { Services } from '#server/services/context.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { syncDispute } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'

describeOnDatabase('an open dispute', (_open, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openPackShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const readDisputes = async () =>
    readInbox.answer.parse((await admin.get('/api/admin/inbox')).body).disputes

  it('of PayPal says until when to answer, and what the shop knows of the order', async () => {
    const body = checkoutBody({ agreedTerms: legalVersion })
    const { orderId, paypalOrderId, reference } = await paidOrder(shop, shop.visitor(), body)
    const { db } = shop.services.database
    await db
      .updateTable('purchases')
      .set({ delivered_at: new Date('2026-11-22T18:30:00Z') })
      .where('order_id', '=', orderId)
      .execute()
    const id = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1200 })
    await syncDispute(shop.services, id)
    const [dispute, ...others] = await readDisputes()
    expect(others).toEqual([])
    expect(dispute).toMatchObject({
      id,
      provider: 'paypal',
      amountCents: 1200,
      currency: 'EUR',
      reason: 'unauthorised',
      awaitsAnswer: true,
      answerBy: expect.any(String),
      page: `${shop.services.config.paypal.apiOrigin}/resolutioncenter/view/${id}`,
      bought: { steamId: '76561198006409530' },
    })
    for (const known of [
      `Dispute ${id} at PayPal`,
      'Disputed amount: 12.00 EUR',
      'Reason given: UNAUTHORISED',
      `Payment id: ${reference}`,
      'Price: 25.00 EUR',
      `Order: ${orderId}, opened 20`,
      'https://steamcommunity.com/profiles/76561198006409530',
      `terms of sale (version ${legalVersion})`,
      '2026-11-22 18:30 UTC: delivered in the game by our staff',
    ]) {
      expect(dispute?.evidence).toContain(known)
    }
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await syncDispute(shop.services, id)
    expect(await readDisputes()).toEqual([])
  })

  it('says when its perk was put into the game, wherever it was moved, and no failure', async () => {
    const [steamId, other] = [newSteamId(), newSteamId()]
    const body = { ...checkoutBody(), steamId }
    const { orderId, paypalOrderId } = await paidOrder(shop, shop.visitor(), body)
    const { db } = shop.services.database
    const { id, perk, at } = await db
      .selectFrom('perk_entries')
      .select(['id', 'perk', 'at'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const after = (days: number) => new Date(at.getTime() + days * 24 * 60 * 60_000)
    const moved = randomUUID()
    await db
      .insertInto('perk_entries')
      .values({
        id: moved,
        steam_id: other,
        perk,
        kind: 'granted',
        grant_id: moved,
        term_kind: 'until',
        term_until: after(90),
        source: 'transfer',
        moved_from: id,
        actor: 'code:1',
        at: after(10),
      })
      .execute()
    const put = {
      adapter: 'priority-file',
      steam_id: steamId,
      perk,
      what: 'put',
      code: null,
    } as const
    const attempts = [
      { ...put, at: after(-1) },
      { ...put, at: after(1), code: 'login_refused' },
      { ...put, at: after(2) },
      { ...put, at: after(3) },
      { ...put, at: after(9), adapter: 'discord-role' },
      { ...put, at: after(11), steam_id: other },
      // A later order brings it again.
      { ...put, at: after(120), adapter: 'cftools' },
    ]
    await db
      .insertInto('perk_attempts')
      .values(attempts.map((attempt) => ({ ...attempt, run_id: randomUUID(), answer: 'ok' })))
      .execute()
    await db
      .insertInto('perk_deliveries')
      .values(
        [
          { adapter: 'priority-file', steam_id: steamId },
          { adapter: 'priority-file', steam_id: other },
          { adapter: 'cftools', steam_id: steamId },
          { adapter: 'discord-role', steam_id: steamId, is_extra: true },
        ].map((row) => ({
          ...row,
          perk,
          state: 'verified' as const,
          steps: '[]',
          queued_at: at,
          changed_at: at,
        })),
      )
      .execute()
    const wrote = { order_id: orderId, at: after(4), text: 'It works, thank you.' }
    await db.insertInto('order_messages').values(wrote).execute()
    const dispute = await shop.sandbox.dispute(paypalOrderId, 'open')
    await syncDispute(shop.services, dispute)
    const readEvidence = async () => {
      const { evidence = '' } = (await readDisputes()).find((one) => one.id === dispute) ?? {}
      return evidence.slice(evidence.indexOf('Delivery:')).split('\n')
    }
    const text = (days: number) => `${after(days).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    const isPut = 'priority-file: put into the game and read back there (verified)'
    expect(await readEvidence()).toEqual([
      'Delivery:',
      `${text(2)}: ${isPut}`,
      `${text(11)}: ${isPut}, for the Steam ID ${other} to which it was moved`,
      '',
      'Messages about the order:',
      `${text(4)}: the buyer wrote: It works, thank you.`,
    ])
    await db.deleteFrom('perk_attempts').where('steam_id', 'in', [steamId, other]).execute()
    expect(await readEvidence()).toContain('No delivery is recorded.')
    await db
      .updateTable('orders')
      .set({ paid_at: after(-91) })
      .where('id', '=', orderId)
      .execute()
    expect(await readEvidence()).toContain(
      'No record of the delivery is left: we delete them after some months.',
    )
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await syncDispute(shop.services, dispute)
  })

  it('of Stripe is listed by itself, with the Kr that its pack credited', async () => {
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await syncPack(shop.services, orderId)
    const id = await shop.sandbox.stripe.dispute(sessionId, 'open')
    await syncPack(shop.services, orderId)
    const [dispute] = await readDisputes()
    expect(dispute).toMatchObject({
      id,
      provider: 'stripe',
      awaitsAnswer: true,
      answerBy: expect.any(String),
      bought: { itemName: '1000 Kr' },
    })
    expect(dispute?.evidence).toContain(`Order: ${orderId}, opened 20`)
    expect(dispute?.evidence).toContain('1000 Kr credited to the Steam ID')
    expect(dispute?.evidence).toContain('no version of the terms is recorded')
    // An answer that was asked for later counts, although it is recorded before an older one.
    const { stripe } = shop.services
    type Found = Awaited<ReturnType<typeof stripe.fetchPayment>>
    const changing = (change: (found: Found) => Promise<Found>): Services => ({
      ...shop.services,
      stripe: {
        ...stripe,
        fetchPayment: async (reference) => change(await stripe.fetchPayment(reference)),
      },
    })
    const answered = changing((found) => {
      if (found.outcome !== 'payment') return Promise.resolve(found)
      const disputes = found.payment.disputes.map((one) => ({
        ...one,
        awaitsAnswer: false,
        answerBy: null,
      }))
      return Promise.resolve({ ...found, payment: { ...found.payment, disputes } })
    })
    const older = changing(async (found) => {
      await syncPack(answered, orderId)
      return found
    })
    await syncPack(older, orderId)
    expect(await readDisputes()).toMatchObject([{ awaitsAnswer: false, answerBy: null }])
    // No event comes of what was answered, nor of more time to answer.
    const { db } = shop.services.database
    const { answerBy } = dispute ?? {}
    for (const changes of [
      { awaits_answer: false, answer_by: null },
      { answer_by: new Date('2026-01-01T00:00:00Z') },
    ]) {
      await db.updateTable('disputes').set(changes).execute()
      await reconcileDisputes(shop.services)
      expect(await readDisputes()).toMatchObject([{ awaitsAnswer: true, answerBy }])
      // It finds nothing more to change.
      await reconcileDisputes(shop.services)
    }
    await shop.sandbox.stripe.dispute(sessionId, 'lost')
    await syncPack(shop.services, orderId)
    expect(await readDisputes()).toEqual([])
  })
})
