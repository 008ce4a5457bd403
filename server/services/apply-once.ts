import type { Schema } from '#server/db/schema.ts'
import type { Services } from './context.ts'

/** A provider's event, verified. */
interface StoredEvent {
  readonly provider: Schema['webhook_events']['provider']
  readonly id: string
  readonly type: string
  /** What of it is kept to look into later. */
  readonly body: unknown
}

interface Applied {
  /** Why it was not applied, where it was not. */
  readonly outcome: string
  /** False when it must be sent again. */
  readonly isDone: boolean
}

/**
 * Stores an event once, applies it, marks it done. Returns false when it must be sent again. An event
 * that was applied before changes nothing.
 */
export async function applyOnce(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  { provider, id, type, body }: StoredEvent,
  apply: () => Promise<Applied>,
): Promise<boolean> {
  const stored = await db
    .insertInto('webhook_events')
    .values({ provider, event_id: id, type, body: JSON.stringify(body) })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doUpdateSet({ type }))
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  if (stored.processed_at) return true
  const { outcome, isDone } = await apply()
  await db
    .updateTable('webhook_events')
    .set(isDone ? { processed_at: clock(), error: null } : { error: outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .execute()
  return isDone
}
