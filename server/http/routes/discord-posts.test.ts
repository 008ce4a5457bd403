import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import { listFaults } from '#server/services/connections/connection-faults.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

const { news } = discordCredentials.channels
const address = '/api/admin/discord-posts'
const section = '/api/admin/site/discord'
const noChannels = { statusChannelId: null, thanksChannelId: null, newsChannelId: null }
const posted = z.object({
  message: z.object({ channel_id: z.literal(news), content: z.string() }),
})

describeOnDatabase('what the staff posts at Discord', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    owner = await adminByCode(shop)
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await shop.services.database.db.deleteFrom('discord_posts').execute()
    await choose(news)
  })

  const choose = async (newsChannelId: string | null) => {
    const { byName } = await shop.services.edits.refresh()
    const version = byName.get('site/discord')?.version ?? null
    return owner.put(section, { value: { ...noChannels, newsChannelId }, version })
  }
  const post = (subject: string, again = false) => owner.post(address, { subject, again })
  async function read() {
    const log = await shop.sandbox.readLog('discord')
    return log.flatMap((entry) => posted.safeParse(entry).data?.message.content ?? [])
  }

  it('is a saved news with a link, once unless it is wanted again, and in the log', async () => {
    const answers = await Promise.all([
      post('news/perks-by-themselves'),
      post('news/perks-by-themselves'),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await read()).toEqual([
      expect.stringMatching(
        new RegExp(`^📰 \\*\\*.+\\*\\*\\n.+\\n${shop.origin}/news/perks-by-themselves$`),
      ),
    ])
    expect((await owner.get(address)).body).toMatchObject({
      hasBot: true,
      hasNewsChannel: true,
      posts: [{ subject: 'news/perks-by-themselves', postedAt: expect.any(String) }],
    })
    expect((await post('news/perks-by-themselves')).body['code']).toBe('posted_already')
    expect((await post('news/perks-by-themselves', true)).status).toBe(201)
    expect(await read()).toHaveLength(2)
    const log = await readAudit(shop, 'discord_post:news/perks-by-themselves')
    expect(log.map(({ action }) => action)).toEqual(['discord_posted', 'discord_posted'])
  })

  it('is a notice, in which nothing is formatted and nobody is mentioned', async () => {
    const from = new Date().toISOString()
    const notice = { id: 'wipe', text: { fr: 'Wipe *demain* @everyone' }, from, tone: 'warning' }
    await owner.put('/api/admin/site/notices', {
      value: [{ ...notice, link: '/servers' }],
      version: null,
    })
    expect((await post('notice/wipe')).status).toBe(201)
    expect(await read()).toEqual([`⚠️ Wipe \\*demain\\* \\@everyone\n${shop.origin}/servers`])
  })

  it.each([
    ['news/no-such', 404, 'not_found'],
    ['notice/no-such', 404, 'not_found'],
    ['guides/armour', 422, 'validation_failed'],
    ['status', 422, 'validation_failed'],
  ])('is not %s', async (subject, status, code) => {
    expect(await post(subject)).toMatchObject({ status, body: { code } })
  })

  it('needs a channel, which is an id, and one that the bot may write in', async () => {
    expect(await choose('news')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'value.newsChannelId' }] },
    })
    await choose(null)
    const missing = { status: 503, body: { code: 'discord_not_set_up' } }
    expect(await post('news/perks-by-themselves')).toMatchObject(missing)
    await choose(news)
    await shop.sandbox.fail({ provider: 'discord', kind: 'channel-forbidden' })
    const refused = { status: 503, body: { code: 'discord_unavailable' } }
    expect(await post('news/perks-by-themselves')).toMatchObject(refused)
    const { body } = await owner.get('/api/admin/connections')
    expect(JSON.stringify(body)).toContain('"code":"channel_forbidden"')
    await choose(news)
    expect(await listFaults(shop.services)).toEqual([])
    expect((await post('news/perks-by-themselves')).status).toBe(201)
  })
})
