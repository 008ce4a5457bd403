import { expect, it } from 'vitest'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import { readConfig } from '#test/config.ts'
import { describeOnDatabase } from '#test/database.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { composePerkMessage } from './staff-messages.ts'

describeOnDatabase('the staff’s messages about perks', (openTestDatabase) => {
  it('say what failed, why and what to do, and later that it is well', async () => {
    const database = await openTestDatabase()
    const { db } = database
    const now = new Date()
    const services = {
      database,
      clock: () => now,
      jobs: { sendMessage: () => Promise.resolve() },
      staffTexts: readMessageTexts('en'),
      config: readConfig({}),
    }
    const reason = { reason_code: 'disk_full', reason_detail: 'No space left' }
    const failing = { state: 'needs_owner', ...reason } as const
    await db
      .insertInto('perk_adapters')
      .values({ name: 'priority-file', target: 'here', remembered: '{}', ...failing })
      .execute()
    const steamId = newSteamId()
    const key = { adapter: 'discord-role', steam_id: steamId, perk: 'priority_queue' }
    await db
      .insertInto('perk_deliveries')
      .values({ ...key, ...failing, steps: '[]', queued_at: now, changed_at: now })
      .execute()
    const occasion = 'first'
    const delivery = { perk_adapter: key.adapter, perk_steam_id: steamId, perk: key.perk }
    await database.transaction(async (trx) => {
      const about = { perk_adapter: 'priority-file', occasion }
      await queueMessage(services, trx, { kind: 'perk_adapter_failed', ...about })
      await queueMessage(services, trx, { kind: 'perk_delivery_failed', ...delivery, occasion })
    })
    const read = async () => {
      const messages = await db.selectFrom('messages').selectAll().orderBy('kind').execute()
      return Promise.all(messages.map((message) => composePerkMessage(services, message)))
    }
    const action = { name: 'To do', value: services.staffTexts['perk-actions']['disk_full'] }
    const why = { name: 'Reason', value: 'No space left' }
    expect((await read()).map(({ buttons }) => buttons?.map(({ label }) => label))).toEqual([
      ['Retry', 'Open'],
      ['Retry', 'Open'],
    ])
    expect((await read()).map(({ fields }) => fields)).toEqual([
      [{ name: 'Delivery by', value: 'priority-file' }, why, action],
      [
        { name: 'Delivery by', value: 'discord-role' },
        { name: 'Steam ID', value: steamId },
        { name: 'Perk', value: 'priority_queue' },
        why,
        action,
      ],
    ])
    await db.updateTable('perk_adapters').set({ state: 'ready' }).execute()
    const [recovered] = await read()
    expect(recovered?.fields.at(-1)?.value).toBe(services.staffTexts.perks.action_recovered)
  })
})
