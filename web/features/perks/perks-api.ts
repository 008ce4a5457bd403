import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/app/api-client.ts'
import { pollDelayMs } from '#web/app/poll.ts'
import { queryKeys } from '#web/app/query-client.ts'

/** What this browser and the signed-in account hold. */
export const perksQuery = queryOptions({
  queryKey: queryKeys.perks,
  queryFn: () => call(import('#contract/perks.ts').then(({ listPerks }) => listPerks)),
  // No event announces that a delivery has failed once more, with another time for the next try.
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.some(({ delivery }) => delivery.until !== undefined)
      ? pollDelayMs(dataUpdateCount)
      : false,
})

/** What ends soon or has just ended, for whom the perks are shown. */
export const remindersQuery = queryOptions({
  queryKey: queryKeys.perkReminders,
  queryFn: () => call(import('#contract/perks.ts').then(({ readReminders }) => readReminders)),
})
