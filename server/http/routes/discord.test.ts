import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Interaction } from '#server/providers/discord/interactions.ts'
import { answerInteraction } from '#server/services/discord/interactions.ts'
import { testConnection } from '#server/services/connections/checks.ts'
import { describeOnDatabase } from '#test/database.ts'
import { approvedOrder, checkoutBody, reskinBody } from '#test/factories/checkout.ts'
import { giveKr, newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn } from '#test/sign-in.ts'

const message = z.object({
  flags: z.number().optional(),
  content: z.string().optional(),
  embeds: z.array(z.object({ title: z.string().optional(), description: z.string() })).optional(),
  components: z
    .array(
      z.object({
        components: z.array(
          z.object({
            label: z.string(),
            url: z.string().optional(),
            custom_id: z.string().optional(),
          }),
        ),
      }),
    )
    .optional(),
})
const posted = z.looseObject({ id: z.string(), ...message.omit({ embeds: true }).shape })

describeOnDatabase('Discord', (_open, createTestDatabase) => {
  let shop: TestShop
  const settings = { ADMIN_DISCORD_IDS: players.plain }
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), settings)
    await testConnection(shop.services, 'discord')
  })
  beforeEach(() => shop.sandbox.clearFaults())

  const interact = (act: Readonly<Record<string, string>>) =>
    shop.sandbox.interact({ as: players.hunter, locale: 'en-US', ...act })
  /** What the person sees of an answer. */
  async function ask(act: Readonly<Record<string, string>>) {
    const { status, answer } = await interact(act)
    const data = message.parse(answer?.['data'] ?? {})
    const [embed] = data.embeds ?? []
    return {
      status,
      type: answer?.['type'],
      isPrivate: data.flags === 64,
      note: data.content,
      text: embed?.description ?? '',
      buttons: (data.components ?? []).flatMap(({ components }) => components),
    }
  }
  async function link(name: 'hunter' | 'mallory', steamId: string) {
    await signIn(shop.visitor(), name)
    const { db } = shop.services.database
    const account = await db
      .selectFrom('accounts')
      .select('user_id')
      .where('account_id', '=', players[name])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('steam_claims')
      .values({ steam_id: steamId, user_id: account.user_id })
      .execute()
  }

  it('gets 401 for a wrong signature and for an old time, and 204 for a repetition', async () => {
    const statuses = []
    for (const fault of ['wrong-signature', 'old', 'replay', 'none']) {
      statuses.push((await interact({ typed: '/server', fault })).status)
    }
    expect(statuses).toEqual([401, 401, 204, 200])
  })

  it('answers in the language of who asks, in English to all others', async () => {
    const words = []
    for (const [locale, typed] of [
      ['fr', '/serveur'],
      ['ru', '/сервер'],
      ['es-ES', '/servidor'],
      ['en-GB', '/server'],
      ['de', '/server'],
    ] as const) {
      words.push((await ask({ locale, typed })).text.split('\n')[0])
    }
    expect(words).toEqual([
      '⚪ Le serveur n’a pas encore répondu',
      '⚪ Сервер ещё не ответил',
      '⚪ El servidor aún no ha respondido',
      '⚪ The server has not answered yet',
      '⚪ The server has not answered yet',
    ])
  })

  it('shows the shop to everybody, with the prices of the pages', async () => {
    const { isPrivate, text, buttons } = await ask({ typed: '/shop' })
    expect(isPrivate).toBe(false)
    expect(text).toContain('**Priority Queue** from €10')
    expect(buttons.map(({ url }) => url)).toEqual(
      ['/donation', '/krypto-points'].map((path) => `${shop.origin}${path}`),
    )
  })

  it('leads somebody who is not linked to the page for it, and nobody else sees that', async () => {
    for (const typed of ['/perks', '/kr']) {
      const { isPrivate, text, buttons } = await ask({ as: '230000000000000009', typed })
      expect({ isPrivate, url: buttons[0]?.url }).toEqual({
        isPrivate: true,
        url: `${shop.origin}/wallet?from=discord`,
      })
      expect(text).toContain('no Steam ID')
    }
  })

  it('shows perks and Kr to who has linked the Steam ID', async () => {
    const steamId = newSteamId()
    await link('hunter', steamId)
    expect((await ask({ typed: '/perks' })).text).toBe('You hold nothing right now.')
    await giveKr(shop.services.database, 1250, steamId)
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer, checkoutBody({ steamId }))
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const perks = await ask({ typed: '/perks' })
    expect(perks.isPrivate).toBe(true)
    expect(perks.text).toMatch(/^\*\*Priority Queue\*\*: until <t:\d+:f> · 🤝 with the staff$/)
    const { text } = await ask({ typed: '/kr' })
    expect(text).toContain(`**1,250 Kr** · Steam ID ${steamId}`)
    expect(text).toMatch(/<t:\d+:d> \*\*\+1,250\*\*/)
  })

  it('searches teams, turns pages, and shows names and texts as they are', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `player_${index}`)
    for (const [index, discordUsername] of names.entries()) {
      const made = await shop.visitor().post('/api/team-listings', {
        type: index === 0 ? 'LFT' : 'LFG',
        gameHours: 10,
        age: 20,
        hasMicrophone: index > 1,
        description: '**@everyone** come',
        discordUsername,
      })
      expect(made.status).toBe(201)
    }
    const first = await ask({ typed: '/team' })
    expect(first.text).toContain('\\*\\*\\@everyone\\*\\* come')
    expect(first.text).toContain(`[Contact](${shop.origin}/team?search=player_7)`)
    expect(first.text).not.toContain('player\\_1')
    const next = first.buttons.find(({ label }) => label === 'Next page')?.custom_id ?? ''
    const second = await ask({ message: '1', button: next })
    expect(second.type).toBe(7)
    expect(second.text).toContain('player\\_1')
    const found = await ask({ typed: '/team type:LFG microphone:false' })
    expect(found.text.match(/Contact/g)).toHaveLength(1)
  })

  it('shows a player to the staff alone', async () => {
    const typed = '/player search:hunter'
    expect(await ask({ typed })).toMatchObject({
      isPrivate: true,
      text: 'Only the staff who have this right can do that.',
    })
    const steamId = newSteamId()
    await giveKr(shop.services.database, 40, steamId)
    const shown = await ask({ as: players.plain, typed: `/player search:${steamId}` })
    expect(shown.text).toContain(`Steam ID \`${steamId}\``)
    expect(shown.text).toContain('40 Kr')
    expect(shown.buttons[0]?.url).toBe(`${shop.origin}/admin?section=players&steamId=${steamId}`)
  })

  it('hands over by a button under the message, once, with who did it in the log', async () => {
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer, reskinBody())
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const sent = await findMessage(`staff:hand_over:${orderId}`)
    const press = (as: string, button: string) => ask({ as, message: sent.id, button })
    expect(await press(players.hunter, `staff:hand_over:${orderId}`)).toMatchObject({
      isPrivate: true,
      text: 'Only the staff who have this right can do that.',
    })
    const started = await press(players.plain, `staff:start:${orderId}`)
    expect(started.note).toBe('🔧 En cours\u00a0: lesnik\\_89')
    const done = await press(players.plain, `staff:hand_over:${orderId}`)
    expect(done).toMatchObject({ type: 7, note: '✅ Livré\u00a0: lesnik\\_89' })
    expect(done.buttons.map(({ label }) => label)).toEqual(['Ouvrir'])
    expect((await press(players.plain, `staff:start:${orderId}`)).isPrivate).toBe(true)
    const log = await shop.services.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('subject', '=', `order:${orderId}`)
      .orderBy('id')
      .execute()
    const actor = `discord:${players.plain}`
    expect(log).toEqual([
      { action: 'task_changed', actor },
      { action: 'delivery_changed', actor },
    ])
  })

  it('sends later what takes long, once, and refuses a press beside its message', async () => {
    const { interactions } = shop.services
    if (!interactions) throw new Error('no interactions')
    const sent: unknown[] = []
    const send: typeof interactions.send = (_to, { text, note }, how) => {
      sent.push([how, text ?? note])
      return Promise.resolve()
    }
    const services = { ...shop.services, interactions: { ...interactions, send } }
    const late = (id: string, data: Interaction['data']) => {
      const user = { id: '230000000000000009', username: 'late' }
      const base = { id, application_id: '1', token: 't', user, locale: 'en-US', data } as const
      const type = data?.name === undefined ? 3 : 2
      return answerInteraction(services, { ...base, type }, Promise.resolve('late'))
    }
    const kr = { name: 'kr' }
    expect(await late('240000000000000001', kr)).toEqual({ kind: 'later', isPrivate: true })
    await expect.poll(() => sent).toEqual([['instead', expect.stringContaining('no Steam ID')]])
    await late('240000000000000001', kr)
    const press = { custom_id: `staff:hand_over:${randomUUID()}` }
    expect(await late('240000000000000002', press)).toEqual({ kind: 'update later' })
    await expect
      .poll(() => sent.slice(1))
      .toEqual([['beside', 'Only the staff who have this right can do that.']])
  })

  it('leaves the database to others when many ask at once', async () => {
    const { interactions, clock } = shop.services
    if (!interactions) throw new Error('no interactions')
    let begun = 0
    const count = () => {
      begun += 1
      return clock()
    }
    const services = { ...shop.services, interactions, clock: count }
    const user = { id: '230000000000000009', username: 'crowd' }
    const asked = Array.from({ length: 30 }, (_, place) => {
      const id = `2500000000000000${10 + place}`
      const asking = {
        id,
        application_id: '1',
        token: 't',
        type: 2,
        user,
        data: { name: 'kr' },
      } as const
      return answerInteraction(services, asking, new Promise(() => undefined))
    })
    expect(begun).toBe(4)
    const answers = await Promise.all(asked)
    expect(answers.map((answer) => answer?.kind)).toEqual(answers.map(() => 'message'))
  })

  it('refuses at once when too many wait', async () => {
    const { interactions } = shop.services
    if (!interactions) throw new Error('no interactions')
    const services = { ...shop.services, interactions }
    const user = { id: '230000000000000009', username: 'crowd' }
    const join = (place: number) => {
      const id = `2600000000000${10_000 + place}`
      const asking = { id, application_id: '1', token: 't', type: 2, user, locale: 'en' } as const
      return answerInteraction(services, asking, new Promise(() => undefined))
    }
    const asked = Array.from({ length: 2004 }, (_, place) => join(place))
    expect(await join(2004)).toEqual({
      kind: 'message',
      isPrivate: true,
      message: { text: expect.stringContaining('Try again in a minute') },
    })
    const later = performance.now() + 15 * 60_000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    await Promise.all(asked).finally(() => clock.mockRestore())
  })

  it('does not answer without a public key', async () => {
    const change = { discordBot: null }
    const bare = await openShop(await createTestDatabase(), {}, undefined, undefined, (config) => ({
      ...config,
      ...change,
    }))
    expect((await bare.visitor().post('/webhooks/discord', {})).status).toBe(404)
  })

  /** The message to the staff with this button, which comes after some seconds. */
  async function findMessage(button: string) {
    for (let tries = 0; tries < 100; tries += 1) {
      const log = await shop.sandbox.readLog('discord')
      const messages = log.flatMap((entry) => posted.safeParse(entry['message']).data ?? [])
      const found = messages.find(({ components = [] }) =>
        components.some((row) => row.components.some(({ custom_id: id }) => id === button)),
      )
      if (found) return found
      await sleep(100)
    }
    throw new Error('no message to the staff')
  }
})
