import { queryOptions } from '@tanstack/react-query'
import {
  perkList,
  perkReminders,
  perkView,
  type PerkReminders,
  type PerkView,
} from '#contract/perks.ts'
import type { RgbColor } from '#domain/color.ts'
import { requestJson } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'

/** What this browser and the signed-in account hold. */
export const perksQuery = queryOptions({
  queryKey: queryKeys.perks,
  queryFn: () => requestJson('/api/perks', { answer: perkList }),
})

/** What ends soon or has just ended, for whom the perks are shown. */
export const remindersQuery = queryOptions({
  queryKey: queryKeys.perkReminders,
  queryFn: () => requestJson('/api/perk-reminders', { answer: perkReminders }),
})

/**
 * Chooses whether reminders also come by Discord message.
 * @throws {ApiProblem}
 */
export function chooseReminders(direct: boolean): Promise<PerkReminders> {
  return requestJson('/api/perk-reminders', {
    answer: perkReminders,
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
  return requestJson(`/api/perks/${path}/color`, { answer: perkView, body: color })
}
