import type { Services } from '#server/services/context.ts'
import { updateStatusMessage } from './status-message.ts'
import { removeThanks, thankBuyers } from './thanks.ts'

/** What the bot has to post each minute. */
export async function postToDiscord(services: Services): Promise<void> {
  await updateStatusMessage(services)
  await thankBuyers(services)
  await removeThanks(services)
}
