import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import * as contract from '#contract/checkout.ts'
import { listPerks } from '#contract/perks.ts'
import { addMonths } from '#domain/perks.ts'
import { searchOrders } from '#server/services/orders/admin-orders.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, countTodo } from '#test/factories/admin.ts'
import { approvedOrder, cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { changePerks, findGrant } from './ledger.ts'

describeOnDatabase('an order whose perk an adapter delivers', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { PRIORITY_FILE_FORMAT: 'semicolon' })
    admin = await adminByCode(shop)
  })

  const readOrder = async (visitor: Visitor, orderId: string) =>
    z.parse(contract.readOrder.answer, (await visitor.get(`/api/orders/${orderId}`)).body)
  const buy = async (visitor: Visitor, steamId: string, changes = {}) =>
    paidOrder(shop, visitor, { ...checkoutBody(changes), steamId })
  const resetStats = {
    items: [
      { ...cartItem({ name: 'Reset your stats', type: 'Extras', price: 10 }), duration: undefined },
    ],
    totalPrice: '10.00',
  }
  const voidAt = async (orderId: string, at: Date) => {
    const services = { ...shop.services, clock: () => at }
    await services.database.transaction(async (trx) => {
      const grant = await findGrant(trx, { orderId })
      if (!grant) throw new Error('no grant')
      const entries = [{ kind: 'voided', grantId: grant.grantId }] as const
      await changePerks(services, trx, [{ ...grant, entries }], { actor: 'code:123' })
    })
  }
  /** Lets time pass, so that what waits is collected and sent. */
  const later = async (check: () => Promise<unknown>) => {
    shop.advanceClock(20_000)
    await vi.waitFor(check)
  }
  const embedsOf = async (orderId: string) =>
    (await readEmbeds(shop))
      .map(({ title, fields }) => ({
        title,
        fields: new Map(fields.map(({ name, value }) => [name, value.replaceAll('\\', '')])),
      }))
      .filter(({ fields }) => fields.get('Commande') === orderId)
      .map(({ title, fields }) => [title, fields.get('À faire')])

  it('shows its buyer what it brought, until when, and how far that is', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const first = await buy(visitor, steamId)
    const paid = await readOrder(visitor, first.orderId)
    const held = await shop.services.database.db
      .selectFrom('perk_coverage')
      .select(['starts_at', 'ends_at'])
      .where('steam_id', '=', steamId)
      .executeTakeFirstOrThrow()
    expect(paid.perk).toMatchObject({
      perk: 'priority_queue',
      endsAt: held.ends_at?.toISOString(),
      voided: false,
      delivery: { steps: [{ state: 'queued' }] },
    })
    await later(async () =>
      expect((await readOrder(visitor, first.orderId)).perk?.delivery.state).toBe('verified'),
    )
    // The second runs after the first.
    const second = await buy(visitor, steamId)
    expect((await readOrder(visitor, second.orderId)).perk).toMatchObject({
      startsAt: held.ends_at?.toISOString(),
      endsAt: new Date(addMonths(held.starts_at.getTime(), 6)).toISOString(),
    })
    expect((await readOrder(visitor, first.orderId)).perk?.endsAt).toBe(paid.perk?.endsAt)
  })

  it('brings the perk of its offer, whatever its product is called', async () => {
    const visitor = shop.visitor()
    const { orderId } = await approvedOrder(shop, visitor)
    const renamed = { item_name: 'Fast lane', item_type: 'Fast lane' }
    const { db } = shop.services.database
    await db.updateTable('orders').set(renamed).where('id', '=', orderId).execute()
    await visitor.post(`/api/orders/${orderId}/capture`, {})
    expect(await readOrder(visitor, orderId)).toMatchObject({
      items: [{ offerKey: 'priority-queue/3', name: 'Fast lane' }],
      perk: { perk: 'priority_queue' },
      task: null,
    })
  })

  it('keeps its delivery and ends like the perk when a compensation follows', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { orderId } = await buy(visitor, steamId)
    const isActive = async () =>
      expect((await readOrder(visitor, orderId)).perk?.delivery.state).toBe('verified')
    await later(isActive)
    const before = (await readOrder(visitor, orderId)).perk
    shop.advanceClock(60 * 60 * 1000)
    const compensatedAt = shop.services.clock()
    const compensation = { perks: ['priority_queue'], hours: 24, reason: 'an outage' }
    expect((await admin.post('/api/admin/perk-compensations', compensation)).status).toBe(200)
    const { perk } = await readOrder(visitor, orderId)
    expect(perk?.delivery.state).toBe('verified')
    const verifiedAt = perk?.delivery.steps.at(-1)?.at ?? ''
    expect(Date.parse(verifiedAt)).toBeLessThan(compensatedAt.getTime())
    expect(Date.parse(perk?.endsAt ?? '')).toBe(
      Date.parse(before?.endsAt ?? '') + 24 * 60 * 60 * 1000,
    )
    const [held] = z.parse(listPerks.answer, (await visitor.get('/api/perks')).body['list'])
    expect(held?.endsAt).toBe(perk?.endsAt)
    expect(held?.calendar.map(({ source }) => source)).toEqual(['order', 'compensation'])
    // The adapter writes the new end, which is no delivery of the order.
    await later(async () => {
      const { rows } = await sql<{ state: string }>`
        select state from perk_deliveries where steam_id = ${steamId}
        and queued_at >= ${compensatedAt}`.execute(shop.services.database.db)
      expect(rows.map(({ state }) => state)).toContain('verified')
    })
    expect((await readOrder(visitor, orderId)).perk).toEqual(perk)
  })

  it('is not delivered with a compensation that follows before the adapter is through', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const first = await buy(visitor, steamId)
    const stateOf = async ({ orderId }: { readonly orderId: string }) =>
      (await readOrder(visitor, orderId)).perk?.delivery.state
    await later(async () => expect(await stateOf(first)).toBe('verified'))
    shop.advanceClock(1000)
    const renewal = await buy(visitor, steamId)
    await shop.services.database.db
      .updateTable('perk_deliveries')
      .set({ state: 'retrying', reason_code: 'timeout' })
      .where('steam_id', '=', steamId)
      .execute()
    shop.advanceClock(1000)
    const compensatedAt = shop.services.clock()
    const compensation = { perks: ['priority_queue'], hours: 24, reason: 'an outage' }
    expect((await admin.post('/api/admin/perk-compensations', compensation)).status).toBe(200)
    expect([await stateOf(first), await stateOf(renewal)]).toEqual(['verified', 'queued'])
    await later(async () => expect(await stateOf(renewal)).toBe('verified'))
    const steps = (await readOrder(visitor, renewal.orderId)).perk?.delivery.steps
    expect(Date.parse(steps?.at(-1)?.at ?? '')).toBeGreaterThan(compensatedAt.getTime())
  })

  it('is as far as the perk itself, whatever the role in Discord waits for', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { orderId } = await buy(visitor, steamId)
    await later(async () =>
      expect((await readOrder(visitor, orderId)).perk?.delivery.state).toBe('verified'),
    )
    const { db } = shop.services.database
    const role = await db
      .updateTable('perk_deliveries')
      .set({ state: 'waiting_first_join', reason_code: 'not_in_guild' })
      .where('steam_id', '=', steamId)
      .where('adapter', '=', 'discord-role')
      .executeTakeFirst()
    expect(role.numUpdatedRows).toBe(1n)
    expect((await readOrder(visitor, orderId)).perk?.delivery.state).toBe('verified')
  })

  it('brings no perk before it is paid, and none that lasts for what is handed over once', async () => {
    const visitor = shop.visitor()
    const { orderId } = await buy(visitor, newSteamId(), resetStats)
    expect((await readOrder(visitor, orderId)).perk).toBeNull()
  })

  it('shows a disputed one as suspended, without an end', async () => {
    const visitor = shop.visitor()
    const { orderId, paypalOrderId } = await buy(visitor, newSteamId())
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await vi.waitFor(async () =>
      expect((await readOrder(visitor, orderId)).perk).toMatchObject({
        endsAt: null,
        delivery: { state: 'suspended' },
      }),
    )
  })

  it('is cancelled when the staff takes it away before it begins', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    await buy(visitor, steamId)
    const second = await buy(visitor, steamId)
    const found = z.object({ grants: z.array(z.object({ id: z.string(), orderId: z.string() })) })
    const { grants } = z.parse(found, (await admin.get(`/api/admin/perks?steamId=${steamId}`)).body)
    const id = grants.find(({ orderId }) => orderId === second.orderId)?.id ?? ''
    expect((await admin.deleteWith(`/api/admin/perks/${id}`, { reason: 'a mistake' })).status).toBe(
      204,
    )
    const { perk } = await readOrder(visitor, second.orderId)
    expect(perk?.voided).toBe(true)
    expect(Date.parse(perk?.endsAt ?? '')).toBeLessThanOrEqual(shop.services.clock().getTime())
  })

  it('is cancelled when the staff takes it away, not when a compensation after it ends', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { orderId } = await buy(visitor, steamId)
    const compensation = { perks: ['priority_queue'], hours: 24, reason: 'an outage' }
    await admin.post('/api/admin/perk-compensations', compensation)
    await voidAt(orderId, shop.services.clock())
    const { perk } = await readOrder(visitor, orderId)
    expect(perk?.voided).toBe(true)
    expect(Date.parse(perk?.endsAt ?? '')).toBeLessThanOrEqual(shop.services.clock().getTime())
    expect((await visitor.get('/api/perks')).body['list']).toEqual([])
  })

  it('has ended by itself although the staff voids it during the compensation', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { orderId } = await buy(visitor, steamId)
    const endsAt = (await readOrder(visitor, orderId)).perk?.endsAt ?? ''
    const compensation = { perks: ['priority_queue'], hours: 24, reason: 'an outage' }
    await admin.post('/api/admin/perk-compensations', compensation)
    await voidAt(orderId, new Date(Date.parse(endsAt) + 60 * 60 * 1000))
    expect((await readOrder(visitor, orderId)).perk).toMatchObject({ endsAt, voided: false })
  })

  it('does not depend on a role that the perk brings as well', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { orderId } = await buy(visitor, steamId)
    await shop.services.database.db
      .updateTable('perk_deliveries')
      .set({ state: 'waiting_first_join', reason_code: 'not_in_guild' })
      .where('adapter', '=', 'discord-role')
      .where('steam_id', '=', steamId)
      .executeTakeFirstOrThrow()
    const { perk } = await readOrder(visitor, orderId)
    // Where the run of its own adapter has brought it.
    expect(['queued', 'sending', 'verified']).toContain(perk?.delivery?.state)
  })

  it('is nothing that the staff has to deliver', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const countToDeliver = () => countTodo(admin, 'hand_over')
    const before = await countToDeliver()
    const automatic = await buy(visitor, steamId)
    const manual = await buy(visitor, steamId, resetStats)
    expect(await countToDeliver()).toBe(before + 1)
    const listed = async (toDeliver: boolean) => {
      const { body } = await admin.get(
        `/api/admin/orders?search=${steamId}&toDeliver=${String(toDeliver)}`,
      )
      return body['orders']
    }
    expect(await listed(true)).toMatchObject([{ id: manual.orderId, isAutomatic: false }])
    expect(await listed(false)).toMatchObject([
      { id: manual.orderId },
      { id: automatic.orderId, isAutomatic: true },
    ])
  })

  it('is for the staff to deliver once its adapter is no longer configured', async () => {
    const steamId = newSteamId()
    const { orderId } = await buy(shop.visitor(), steamId)
    const toDeliver = async (perkAdapters: typeof shop.services.perkAdapters) => {
      const search = {
        search: steamId,
        status: undefined,
        paid: false,
        toDeliver: true,
        unanswered: false,
        cursor: undefined,
      }
      const { rows } = await searchOrders({ ...shop.services, perkAdapters }, search)
      return rows.map(({ id }) => id)
    }
    const { perkAdapters } = shop.services
    expect(await toDeliver(perkAdapters)).toEqual([])
    const isRole = ({ name }: { readonly name: string }) => name === 'discord-role'
    expect(perkAdapters.some(isRole)).toBe(true)
    // A role only adds to it.
    expect(await toDeliver(perkAdapters.filter(isRole))).toEqual([orderId])
  })

  it('asks nothing of the staff, neither when it is paid nor when the money goes back', async () => {
    const visitor = shop.visitor()
    const { orderId, paypalOrderId } = await buy(visitor, newSteamId())
    const reads = (title: RegExp, action: RegExp) =>
      vi.waitFor(async () =>
        expect(await embedsOf(orderId)).toContainEqual([
          expect.stringMatching(title),
          expect.stringMatching(action),
        ]),
      )
    await reads(/automatiquement$/, /^Rien\. Si la livraison/)
    await shop.sandbox.refund(paypalOrderId, 1000)
    await reads(/remboursée en partie$/, /^Rien si l’avantage doit rester/)
    await shop.sandbox.refund(paypalOrderId)
    await reads(/Commande remboursée$/, /^Rien.*le retire lui-même/)
  })
})
