import { useState } from 'react'
import { haveLength, type TeamPreferences } from '#domain/team-match.ts'
import type { UsualHours } from '#domain/team.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { savePreferences, useKnownPreferences } from './preferences.ts'
import { LanguagesField, UsualHoursField } from './preference-fields.tsx'

const noPreferences: TeamPreferences = { languages: [], usualHours: null }

/** The visitor's own languages and hours, stored on this device as soon as they are chosen. */
export function PreferencesPanel() {
  const { languages, usualHours } = useKnownPreferences() ?? noPreferences
  // Hours of zero length are shown but not stored.
  const [unusableHours, setUnusableHours] = useState<UsualHours | null>(null)

  function changeHours(hours: UsualHours | null): void {
    const isUsable = hours === null || haveLength(hours)
    setUnusableHours(isUsable ? null : hours)
    if (isUsable) savePreferences({ languages, usualHours: hours })
  }

  return (
    <Disclosure title={m.team_match_habits_title()}>
      <p className="mb-5 max-w-prose">{m.team_match_habits_text()}</p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <LanguagesField
          value={languages}
          onChange={(chosen) => savePreferences({ languages: chosen, usualHours })}
        />
        <UsualHoursField value={unusableHours ?? usualHours} onChange={changeHours} />
      </div>
    </Disclosure>
  )
}
