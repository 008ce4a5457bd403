import type { GameServerOutcome } from '#domain/server-status.ts'
import type { Database } from '#server/db/database.ts'

export interface Turn {
  /** Whether this process asks now. */
  readonly isOurs: boolean
  /** When the next question is due. */
  readonly nextAskAt: Date
  readonly outcome: GameServerOutcome
  readonly failure: string | null
}

export const pauseMilliseconds = 30_000
/** Nothing keeps a status from being asked for longer than this, a wrong clock included. */
export const longestPauseMilliseconds = 60 * 60 * 1000

/**
 * Takes the turn when a question is due: one process gets it, of however many look at once. Other
 * settings than those of the last question make one due at once.
 */
export async function takeTurn({ db }: Database, fingerprint: string, now: Date): Promise<Turn> {
  const nextAskAt = new Date(now.getTime() + pauseMilliseconds)
  const latestSensible = new Date(now.getTime() + longestPauseMilliseconds)
  const taken = await db
    .updateTable('game_server_status')
    .set({ next_ask_at: nextAskAt, source: fingerprint })
    .where((row) =>
      row.or([
        row('next_ask_at', '<=', now),
        row('next_ask_at', '>', latestSensible),
        row('source', '<>', fingerprint),
      ]),
    )
    .returning(['next_ask_at as nextAskAt', 'outcome', 'failure'])
    .executeTakeFirst()
  if (taken) return { ...taken, isOurs: true }
  const standing = await db
    .selectFrom('game_server_status')
    .select(['next_ask_at as nextAskAt', 'outcome', 'failure'])
    .executeTakeFirstOrThrow()
  return { ...standing, isOurs: false }
}
