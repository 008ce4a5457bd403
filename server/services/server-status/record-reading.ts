import { sql } from 'kysely'
import type { ServerStatus } from '#contract/server-status.ts'
import type { Reading } from '#server/providers/game-server/game-server.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { describeStatus, looksDifferent } from './describe-status.ts'
import { longestPauseMilliseconds, pauseMilliseconds } from './take-turn.ts'

/**
 * Writes down how a question ended: what was told and a sample of it, or why nothing was. Tells all
 * open pages when that changes what they show. An answer to other settings than those of the newest
 * question is dropped: it says nothing of them.
 */
export async function recordReading(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  fingerprint: string,
  reading: Reading,
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock()
    const before = await trx
      .selectFrom('game_server_status')
      .select(['outcome', 'reading', 'observed_at'])
      .where('source', '=', fingerprint)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return
    const after = await trx
      .updateTable('game_server_status')
      .set(changesBy(reading, now))
      .returning(['outcome', 'reading', 'observed_at'])
      .executeTakeFirstOrThrow()
    await addSample(trx, reading, now)
    const status = describeStatus(after, now)
    if (looksDifferent(describeStatus(before, now), status)) await announce(trx, status)
  })
}

function changesBy(reading: Reading, now: Date) {
  if (reading.outcome === 'told') {
    return {
      outcome: reading.outcome,
      failure: null,
      reading: JSON.stringify(reading.server),
      observed_at: now,
    }
  }
  const pause = pauseAfter(reading)
  return {
    outcome: reading.outcome,
    failure: reading.detail,
    ...(pause > pauseMilliseconds && { next_ask_at: new Date(now.getTime() + pause) }),
  }
}

/** Milliseconds. Who refused us does so again, and may shut us out for asking on. */
function pauseAfter(reading: Exclude<Reading, { outcome: 'told' }>): number {
  if (reading.outcome === 'refused') return longestPauseMilliseconds
  if (reading.outcome === 'failed') return pauseMilliseconds
  return Math.min(reading.retryAfterSeconds * 1000, longestPauseMilliseconds)
}

async function addSample(trx: Trx, reading: Reading, now: Date): Promise<void> {
  if (reading.outcome !== 'told') return
  const { players, maxPlayers } = reading.server
  await trx
    .insertInto('game_server_samples')
    .values({ sampled_at: now, players, max_players: maxPlayers })
    .onConflict((conflict) => conflict.column('sampled_at').doNothing())
    .execute()
}

/** A page that comes back is told only how it stands now, so the event before can go. */
async function announce(trx: Trx, status: ServerStatus): Promise<void> {
  await sql`delete from events where name = 'server-status'`.execute(trx)
  await sql`
    with told as (
      insert into events (name, data) values ('server-status', ${JSON.stringify(status)}::jsonb)
      returning id, name, data
    )
    select pg_notify('events', jsonb_build_object('id', id, 'name', name, 'data', data)::text)
    from told`.execute(trx)
}
