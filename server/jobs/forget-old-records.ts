import type { Services } from '../services/context.ts'

const day = 24 * 60 * 60 * 1000

/** Deletes what serves nobody any more: counters of past windows, events that no page resumes from. */
export async function forgetOldRecords({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const yesterday = new Date(clock().getTime() - day)
  await database.db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
  await database.db.deleteFrom('events').where('created_at', '<', yesterday).execute()
  await database.db.deleteFrom('verifications').where('expires_at', '<', yesterday).execute()
  await database.db.deleteFrom('sessions').where('expires_at', '<', yesterday).execute()
}
