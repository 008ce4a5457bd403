import type { Services } from '#server/services/context.ts'

/** A message that is due to somebody who has chosen such messages. */
interface Recipient {
  readonly userId: string
  readonly discordId: string
}

interface Sending<Due> {
  /** Notes the next one as sent, so that nobody else sends it; null when none is due. */
  readonly claim: () => Promise<Due | null>
  readonly compose: (due: Due) => { readonly content: string; readonly key: string }
  /** Takes the note back. */
  readonly release: (due: Due) => Promise<void>
}

/** Discord blocks bots that begin many conversations at once, so the others wait for the next minute. */
const mostPerRun = 10
/** After so many failures Discord is probably down, so the rest waits. */
const mostFailures = 3

/**
 * Sends by Discord what is due. Each is noted before it is sent: a process that is killed in between
 * loses it, and none comes twice.
 */
export async function sendDirect<Due extends Recipient>(
  services: Pick<Services, 'database' | 'clock' | 'directMessages' | 'log'>,
  { claim, compose, release }: Sending<Due>,
): Promise<void> {
  const { directMessages, log } = services
  if (directMessages === null) return
  const failed: Due[] = []
  for (let count = 0; count < mostPerRun && failed.length < mostFailures; count += 1) {
    const due = await claim()
    if (!due) break
    const result = await directMessages({ discordId: due.discordId, ...compose(due) })
    if (result.outcome === 'refused') await stopMessages(services, due.userId, result.detail)
    if (result.outcome === 'rate_limited' || result.outcome === 'unavailable') {
      log.warn({ result }, 'a message to a player could not be sent')
      failed.push(due)
    }
    if (result.outcome === 'rate_limited') break
  }
  // They are tried again in a minute. Discord sends one message for each key, should one have arrived.
  for (const due of failed) await release(due)
}

/** Discord refuses messages to them for good, until they choose them again. */
async function stopMessages(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
  reason: string,
): Promise<void> {
  await db
    .updateTable('perk_reminder_choices')
    .set({ stopped_at: clock(), stop_reason: reason })
    .where('user_id', '=', userId)
    .execute()
}
