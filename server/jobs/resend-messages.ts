import type { MessageKind } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'

/** Refused requests count against our address at Discord: few of them an hour. */
const mostPerRun = 20
/**
 * Who has not heard by then of a checkout that somebody began need not hear of it any more; nor is it
 * counted as unsent (`server/metrics/database-figures.ts`).
 */
const startedIsNewsMilliseconds = 24 * 60 * 60 * 1000
const notOfMoney: readonly MessageKind[] = [
  'checkout_started',
  'listing_reported',
  'wrong_admin_codes',
  'wrong_beta_codes',
]

/**
 * Queues unsent messages again that are in no queue: those that Discord refused, and those that it
 * did not take while all retries were used up. Money comes first, then whatever was tried least, so
 * that one message which Discord will never take holds up no other.
 */
export async function resendMessages(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { isQueued, queue }: MessageQueue,
): Promise<void> {
  const startedSince = new Date(clock().getTime() - startedIsNewsMilliseconds)
  const unsent = await database.db
    .selectFrom('messages')
    .select('id')
    .where('sent_at', 'is', null)
    .where((eb) =>
      eb.or([eb('kind', '<>', 'checkout_started'), eb('created_at', '>', startedSince)]),
    )
    .orderBy((eb) => eb.case().when('kind', 'in', notOfMoney).then(1).else(0).end())
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(mostPerRun)
    .execute()
  for (const { id } of unsent) {
    if (!(await isQueued(id))) await queue(id)
  }
}

export interface MessageQueue {
  readonly isQueued: (messageId: string) => Promise<boolean>
  readonly queue: (messageId: string) => Promise<void>
}
