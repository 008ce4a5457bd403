import { queryOptions } from '@tanstack/react-query'
import type { PerkReminders, PerkView } from '#contract/perks.ts'
import type { RgbColor } from '#domain/color.ts'
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

/**
 * Chooses whether reminders also come by Discord message.
 * @throws {ApiProblem}
 */
export function chooseReminders(direct: boolean): Promise<PerkReminders> {
  return call(
    import('#contract/perks.ts').then(({ chooseReminders: endpoint }) => endpoint),
    { body: { direct } },
  )
}

/**
 * Changes the colour for all of the time that a Steam ID has it.
 * @throws {ApiProblem}
 */
export function changeColor(
  { steamId, perk }: Pick<PerkView, 'steamId' | 'perk'>,
  color: RgbColor,
): Promise<PerkView> {
  return call(
    import('#contract/perks.ts').then(({ changeColor: endpoint }) => endpoint),
    { params: { steamId, perk }, body: color },
  )
}
