import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Services } from '#server/services/context.ts'
import { moderateDonorListing } from '#server/services/donors/donors.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { removeThanks, thankBuyers } from './thanks.ts'

const { thanks } = discordCredentials.channels
const minuteMs = 60_000
const admin = { role: 'owner', by: 'code', actor: 'code:1' } as const
const posted = z.object({
  message: z.object({
    id: z.string(),
    channel_id: z.literal(thanks),
    content: z.string(),
    mention_everyone: z.boolean(),
    mentions: z.array(z.unknown()),
  }),
})

describeOnDatabase('the thanks at Discord', (_, createTestDatabase) => {
  let shop: TestShop
  let services: Services
  beforeAll(async () => {
    const discord = { ...siteFiles.discord, thanksChannelId: thanks }
    shop = await openShop(await createTestDatabase(), {}, { ...siteFiles, discord })
    await shop.stopJobs()
    services = shop.services
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await services.database.db.deleteFrom('orders').execute()
  })

  const buy = (changes: Parameters<typeof insertOrder>[1]) =>
    insertOrder(services.database, {
      status: 'paid',
      paid_at: services.clock(),
      listed_as_donor: true,
      ...changes,
    })
  const runLater = async () => {
    shop.advanceClock(minuteMs)
    await thankBuyers(services)
    await removeThanks(services)
  }
  async function read() {
    const log = await shop.sandbox.readLog('discord')
    return log.flatMap((entry) => posted.safeParse(entry).data?.message ?? [])
  }

  it('go once to each buyer who chose to be named, literally and without an amount', async () => {
    await buy({ discord_username: '@everyone <@100000000000000101> **x**' })
    await buy({ discord_username: 'silent', listed_as_donor: false })
    await buy({ discord_username: 'revoked', donor_listing_revoked: true })
    await buy({ discord_username: 'refunded', status: 'refunded' })
    await buy({ discord_username: 'unpaid', status: 'pending', paid_at: null })
    const old = services.clock().getTime() - 25 * 60 * minuteMs
    await buy({ discord_username: 'old', paid_at: new Date(old) })
    await Promise.all([thankBuyers(services), thankBuyers(services)])
    await runLater()
    expect(await read()).toEqual([
      expect.objectContaining({
        content:
          '💚 Merci à **\\@everyone \\<\\@100000000000000101\\> \\*\\*x\\*\\*** pour **Priority Queue**\u00a0!',
        mention_everyone: false,
        mentions: [],
      }),
    ])
  })

  it('are left to one of the processes that look at once', async () => {
    for (let round = 0; round < 30; round += 1) {
      await services.database.db.deleteFrom('orders').execute()
      await buy({})
      await Promise.all(Array.from({ length: 6 }, () => thankBuyers(services)))
    }
    expect(await read()).toHaveLength(30)
  })

  it('wait while Discord does not take them, and then come all', async () => {
    await shop.sandbox.fail({ provider: 'discord', kind: 'channel-forbidden' })
    for (const name of ['one', 'two', 'three']) await buy({ discord_username: name })
    await runLater()
    await runLater()
    expect(await read()).toEqual([])
    shop.advanceClock(10 * minuteMs)
    await runLater()
    expect(await read()).toHaveLength(3)
  })

  it('go when the buyer may not be named any more, for good', async () => {
    const orderId = await buy({})
    await runLater()
    expect(await read()).toHaveLength(1)
    await moderateDonorListing(services, admin, orderId, true)
    await runLater()
    const row = await services.database.db
      .selectFrom('discord_posts')
      .select('message_id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ message_id: null })
    await moderateDonorListing(services, admin, orderId, false)
    await runLater()
    expect(await read()).toHaveLength(1)
  })
})
