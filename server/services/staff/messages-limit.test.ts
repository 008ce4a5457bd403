import { expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import { createStaffChannel } from '#server/providers/discord/staff-channel.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertMessage } from '#test/factories/message.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { openShop } from '#test/shop.ts'
import { sendMessage } from './send-messages.ts'

describeOnDatabase('messages to the staff', (_, createTestDatabase) => {
  it('stay within Discord’s real limit', async () => {
    const shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    // The shops of tests, which send many, have one without a limit.
    const discord = await startSandbox({ port: 0, productOrigin: shop.origin })
    onTestFinished(() => discord.close())
    const address = `${discord.origin}${sandboxDefaults.discordWebhookPath}`
    const services = {
      ...shop.services,
      postToStaff: createStaffChannel(address, noInstrumentation),
    }
    const later: { id: string; delaySeconds: number }[] = []
    const send = ({ id }: { readonly id: string }) =>
      sendMessage(services, id, async (delayed, delaySeconds) => {
        later.push({ id: delayed, delaySeconds })
      })
    // The clock stands still, because a busy machine may take longer than the limit's window.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { db } = services.database
    const messages = Array.from({ length: 8 }, () => insertMessage(services.database))
    await Promise.all((await Promise.all(messages)).map(send))
    expect(later.map(({ delaySeconds }) => delaySeconds)).toEqual([2, 2, 2])
    vi.setSystemTime(Date.now() + 2000)
    await Promise.all(later.map(send))
    const unsent = await db
      .selectFrom('messages')
      .select('id')
      .where('sent_at', 'is', null)
      .execute()
    expect(unsent).toEqual([])
  })
})
