import { expect, it } from 'vitest'
import { readConfig } from '#test/config.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertUser } from '#test/factories/ledger.ts'
import { openPerkShop } from '#test/factories/perks.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import type { DirectMessage, SendDirectMessage } from '#server/providers/discord/direct-messages.ts'
import { chooseReminders, listReminders } from '#server/services/perks/reminders.ts'
import { announceAnswers } from './announce-answers.ts'

const minute = 60

describeOnDatabase('answers of the staff, by Discord', (openTestDatabase) => {
  it('come to who has chosen it, once until they are read, and stop where Discord refuses', async () => {
    const database = await openTestDatabase()
    const shop = openPerkShop(database)
    const sent: DirectMessage[] = []
    let answer: Awaited<ReturnType<SendDirectMessage>> = { outcome: 'sent' }
    const directMessages: SendDirectMessage = (message) => {
      sent.push(message)
      return Promise.resolve(answer)
    }
    const services = { ...shop.services, config: readConfig({}), directMessages }
    const addBuyer = async (chooses: boolean) => {
      const userId = await insertUser(database)
      await database.db
        .insertInto('accounts')
        .values({
          id: userId,
          user_id: userId,
          provider_id: 'discord',
          account_id: `at discord ${userId}`,
          updated_at: new Date(),
        })
        .execute()
      const direct = { direct: chooses, language: 'en' } as const
      await chooseReminders(services, { hash: '', userId }, direct)
      return { userId, orderId: await insertOrder(database, { user_id: userId }) }
    }
    const write = (orderId: string, author: string | null) =>
      database.db
        .insertInto('order_messages')
        .values({ order_id: orderId, author, text: 'Secret', at: services.clock() })
        .execute()
    const runLater = async () => {
      shop.wait(2 * minute)
      await announceAnswers(services)
    }
    const [chosen, other] = [await addBuyer(true), await addBuyer(false)]
    await write(chosen.orderId, null)
    await write(other.orderId, 'code:1')
    await runLater()
    expect(sent).toEqual([])
    await write(chosen.orderId, 'code:1')
    await announceAnswers(services)
    expect(sent).toEqual([])
    answer = { outcome: 'unavailable', detail: 'down' }
    await runLater()
    answer = { outcome: 'sent' }
    await runLater()
    await write(chosen.orderId, 'code:1')
    await runLater()
    expect(sent.map(({ discordId, content }) => [discordId, content.split('\n')[0]])).toEqual(
      Array.from({ length: 2 }, () => [
        `at discord ${chosen.userId}`,
        '💬 The staff have answered you about your order of **Priority Queue**. Read and answer: http://127.0.0.1:3000/orders',
      ]),
    )
    await database.db.updateTable('order_messages').set({ read_at: services.clock() }).execute()
    await write(chosen.orderId, 'code:1')
    answer = { outcome: 'refused', detail: 'closed' }
    await runLater()
    expect(sent).toHaveLength(3)
    const { direct } = await listReminders(services, { hash: '', userId: chosen.userId })
    expect(direct).toEqual({ chosen: false, refused: true })
  })
})
