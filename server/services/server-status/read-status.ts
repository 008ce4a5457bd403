import type { ServerStatus } from '#contract/server-status.ts'
import type { Services } from '#server/services/context.ts'
import { describeStatus, nothingKnown } from './describe-status.ts'

/** What the game server last told, and how old that is. Unknown when nobody is asked. */
export async function readStatus({
  database,
  clock,
  gameServer,
}: Pick<Services, 'database' | 'clock' | 'gameServer'>): Promise<ServerStatus> {
  if (gameServer === null) return describeStatus(nothingKnown, clock())
  const record = await database.db
    .selectFrom('game_server_status')
    .select(['outcome', 'reading', 'observed_at'])
    .executeTakeFirst()
  return describeStatus(record ?? nothingKnown, clock())
}
