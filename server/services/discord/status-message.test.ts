import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { ConnectionFaultCode } from '#domain/connection-faults.ts'
import type { Services } from '#server/services/context.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { updateStatusMessage } from './status-message.ts'

const { status, news } = discordCredentials.channels
const minuteMs = 60_000
const posted = z.object({
  message: z.object({
    id: z.string(),
    channel_id: z.string(),
    edited_timestamp: z.string().nullable(),
    embeds: z.array(z.object({ title: z.string() })),
  }),
})

describeOnEachDatabase('the status message', (_, createTestDatabase) => {
  let shop: TestShop
  let channelId: string | null
  let name: string
  let services: Services
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    const { site } = shop.services
    const current = () => {
      const { discord, server, ...rest } = { ...site.current() }
      return {
        ...rest,
        server: { ...server, name },
        discord: { ...discord, statusChannelId: channelId },
      }
    }
    services = { ...shop.services, site: { ...site, current } }
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await shop.services.database.db.deleteFrom('discord_posts').execute()
    channelId = status
    name = 'Deer Isle'
  })

  const run = () => updateStatusMessage(services)
  const runLater = (milliseconds = minuteMs) => {
    shop.advanceClock(milliseconds)
    return run()
  }
  /** What the bot has written, in its order. */
  async function read() {
    const log = await shop.sandbox.readLog('discord')
    return log.flatMap((entry) => {
      const { data } = posted.safeParse(entry)
      if (!data) return []
      const { id, channel_id: channel, edited_timestamp: edited, embeds } = data.message
      return [{ id, channel, isEdit: edited !== null, title: embeds[0]?.title }]
    })
  }
  const faults = (code: ConnectionFaultCode) =>
    services.database.db
      .selectFrom('connection_faults')
      .select(['provider', 'code', 'operations', 'detail', 'cleared_at'])
      .where('code', '=', code)
      .execute()

  it('is one, edited when it changes and at most once a minute', async () => {
    await Promise.all([run(), run()])
    name = 'Chernarus @everyone *2*'
    await run()
    expect(await read()).toMatchObject([{ channel: status, isEdit: false, title: 'Deer Isle' }])
    await Promise.all([runLater(), run()])
    const [first, ...others] = await read()
    expect(others).toEqual([{ ...first, isEdit: true, title: 'Chernarus \\@everyone \\*2\\*' }])
    await runLater()
    expect(await read()).toHaveLength(2)
  })

  it('is posted again when somebody has deleted it, also while it does not change', async () => {
    await run()
    await shop.sandbox.fail({ provider: 'discord', kind: 'message-deleted' })
    await runLater(10 * minuteMs)
    const [first, second, ...others] = await read()
    expect(others).toEqual([])
    expect(second?.isEdit).toBe(false)
    expect(second?.id).not.toBe(first?.id)
    name = 'Livonia'
    await runLater()
    expect((await read()).at(-1)).toMatchObject({ id: second?.id, isEdit: true })
  })

  it('follows to another channel, and goes with the last one', async () => {
    await run()
    channelId = news
    await runLater()
    expect((await read()).map(({ channel }) => channel)).toEqual([status, news])
    channelId = null
    await runLater()
    const left = await services.database.db.selectFrom('discord_posts').selectAll().execute()
    expect(left).toEqual([])
    // A message that were still there would be found by its nonce.
    channelId = news
    await runLater()
    expect(await read()).toHaveLength(3)
  })

  it('waits as long as Discord says', async () => {
    await run()
    name = 'Livonia'
    await shop.sandbox.fail({ provider: 'discord', kind: '429', path: '/api/v10/channels/' })
    await runLater()
    expect(await read()).toHaveLength(2)
    let calls = 0
    const limited = () => {
      calls += 1
      return Promise.resolve({ outcome: 'limited', retryAfterSeconds: 300 } as const)
    }
    const channelMessages = { post: limited, edit: limited, remove: limited }
    name = 'Sakhal'
    for (const milliseconds of [minuteMs, 4 * minuteMs, minuteMs]) {
      shop.advanceClock(milliseconds)
      await updateStatusMessage({ ...services, channelMessages })
    }
    expect(calls).toBe(2)
  })

  it.each<[string | null, ConnectionFaultCode, string, string]>([
    ['channel-forbidden', 'channel_forbidden', '50013', status],
    [null, 'channel_unknown', '10003', '999999999999999999'],
  ])(
    'with the fault %s is a finding, tried rarely, until it is mended',
    async (fault, code, discordCode, id) => {
      if (fault !== null) await shop.sandbox.fail({ provider: 'discord', kind: fault })
      channelId = id
      await run()
      await runLater()
      const found = { provider: 'discord-bot', code, operations: ['post-status'] }
      const detail = expect.stringMatching(new RegExp(`^post-status: ${id}: .*${discordCode}`))
      expect(await faults(code)).toEqual([{ ...found, detail, cleared_at: null }])
      expect(await read()).toEqual([])
      channelId = status
      await runLater(9 * minuteMs)
      expect(await read()).toHaveLength(1)
      expect((await faults(code)).map(({ cleared_at: at }) => at)).toEqual([expect.any(Date)])
    },
  )
})

it('is off until the owner chooses a channel', () => {
  expect(siteFiles.discord).toEqual({
    statusChannelId: null,
    thanksChannelId: null,
    newsChannelId: null,
  })
})
