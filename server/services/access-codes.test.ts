import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { accessCode } from '#test/factories/admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const addresses = Array.from({ length: 12 }, (_, index) => `203.0.113.${index}`)
const [address = ''] = addresses

describeOnDatabase('wrong codes', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })
  beforeEach(async () => {
    shop.beginWindow(3600)
    await shop.sandbox.reset()
  })

  const enter = (code: string, from = address) =>
    shop.visitor().post('/api/admin/session', { code }, { 'x-forwarded-for': from })
  const unlock = (from: string) =>
    shop.visitor().post('/api/beta/unlock', { code: '1' }, { 'x-forwarded-for': from })

  it('of the admin area are reported to the staff once an hour, without naming anybody', async () => {
    for (let slip = 0; slip < 4; slip += 1) await enter('guess')
    await enter(accessCode)
    expect(await countQueued()).toBe(0)
    for (let wrong = 0; wrong < 4; wrong += 1) await enter('guess', addresses[wrong])
    await expect.poll(readSent).toHaveLength(1)
    const [sent] = await readSent()
    expect(sent).toContain('Mauvais codes d’administration')
    expect(sent).not.toMatch(/203\.0|guess/)
    shop.advanceClock(3_600_000)
    for (let wrong = 0; wrong < 5; wrong += 1) await enter('guess', addresses[wrong])
    await expect.poll(readSent).toHaveLength(2)
    expect(await countQueued()).toBe(2)
  })

  it('of the beta are reported only when there are very many, because players may guess', async () => {
    const before = await countQueued()
    const guessFrom = async (from: string) => {
      for (let wrong = 0; wrong < 9; wrong += 1) await unlock(from)
    }
    await Promise.all(addresses.slice(0, 5).map(guessFrom))
    expect(await countQueued()).toBe(before)
    await Promise.all(addresses.slice(5).map(guessFrom))
    await expect.poll(readSent).toHaveLength(1)
    expect((await readSent())[0]).toContain('Mauvais codes de la bêta')
    expect(await countQueued()).toBe(before + 1)
  })

  it('are counted, except those that the rate limit refuses unread', async () => {
    const before = await readFigures()
    for (let wrong = 0; wrong < 12; wrong += 1) await enter('guess')
    await unlock(address)
    await enter(accessCode, '203.0.113.99')
    const after = await readFigures()
    expect(after.admin - before.admin).toBe(10)
    expect(after.beta - before.beta).toBe(1)
  })

  async function readFigures() {
    const text = await (await fetch(`${shop.origin}/metrics`)).text()
    const read = (code: string) =>
      Number(
        new RegExp(`^kryptonique_wrong_codes_total\\{code="${code}"\\} (\\d+)$`, 'm').exec(
          text,
        )?.[1],
      )
    return { admin: read('admin'), beta: read('beta') }
  }

  async function countQueued(): Promise<number> {
    const messages = await shop.services.database.db
      .selectFrom('messages')
      .select('kind')
      .where('kind', 'in', ['wrong_admin_codes', 'wrong_beta_codes'])
      .execute()
    return messages.length
  }

  /** The messages that Discord received, each as JSON. */
  async function readSent(): Promise<string[]> {
    const entries = await shop.sandbox.readLog('discord')
    return entries.flatMap((entry) => {
      const { success, data } = logged.safeParse(entry)
      return success ? [JSON.stringify(data.message.embeds)] : []
    })
  }
})

const logged = z.object({
  kind: z.literal('message'),
  message: z.object({ embeds: z.array(z.unknown()) }),
})
