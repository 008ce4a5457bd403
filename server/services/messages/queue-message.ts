import type { Insertable } from 'kysely'
import type { MessageKind, Schema } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { publishTodo } from '#server/services/notify-events.ts'

type NewMessage = Omit<Insertable<Schema['messages']>, 'dedupe_key' | 'created_at'> & {
  /** With the kind it makes the `dedupe_key`. */
  readonly occasion: string
}

/**
 * Queues a message to the staff as a part of the transaction, once per kind and occasion, and has
 * their open pages refetch.
 */
export async function queueMessage(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  trx: Trx,
  { occasion, ...message }: NewMessage,
): Promise<void> {
  const queued = await trx
    .insertInto('messages')
    .values({ ...message, dedupe_key: `${message.kind}:${occasion}`, created_at: clock() })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!queued) return
  await jobs.sendMessage(trx, queued.id)
  // What it is about is in /admin, too. NOTIFY would serialize the commits of the many checkouts; pages
  // refetch at the purchase event.
  if (!message.kind.startsWith('checkout_')) await publishTodo(trx)
}

const tenMinutes = 10 * 60 * 1000

/** Whether there were so many messages of a kind in ten minutes that one more is not worth reading. */
export async function isFlooded(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  kind: MessageKind,
  most: number,
): Promise<boolean> {
  const { recent } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(clock().getTime() - tenMinutes))
    .executeTakeFirstOrThrow()
  return recent >= most
}
