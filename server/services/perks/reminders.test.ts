import { expect, it } from 'vitest'
import { languages, type Language } from '#contract/language.ts'
import { readConfig } from '#test/config.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertUser, newSteamId } from '#test/factories/ledger.ts'
import { begin, openPerkShop } from '#test/factories/perks.ts'
import type { GrantTerm } from '#domain/perks.ts'
import type { Database } from '#server/db/database.ts'
import type { DirectMessage, SendDirectMessage } from '#server/providers/discord/direct-messages.ts'
import { chooseReminders, listReminders, sendReminders } from './reminders.ts'

const minute = 60
const day = 24 * 60 * minute
const days = (count: number): GrantTerm => ({ kind: 'time', ms: count * day * 1000 })
const tenDays = days(10)

/** A shop with a bot whose messages the test reads and answers. */
function openRemindingShop(database: Database) {
  const shop = openPerkShop(database)
  const sent: DirectMessage[] = []
  const bot = {
    answer: (_message: DirectMessage): ReturnType<SendDirectMessage> =>
      Promise.resolve({ outcome: 'sent' }),
  }
  const directMessages: SendDirectMessage = (message) => {
    sent.push(message)
    return bot.answer(message)
  }
  const services = { ...shop.services, config: readConfig({}), directMessages }
  const choose = (userId: string, direct = true, language: Language = 'en') =>
    chooseReminders(services, { hash: '', userId }, { direct, language })
  return {
    ...shop,
    services,
    bot,
    sent,
    choose,
    /** Somebody who has linked a Steam ID and chosen reminders. */
    addPlayer: async (language?: Language) => {
      const [userId, steamId] = [await insertUser(database), newSteamId()]
      const account = { id: userId, user_id: userId, provider_id: 'discord' }
      const now = new Date()
      await database.db
        .insertInto('accounts')
        .values({ ...account, account_id: `at discord ${userId}`, updated_at: now })
        .execute()
      await database.db
        .insertInto('steam_claims')
        .values({ steam_id: steamId, user_id: userId })
        .execute()
      await choose(userId, true, language)
      return { userId, steamId, discordId: `at discord ${userId}` }
    },
    run: () => sendReminders(services),
    read: (userId: string | null) => listReminders(services, { hash: 'a browser', userId }),
  }
}

describeOnDatabase('reminders by Discord', (openTestDatabase) => {
  it('come a week and a day before the end, and at the end, each once', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const { steamId, discordId } = await shop.addPlayer()
    await shop.grant(steamId, tenDays)
    const times: number[] = []
    for (let hour = 0; hour < 12 * 24; hour += 1) {
      await shop.run()
      while (times.length < shop.sent.length) times.push(hour)
      shop.wait(60 * minute)
    }
    expect(times).toEqual([3 * 24, 9 * 24, 10 * 24])
    const end = `<t:${begin / 1000 + 10 * day}:f>`
    const about = `Steam ID ${steamId}. You asked for these reminders on KRYPTONIQUE, and can turn them off on the same page.`
    expect(shop.sent.map(({ content }) => content.split('\n'))).toEqual(
      [
        `**Priority Queue**: seven days left, until ${end}.`,
        `**Priority Queue**: last day, until ${end}.`,
        `**Priority Queue** ended on ${end}.`,
      ].map((line) => [line, 'Renew: http://127.0.0.1:3000/perks', about]),
    )
    expect(new Set(shop.sent.map((message) => message.discordId))).toEqual(new Set([discordId]))
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(3)
    for (const { key } of shop.sent) expect(key).toHaveLength(25)
  })

  it('come only before an end that was further away at the beginning', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const { steamId: week } = await shop.addPlayer()
    const { steamId: one } = await shop.addPlayer()
    await shop.grant(week, days(7))
    await shop.grant(one, days(1))
    await shop.run()
    expect(shop.sent).toEqual([])
    shop.wait(day)
    await shop.run()
    expect(shop.sent).toEqual([
      expect.objectContaining({ content: expect.stringContaining('ended on') }),
    ])
    shop.wait(5 * day)
    await shop.run()
    expect(shop.sent.slice(1)).toEqual([
      expect.objectContaining({ content: expect.stringContaining('last day') }),
    ])
  })

  it('are written in the language of who chose them', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    for (const language of languages) {
      const { steamId } = await shop.addPlayer(language)
      await shop.grant(steamId, days(2))
    }
    shop.wait(day)
    await shop.run()
    const lines = shop.sent.map(({ content }) => content.split('\n')[1]?.replace(/\s*:.*/, ''))
    expect(new Set(lines)).toEqual(new Set(['Renew', 'Renouveler', 'Renovar', 'Продлить']))
  })

  it('do not come for what was renewed, taken back or stopped by a ban, and come again for a new end', async () => {
    const database = await openTestDatabase()
    const shop = openRemindingShop(database)
    const [one, other, banned] = [
      await shop.addPlayer(),
      await shop.addPlayer(),
      await shop.addPlayer(),
    ]
    await shop.grant(banned.steamId, tenDays)
    await database.db
      .insertInto('bans')
      .values({
        steam_id: banned.steamId,
        reason: 'Duped items.',
        from_shop: true,
        from_team: false,
        stops_perks: true,
        banned_by: 'code:1',
        banned_at: new Date(),
      })
      .execute()
    await shop.grant(one.steamId, tenDays)
    await shop.grant(other.steamId, tenDays)
    shop.wait(3 * day)
    await shop.run()
    expect(shop.sent).toHaveLength(2)
    await shop.grant(one.steamId, tenDays)
    await shop.void(other.steamId)
    shop.wait(6 * day)
    await shop.run()
    shop.wait(day)
    await shop.run()
    expect(shop.sent).toHaveLength(2)
    shop.wait(3 * day)
    await shop.run()
    expect(shop.sent.slice(2).map(({ discordId }) => discordId)).toEqual([one.discordId])
  })

  it('come only to who chose them, and no longer than that', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const { userId, steamId } = await shop.addPlayer()
    await shop.grant(steamId, tenDays)
    await shop.grant(newSteamId(), tenDays)
    await shop.choose(userId, false)
    shop.wait(3 * day)
    await shop.run()
    expect(shop.sent).toEqual([])
    expect((await shop.read(userId)).direct).toEqual({ chosen: false, refused: false })
  })

  it('end at the first refusal, until they are chosen again', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const { userId, steamId } = await shop.addPlayer()
    await shop.grant(steamId, tenDays)
    shop.bot.answer = () => Promise.resolve({ outcome: 'refused', detail: '403 50007' })
    shop.wait(3 * day)
    await shop.run()
    expect((await shop.read(userId)).direct).toEqual({ chosen: false, refused: true })
    shop.wait(6 * day)
    await shop.run()
    expect(shop.sent).toHaveLength(1)
    await shop.choose(userId)
    expect((await shop.read(userId)).direct).toEqual({ chosen: true, refused: false })
    await shop.run()
    expect(shop.sent).toHaveLength(2)
  })

  it('wait while Discord is away or limits us, and are dropped after a day', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const [one, other] = [await shop.addPlayer(), await shop.addPlayer()]
    await shop.grant(one.steamId, tenDays)
    await shop.grant(other.steamId, tenDays)
    shop.wait(3 * day)
    shop.bot.answer = () => Promise.resolve({ outcome: 'unavailable', detail: '' })
    await shop.run()
    shop.bot.answer = () => Promise.resolve({ outcome: 'rate_limited', retryAfterSeconds: 60 })
    await shop.run()
    expect(shop.sent).toHaveLength(3)
    shop.bot.answer = () => Promise.resolve({ outcome: 'sent' })
    await shop.run()
    expect(shop.sent).toHaveLength(5)
    // Discord drops what has arrived all the same by its key.
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(2)
    await shop.grant(other.steamId, days(1))
    shop.wait(2 * day)
    await shop.run()
    expect(shop.sent).toHaveLength(5)
  })

  it('of one player that Discord does not take delay nobody else', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const players = [await shop.addPlayer(), await shop.addPlayer(), await shop.addPlayer()]
    for (const { steamId } of players) {
      await shop.grant(steamId, days(2))
    }
    shop.wait(day)
    const odd = players[1]?.discordId
    shop.bot.answer = ({ discordId }) =>
      Promise.resolve(
        discordId === odd ? { outcome: 'unavailable', detail: '' } : { outcome: 'sent' },
      )
    await shop.run()
    await shop.run()
    expect(new Set(shop.sent.map(({ discordId }) => discordId)).size).toBe(3)
    expect(shop.sent).toHaveLength(4)
  })

  it('come ten a minute at most', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    for (let count = 0; count < 12; count += 1) {
      const { steamId } = await shop.addPlayer()
      await shop.grant(steamId, days(2))
    }
    shop.wait(day)
    await shop.run()
    expect(shop.sent).toHaveLength(10)
    await shop.run()
    expect(new Set(shop.sent.map(({ discordId }) => discordId)).size).toBe(12)
  })

  it('come once from several processes, and never twice after a kill', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    for (let count = 0; count < 4; count += 1) {
      const { steamId } = await shop.addPlayer()
      await shop.grant(steamId, days(2))
    }
    shop.wait(day)
    const asked = Promise.withResolvers<undefined>()
    shop.bot.answer = () => {
      asked.resolve(undefined)
      return new Promise<never>(() => undefined)
    }
    void shop.run()
    await asked.promise
    shop.bot.answer = () => Promise.resolve({ outcome: 'sent' })
    await Promise.all([shop.run(), shop.run(), shop.run()])
    await shop.run()
    expect(shop.sent).toHaveLength(4)
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(4)
  })

  it('are not sent without a bot', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const services = { ...shop.services, directMessages: null }
    const { userId, steamId } = await shop.addPlayer()
    await shop.grant(steamId, days(1))
    await sendReminders(services)
    const buyer = { hash: '', userId }
    expect((await listReminders(services, buyer)).direct).toBeNull()
    const chosen = chooseReminders(services, buyer, { direct: true, language: 'fr' })
    await expect(chosen).rejects.toMatchObject({ code: 'not_found' })
    await chooseReminders(services, buyer, { direct: false, language: 'fr' })
    expect((await shop.read(userId)).direct).toEqual({ chosen: false, refused: false })
  })
})

describeOnDatabase('reminders on the site', (openTestDatabase) => {
  it('name what ends within a week or has ended within one, the next first', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const { userId, steamId } = await shop.addPlayer()
    await shop.grant(steamId, tenDays)
    const end = new Date(begin + 10 * day * 1000).toISOString()
    const kinds = async () => {
      const { reminders } = await shop.read(userId)
      return reminders.map(({ kind, endsAt }) => [kind, endsAt])
    }
    expect(await kinds()).toEqual([])
    shop.wait(3 * day)
    expect(await kinds()).toEqual([['week_before', end]])
    shop.wait(6 * day)
    expect(await kinds()).toEqual([['day_before', end]])
    shop.wait(day)
    expect(await kinds()).toEqual([['ended', end]])
    shop.wait(7 * day - minute)
    expect(await kinds()).toEqual([['ended', end]])
    shop.wait(minute)
    expect(await kinds()).toEqual([])
  })

  it('leave out what is permanent, was taken back, or belongs to others', async () => {
    const shop = openRemindingShop(await openTestDatabase())
    const [one, other] = [await shop.addPlayer(), await shop.addPlayer()]
    await shop.grant(one.steamId, { kind: 'permanent' })
    await shop.grant(other.steamId, tenDays)
    shop.wait(5 * day)
    expect((await shop.read(one.userId)).reminders).toEqual([])
    expect(await shop.read(null)).toEqual({ reminders: [], answers: 0, direct: null })
    await shop.void(other.steamId)
    shop.wait(minute)
    expect((await shop.read(other.userId)).reminders).toEqual([])
  })
})
