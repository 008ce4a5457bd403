import { useState } from 'react'
import type { Habits } from '#domain/common-ground.ts'
import type { UsualHours } from '#domain/team-listings.ts'
import { haveLength } from '#domain/usual-hours.ts'
import { Disclosure } from '#web/components/disclosure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { keepHabits } from '#web/team/habits.ts'
import { useKnownHabits } from '#web/team/use-known-habits.ts'
import { LanguagesField } from './languages-field.tsx'
import { UsualHoursField } from './usual-hours-field.tsx'

const noHabits: Habits = { languages: [], usualHours: null }

/** The visitor's own languages and hours, kept on this device as soon as they are chosen. */
export function HabitsPanel() {
  const { languages, usualHours } = useKnownHabits() ?? noHabits
  // Shown while they begin and end at the same time: nobody plays then, so they are not kept.
  const [unusableHours, setUnusableHours] = useState<UsualHours | null>(null)

  function changeHours(hours: UsualHours | null): void {
    const isUsable = hours === null || haveLength(hours)
    setUnusableHours(isUsable ? null : hours)
    if (isUsable) keepHabits({ languages, usualHours: hours })
  }

  return (
    <Disclosure title={m.team_match_habits_title()}>
      <p className="mb-5 max-w-prose">{m.team_match_habits_text()}</p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <LanguagesField
          value={languages}
          onChange={(chosen) => keepHabits({ languages: chosen, usualHours })}
        />
        <UsualHoursField value={unusableHours ?? usualHours} onChange={changeHours} />
      </div>
    </Disclosure>
  )
}
