import { sql } from 'kysely'
import type { PulledList } from '#server/providers/priority-file/priority-pull.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'

type PullServices = Pick<Services, 'database' | 'clock'>

/** The script fetches every minute. */
const retryAfterSeconds = 60

const enabledAt = sql<Date | null>`(
  select enabled_at from perk_adapters where name = 'priority-file')`
/** Whether the list was offered since the delivery was last switched on. */
const isCurrentOffer = sql<boolean>`coalesce(priority_pulls.offered_since = ${enabledAt}, false)`

/**
 * The list for the script on the game's machine; records that the script fetched it, and when.
 * Refuses with `adapter_not_enabled` until the owner has switched the delivery on and it has run:
 * until then the script leaves the file alone.
 */
export async function fetchPriority({ database, clock }: PullServices): Promise<readonly string[]> {
  const now = clock()
  const { offered, isCurrent } = await database.db
    .insertInto('priority_pulls')
    .values({ fetched_at: now })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        fetched: sql`case when ${isCurrentOffer} then priority_pulls.offered
          else priority_pulls.fetched end`,
        fetched_at: now,
      }),
    )
    .returning(['offered', isCurrentOffer.as('isCurrent')])
    .executeTakeFirstOrThrow()
  if (!isCurrent) throw new ServiceError('adapter_not_enabled', { retryAfterSeconds })
  return offered
}

/** The list that the script gets next, and the one that it fetched last. */
export function openPulledList({ db }: Pick<Services['database'], 'db'>): PulledList {
  return {
    read: async () => {
      const row = await db
        .selectFrom('priority_pulls')
        .select([
          sql<readonly string[] | null>`case when ${isCurrentOffer} then offered end`.as('offered'),
          'fetched',
          'fetched_at as fetchedAt',
        ])
        .executeTakeFirst()
      return row ?? { offered: null, fetched: [], fetchedAt: null }
    },
    offer: async (steamIds) => {
      const offer = { offered: [...steamIds], offered_since: enabledAt }
      await db
        .insertInto('priority_pulls')
        .values(offer)
        .onConflict((conflict) => conflict.column('only_row').doUpdateSet(offer))
        .execute()
    },
  }
}
