import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { createStaffChannel } from '#server/providers/discord/staff-channel.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertMessage, insertPaymentMessage } from '#test/factories/message.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { resendMessages, sendMessage } from './send-messages.ts'

describeOnDatabase('a message to the staff', (_, createTestDatabase) => {
  let shop: TestShop
  let later: { messageId: string; delaySeconds: number }[]
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // Once an hour the schedule would send the messages of these tests.
    await shop.stopJobs()
  })
  beforeEach(async () => {
    later = []
    await shop.sandbox.reset()
  })

  const send = (messageId: string, services = shop.services) =>
    sendMessage(services, messageId, async (id, delaySeconds) => {
      later.push({ messageId: id, delaySeconds })
    })

  it('is sent once, even when the job repeats', async () => {
    const { id, orderId } = await insertMessage(shop.services.database)
    await send(id)
    await send(id)
    expect(await sentFor(shop, orderId)).toHaveLength(1)
    expect(await readMessage(shop, id)).toMatchObject({
      attempts: 1,
      last_error: null,
      sent_at: expect.any(Date),
    })
  })

  it.each([
    ['Discord refuses that', { last_error: '400 Invalid Form Body' }],
    ['that was not sent for minutes', { created_at: new Date(Date.now() - 11 * 60_000) }],
  ])('comes after an earlier one of its order, unless %s', async (_when, stuck) => {
    const { database } = shop.services
    const { id: started, orderId } = await insertMessage(database, { kind: 'checkout_started' })
    const { id: paid } = await database.db
      .insertInto('messages')
      .values({ kind: 'checkout_paid', order_id: orderId, dedupe_key: `paid:${orderId}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await send(paid)
    await send(started)
    expect(later).toEqual([{ messageId: paid, delaySeconds: 2 }])
    expect(await sentFor(shop, orderId)).toHaveLength(1)
    const changes = { sent_at: null, ...stuck }
    await database.db.updateTable('messages').set(changes).where('id', '=', started).execute()
    await send(paid)
    expect(await readMessage(shop, paid)).toMatchObject({ sent_at: expect.any(Date) })
  })

  it('contains the item, the player and whether it is paid', async () => {
    const started = await insertMessage(shop.services.database, { kind: 'checkout_started' })
    const paid = await insertMessage(shop.services.database, { kind: 'checkout_paid' })
    await send(started.id)
    await send(paid.id)
    const [first] = await sentFor(shop, started.orderId)
    const [second] = await sentFor(shop, paid.orderId)
    expect(first?.title).toContain('non payée')
    expect(second?.title).toMatch(/payée\s: à livrer/)
    expect(second?.fields.map(({ name, value }) => [name, shown(value)])).toEqual([
      ['Article', 'Priority Queue (3 mois)'],
      ['Prix', '25.00 €'],
      ['Steam ID', '76561198006409530'],
      ['Discord', 'sokol'],
      ['Commande', paid.orderId],
    ])
  })

  it('is in the language of the staff', async () => {
    const { id, orderId } = await insertMessage(shop.services.database, { kind: 'checkout_paid' })
    await send(id, { ...shop.services, staffTexts: readMessageTexts('ru') })
    const [embed] = await sentFor(shop, orderId)
    expect(embed?.title).toContain('Заказ оплачен')
    expect(embed?.fields.map(({ name, value }) => [name, shown(value)])).toContainEqual([
      'Товар',
      'Priority Queue (3 месяца)',
    ])
  })

  it('is sent about a pack of Kr as well', async () => {
    const { db } = shop.services.database
    const orderId = await insertPackOrder(shop.services.database, { status: 'disputed' })
    const { id } = await db
      .insertInto('messages')
      .values({ kind: 'pack_disputed', krypto_order_id: orderId, dedupe_key: orderId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await send(id)
    expect(await sentFor(shop, orderId)).toMatchObject([
      { title: '⚠️ Stripe : litige ou demande d’information sur un pack de Kr' },
    ])
  })

  it.each([
    ['refunded', /remboursée.*ne rien livrer/],
    ['disputed', /litige.*attendre/],
  ] as const)('warns against delivering a paid order that is %s by now', async (status, title) => {
    const { id, orderId } = await insertMessage(shop.services.database, { kind: 'checkout_paid' })
    await shop.services.database.db
      .updateTable('orders')
      .set({ status })
      .where('id', '=', orderId)
      .execute()
    await send(id)
    expect((await sentFor(shop, orderId))[0]?.title).toMatch(title)
  })

  it.each([
    ['several_orders_wait', /Plusieurs commandes/, /numéro de transaction/],
    ['order_already_paid', /deux fois/, /rembourser/],
    ['not_completed', /retenait/, /numéro de transaction/],
    ['payment_disputed', /litige/, /ne rien livrer/],
    ['something_new', /something\\?_new/, /livrer à la main ou rembourser/],
  ])('says of a payment without an order why, and what to do: %s', async (why, reason, action) => {
    const { id, reference } = await insertPaymentMessage(shop.services.database, why)
    await send(id)
    const [embed] = await sentFor(shop, reference)
    expect(embed?.title).toContain('sans commande')
    expect(embed?.fields.map(({ name, value }) => [name, shown(value)])).toEqual([
      ['Montant', '25.00 €'],
      ['Transaction PayPal', reference],
      ['Raison', expect.stringMatching(reason)],
      ['À faire', expect.stringMatching(action)],
    ])
  })

  it('asks for no action when a payment has been matched meanwhile', async () => {
    const { db } = shop.services.database
    const { id, reference, paymentId } = await insertPaymentMessage(shop.services.database, 'x')
    const orderId = await insertOrder(shop.services.database)
    await db
      .updateTable('payments')
      .set({ order_id: orderId, unmatched_reason: null })
      .where('id', '=', paymentId)
      .execute()
    await send(id)
    const [embed] = await sentFor(shop, reference)
    expect(embed?.title).toContain('rattaché')
    expect(embed?.fields.map(({ value }) => shown(value))).toContain(orderId)
  })

  it.each([
    ['was refunded', { status: 'refunded', refunded_cents: 2500 }],
    ['the owner has resolved', { resolved_at: new Date(), resolution: 'Livré à la main.' }],
  ] as const)('asks for no refund of a payment that %s meanwhile', async (_why, changes) => {
    const { id, reference, paymentId } = await insertPaymentMessage(
      shop.services.database,
      'order_already_paid',
    )
    await shop.services.database.db
      .updateTable('payments')
      .set(changes)
      .where('id', '=', paymentId)
      .execute()
    await send(id)
    const [embed] = await sentFor(shop, reference)
    expect(embed?.fields.map(({ name, value }) => [name, shown(value)])).toContainEqual([
      'À faire',
      expect.stringMatching(/^Rien\s: /),
    ])
  })

  it('that was refused is retried without the buyer’s picture', async () => {
    const { id, orderId } = await insertMessage(shop.services.database, {
      discordAvatarUrl: 'https://cdn.discordapp.com/avatars/1/a.png',
    })
    const { id: refused, orderId: refusedOrderId } = await insertMessage(shop.services.database, {
      discordAvatarUrl: 'https://cdn.discordapp.com/avatars/1/a.png',
      lastError: 'Discord answered 400',
    })
    // An outage of Discord is not a refusal.
    await shop.sandbox.fail({ provider: 'discord', kind: '500', path: '/api/webhooks/' })
    await expect(send(id)).rejects.toThrow('Discord answered 500')
    await send(id)
    await send(refused)
    expect((await sentFor(shop, orderId))[0]).toHaveProperty('thumbnail')
    expect((await sentFor(shop, refusedOrderId))[0]).not.toHaveProperty('thumbnail')
  })

  it('shows even an invisible name of a buyer', async () => {
    const { id, orderId } = await insertMessage(shop.services.database, {
      discordUsername: '\u202e',
    })
    await send(id)
    const [embed] = await sentFor(shop, orderId)
    expect(embed?.fields.find(({ name }) => name === 'Discord')?.value).toBe('—')
  })

  it.each([
    '**@everyone** <@&1> [win](https://evil.example)',
    '||spoiler|| ~~x~~ `code` _x_ \\*x\\*',
    '# heading',
    '> quote',
    '<:emoji:1> <t:0> :smile:',
  ])('shows a name literally, without mentions or formatting: %s', async (discordUsername) => {
    const { id, orderId } = await insertMessage(shop.services.database, { discordUsername })
    await send(id)
    const [embed] = await sentFor(shop, orderId)
    const value = embed?.fields.find(({ name }) => name === 'Discord')?.value ?? ''
    expect(shown(value)).toBe(discordUsername)
    expect(value.replaceAll(/\\./g, '')).not.toMatch(/[*_~`|>#[\]()<@:]/)
    expect(await lastMention(shop)).toEqual({ everyone: false, allowed: { parse: [] } })
  })

  it('keeps a name on its line', async () => {
    const discordUsername = 'a\n- b\r\n\u202Ec'
    const { id, orderId } = await insertMessage(shop.services.database, { discordUsername })
    await send(id)
    const [embed] = await sentFor(shop, orderId)
    expect(shown(embed?.fields.find(({ name }) => name === 'Discord')?.value ?? '')).toBe('a - b c')
  })

  it('ends a long text with a whole character', async () => {
    const { id, orderId } = await insertMessage(shop.services.database, {
      discordUsername: `a${'💎'.repeat(600)}`,
    })
    await send(id)
    const [embed] = await sentFor(shop, orderId)
    const value = embed?.fields.find(({ name }) => name === 'Discord')?.value
    expect(value).toBe(`a${'💎'.repeat(511)}`)
  })

  it.each(['500', 'reset'])('is tried again after %s', async (kind) => {
    const { id, orderId } = await insertMessage(shop.services.database)
    await shop.sandbox.fail({ provider: 'discord', kind: '500', path: '/api/webhooks/' })
    await expect(send(id)).rejects.toThrow('Discord answered 500')
    expect(await readMessage(shop, id)).toMatchObject({ attempts: 1, sent_at: null })
    if (kind === 'reset') {
      await shop.sandbox.fail({ provider: 'discord', kind, path: '/api/webhooks/' })
      await expect(send(id)).rejects.toThrow('fetch failed')
      // Discord had accepted it; we cannot know, and a repeated message is better than none.
      expect(await sentFor(shop, orderId)).toHaveLength(1)
    }
    await send(id)
    expect(await readMessage(shop, id)).toMatchObject({
      last_error: null,
      sent_at: expect.any(Date),
    })
  })

  it('waits for the time that Discord demands, then is sent once', async () => {
    const { id, orderId } = await insertMessage(shop.services.database)
    await shop.sandbox.fail({ provider: 'discord', kind: '429', path: '/api/webhooks/' })
    await send(id)
    expect(later).toEqual([{ messageId: id, delaySeconds: 1 }])
    expect(await readMessage(shop, id)).toMatchObject({ sent_at: null })
    await send(id)
    expect(await sentFor(shop, orderId)).toHaveLength(1)
  })

  it('that Discord refuses is stored with the reason and not retried at once', async () => {
    const { id } = await insertMessage(shop.services.database)
    const postToStaff = createStaffChannel(
      `${shop.sandbox.origin}/api/webhooks/1/wrong`,
      noInstrumentation,
    )
    await send(id, { ...shop.services, postToStaff })
    expect(later).toEqual([])
    expect(await readMessage(shop, id)).toMatchObject({
      attempts: 1,
      sent_at: null,
      last_error: 'Discord answered 404',
    })
  })

  it('that does not exist is ignored', async () => {
    await send('5f0c6f0e-0000-4000-8000-000000000000')
    expect(later).toEqual([])
  })
})

const logged = z.object({
  kind: z.literal('message'),
  message: z.object({
    mention_everyone: z.boolean(),
    embeds: z.tuple([
      z.object({
        title: z.string(),
        fields: z.array(z.object({ name: z.string(), value: z.string() })),
        thumbnail: z.unknown().optional(),
      }),
    ]),
  }),
})

async function sentFor({ sandbox }: TestShop, orderId: string) {
  const entries = await sandbox.readLog('discord')
  return entries
    .flatMap((entry) => logged.safeParse(entry).data?.message.embeds ?? [])
    .filter(({ fields }) => fields.some(({ value }) => shown(value) === orderId))
}

async function lastMention({ sandbox }: TestShop) {
  const entries = await sandbox.readLog('discord')
  const message = entries.flatMap((entry) => logged.safeParse(entry).data?.message ?? []).at(-1)
  const request = entries.findLast(({ kind }) => kind === 'request')
  const { body } = z.object({ body: z.object({ allowed_mentions: z.unknown() }) }).parse(request)
  return { everyone: message?.mention_everyone, allowed: body.allowed_mentions }
}

/** An escaped text as Discord shows it. */
function shown(value: string): string {
  return value.replaceAll(/\\(.)/g, '$1')
}

function readMessage({ services }: TestShop, id: string) {
  return services.database.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)

describeOnDatabase('unsent messages', (openTestDatabase) => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase()
  })

  async function resent(inQueue: readonly string[] = []): Promise<string[]> {
    const ids: string[] = []
    await resendMessages(
      { database, clock: () => now },
      {
        isQueued: (id) => Promise.resolve(inQueue.includes(id)),
        queue: async (id) => {
          ids.push(id)
        },
      },
    )
    return ids
  }

  it('about money are queued again, however old', async () => {
    const paid = await insertMessage(database, { createdAt: hoursAgo(24 * 60), attempts: 3 })
    const unmatched = await insertPaymentMessage(database, 'no_order_waits')
    expect((await resent()).toSorted()).toEqual([paid.id, unmatched.id].toSorted())
  })

  it('are not queued again while they wait in the queue, nor once they are sent', async () => {
    const waiting = await insertMessage(database)
    const { id } = await insertMessage(database)
    await database.db.updateTable('messages').set({ sent_at: now }).where('id', '=', id).execute()
    expect(await resent([waiting.id])).toEqual([])
  })

  it('about started checkouts are queued again for a day', async () => {
    const young = { kind: 'checkout_started', createdAt: hoursAgo(23) } as const
    const { id } = await insertMessage(database, young)
    await insertMessage(database, { ...young, createdAt: hoursAgo(25) })
    expect(await resent()).toEqual([id])
  })

  it('are queued in small numbers: money first, then the least retried', async () => {
    const started = await insertMessage(database, { kind: 'checkout_started', createdAt: now })
    const poisoned: string[] = []
    for (let index = 0; index < 20; index += 1) {
      poisoned.push((await insertMessage(database, { attempts: 100 })).id)
    }
    const fresh = await insertMessage(database, { attempts: 1 })
    const ids = await resent()
    expect(ids).toHaveLength(20)
    expect(ids[0]).toBe(fresh.id)
    expect(ids).not.toContain(started.id)
    expect(poisoned).toEqual(expect.arrayContaining(ids.slice(1)))
  })
})
