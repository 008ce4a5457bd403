import type { PulledList } from '#server/providers/priority-file/priority-pull.ts'
import type { Services } from '#server/services/context.ts'

type PullServices = Pick<Services, 'database' | 'clock'>

/** What the script on the game's machine gets now; notes that it has got it. */
export async function fetchPriority({ database, clock }: PullServices): Promise<readonly string[]> {
  const now = clock()
  const { offered } = await database.db
    .insertInto('priority_pulls')
    .values({ fetched_at: now })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet((eb) => ({ fetched: eb.ref('priority_pulls.offered'), fetched_at: now })),
    )
    .returning('offered')
    .executeTakeFirstOrThrow()
  return offered
}

/** The list for the script, and what it has got last. */
export function openPulledList({ db }: Services['database']): PulledList {
  return {
    read: async () => {
      const row = await db
        .selectFrom('priority_pulls')
        .select(['offered', 'fetched', 'fetched_at as fetchedAt'])
        .executeTakeFirst()
      return row ?? { offered: [], fetched: [], fetchedAt: null }
    },
    offer: async (steamIds) => {
      const offered = [...steamIds]
      await db
        .insertInto('priority_pulls')
        .values({ offered })
        .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ offered }))
        .execute()
    },
  }
}
