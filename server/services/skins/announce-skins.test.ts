import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { giveKr, insertShopItem } from '#test/factories/ledger.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createStaffChannel } from '#server/providers/discord/staff-channel.ts'
import { announceSkins } from './announce-skins.ts'

describeOnDatabase('a sold skin', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The schedule would run the job as well, in the middle of a test's sales.
    await shop.stopJobs()
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await shop.services.database.db
      .updateTable('skin_purchases')
      .set({ announced_at: new Date() })
      .execute()
  })

  const sell = async (count: number, name = 'Crystal Mosin') => {
    const item = await insertShopItem(shop.services.database, { name, price: 250 })
    const steamId = await giveKr(shop.services.database, 250 * count)
    const body = { steamId, itemName: name, itemPrice: 250, itemId: item.id }
    for (let sold = 0; sold < count; sold += 1) {
      await shop.visitor().post('/functions/v1/process-krypto-skin-purchase', body)
    }
    return steamId
  }
  const unannounced = async () => {
    const { db } = shop.services.database
    const skins = db.selectFrom('skin_purchases').select('id').where('announced_at', 'is', null)
    return (await skins.execute()).length
  }

  it('is announced to the staff once, with item, player and price', async () => {
    const steamId = await sell(1)
    await announceSkins(shop.services)
    await announceSkins(shop.services)
    expect(await readMessages(shop)).toEqual([
      {
        title: '💎 Skin acheté en Kr\u00A0: à livrer',
        fields: [{ name: '250 Kr', value: `Crystal Mosin, ${steamId}, sokol`, inline: true }],
      },
    ])
  })

  it('is announced together with the others of its minute', async () => {
    await sell(23)
    await announceSkins(shop.services)
    const messages = await readMessages(shop)
    expect(messages.map(({ title, fields }) => [title, fields.length])).toEqual([
      ['💎 20 skins achetés en Kr\u00A0: à livrer', 20],
      ['💎 3 skins achetés en Kr\u00A0: à livrer', 3],
    ])
    expect(await unannounced()).toBe(0)
  })

  it('with a long name is announced in more messages, each within Discord’s limits', async () => {
    await sell(20, '*'.repeat(190))
    await announceSkins(shop.services)
    const messages = await readMessages(shop)
    const announced = messages.flatMap(({ fields }) => fields)
    expect(announced.length + (await unannounced())).toBe(20)
    expect(announced.length).toBeGreaterThan(messages.length)
    for (const { title, fields } of messages) {
      const characters = fields.reduce(
        (sum, { name, value }) => sum + name.length + value.length,
        0,
      )
      expect(title.length + characters).toBeLessThanOrEqual(6000)
    }
  })

  it.each(['500', '429', 'reset'])('is not lost when Discord answers %s', async (kind) => {
    await sell(2)
    await shop.sandbox.fail({ provider: 'discord', kind, path: '/api/webhooks/' })
    await announceSkins(shop.services)
    expect(await unannounced()).toBe(2)
  })

  it('waits while Discord refuses, and is announced afterwards', async () => {
    await sell(1)
    const postToStaff = createStaffChannel(
      `${shop.sandbox.origin}/api/webhooks/1/wrong`,
      noInstrumentation,
    )
    await announceSkins({ ...shop.services, postToStaff })
    expect(await unannounced()).toBe(1)
    await announceSkins(shop.services)
    expect(await unannounced()).toBe(0)
    expect(await readMessages(shop)).toHaveLength(1)
  })
})

/** The messages about skins that Discord accepted, unescaped. */
async function readMessages(shop: TestShop) {
  return (await readEmbeds(shop))
    .filter(({ title }) => title.includes('skin') || title.includes('Skin'))
    .map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => ({
        ...field,
        value: field.value.includes('\\*') ? field.value : field.value.replaceAll('\\', ''),
      })),
    }))
}
