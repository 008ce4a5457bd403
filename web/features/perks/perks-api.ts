import { queryOptions } from '@tanstack/react-query'
import type { PerkReminders, PerkView } from '#contract/perks.ts'
import type { RgbColor } from '#domain/color.ts'
import { requestJson } from '#web/app/api-client.ts'
import { pollDelayMs } from '#web/app/poll.ts'
import { queryKeys } from '#web/app/query-client.ts'

const remindersShape = () => import('#contract/perks.ts').then(({ perkReminders }) => perkReminders)

/** What this browser and the signed-in account hold. */
export const perksQuery = queryOptions({
  queryKey: queryKeys.perks,
  queryFn: () =>
    requestJson('/api/perks', {
      answer: import('#contract/perks.ts').then(({ perkList }) => perkList),
    }),
  // No event announces that a delivery has failed once more, with another time for the next try.
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.some(({ delivery }) => delivery.until !== undefined)
      ? pollDelayMs(dataUpdateCount)
      : false,
})

/** What ends soon or has just ended, for whom the perks are shown. */
export const remindersQuery = queryOptions({
  queryKey: queryKeys.perkReminders,
  queryFn: () => requestJson('/api/perk-reminders', { answer: remindersShape() }),
})

/**
 * Chooses whether reminders also come by Discord message.
 * @throws {ApiProblem}
 */
export function chooseReminders(direct: boolean): Promise<PerkReminders> {
  return requestJson('/api/perk-reminders', {
    answer: remindersShape(),
    method: 'PUT',
    body: { direct },
  })
}

/**
 * Changes the colour for all of the time that a Steam ID has it.
 * @throws {ApiProblem}
 */
export function changeColor(
  { steamId, perk }: Pick<PerkView, 'steamId' | 'perk'>,
  color: RgbColor,
): Promise<PerkView> {
  const path = [steamId, perk].map(encodeURIComponent).join('/')
  return requestJson(`/api/perks/${path}/color`, {
    answer: import('#contract/perks.ts').then(({ perkView }) => perkView),
    body: color,
  })
}
