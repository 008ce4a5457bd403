import { beforeAll, expect, it } from 'vitest'
import { sandboxDefaults } from '#server/app/settings.ts'
import { createLbMailbox } from '#server/services/perks/lb-mailbox.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const token = sandboxDefaults.lbCoreToken
const getChat = 'v1/Config/LBGroup/ChatConfig.json/get'

describeOnDatabase('a game server with LB Core', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), {
      LOG_LEVEL: 'trace',
      LB_CORE_TOKEN: token,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    // The shop's own first look at the game, which has neither file.
    for (const id of [100, 101]) {
      await call(`${token}/poll?id=${id}&port=2302`)
      await call(`${token}/response?id=${id}&port=2302`, '{"code":404}')
    }
  })
  /** As DayZ sends it: without a type, the body as it is. */
  const call = (path: string, body = '', headers = {}) =>
    fetch(`${shop.origin}/api/lb/${path}`, { method: 'POST', body, headers })

  it('fetches a request and sends its answer', async () => {
    const request = createLbMailbox(shop.services).game.request(getChat, {})
    const asked = await call(`${token}/poll?id=1&port=2302`)
    expect(asked.status).toBe(200)
    expect(await asked.text()).toBe(`{"route":"${getChat}","data":{}}`)
    const big = 'x'.repeat(1024 * 1024)
    const answer = JSON.stringify({ code: 200, message: 'OK', data: big })
    const taken = await call(`${token}/response?id=1&port=2302`, answer)
    expect([taken.status, await taken.text()]).toEqual([200, ''])
    expect(await request).toEqual({ outcome: 'answered', code: 200, message: 'OK', data: big })
  })

  it('does not enter the log with its token, and with none of its polls', async () => {
    await call(`${token}/poll?id=x&port=2302`)
    await expect.poll(() => shop.readLog().join('')).toContain('/api/lb/:token/poll')
    expect(shop.readLog().join('')).not.toContain(token)
    const levels = shop
      .readLog()
      .map((line): unknown => JSON.parse(line))
      .filter((line) => JSON.stringify(line).includes('/api/lb/:token/response'))
      .slice(-1)
    expect(levels).toMatchObject([{ level: 20, status: 200 }])
  })

  it('with another token is refused after some seconds, like an unknown address', async () => {
    const stranger = { 'x-forwarded-for': '192.0.2.1' }
    const many = Promise.all(
      Array.from({ length: 22 }, () => call(`${token}x/poll?id=1&port=2302`, '', stranger)),
    )
    const answers = await Promise.all(
      [`${token}x/poll`, `${'y'.repeat(40)}/response`].map((path) =>
        call(`${path}?id=1&port=2302`, '{'),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(await answers[0]?.json()).toMatchObject({ code: 'not_found' })
    // More of a network at once do not wait at all.
    const atOnce = (await many).filter(({ status }) => status === 429)
    expect(atOnce).toHaveLength(2)
  })

  it('sends no answer without an end', async () => {
    const { status } = await call(`${token}/response?id=1&port=2302`, 'x'.repeat(5 * 1024 * 1024))
    expect(status).toBe(413)
  })

  it('is sent away when the shop stops', async () => {
    const held = call(`${token}/poll?id=9&port=2302`)
    const { db } = shop.services.database
    await db.updateTable('lb_polls').set({ last_at: null }).execute()
    const again = call(`${token}/poll?id=10&port=2302`)
    await expect
      .poll(
        async () => (await db.selectFrom('lb_polls').select('last_at').executeTakeFirst())?.last_at,
      )
      .not.toBeNull()
    await shop.stop()
    for (const poll of [held, again]) expect(await (await poll).text()).toBe('')
  })
})
