import type { Insertable } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'

/** Queues a message to the staff as a part of the transaction, once per `dedupe_key`. */
export async function queueMessage(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  trx: Trx,
  message: Omit<Insertable<Schema['messages']>, 'created_at'>,
): Promise<void> {
  const queued = await trx
    .insertInto('messages')
    .values({ ...message, created_at: clock() })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (queued) await jobs.sendMessage(trx, queued.id)
}
