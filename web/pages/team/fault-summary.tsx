import type { ListingFields } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { faultyFields, type ListingFaults } from '#web/team/listing-faults.ts'
import { Notice } from '#web/ui/notice.tsx'
import { focusField } from './use-listing-form.ts'

const labels: Readonly<Record<keyof ListingFields, () => string>> = {
  type: m.team_form_type,
  gameHours: m.team_form_game_hours,
  age: m.team_form_age,
  hasMicrophone: m.team_form_microphone,
  description: m.team_form_description,
  discordUsername: m.team_form_discord,
  languages: m.team_match_languages_legend,
  usualHours: m.team_match_hours_legend,
  playStyles: m.team_match_styles_legend,
}

/** What is still to mend, beside the button: the fields themselves may be far above it. */
export function FaultSummary({ faults }: { readonly faults: ListingFaults }) {
  const fields = faultyFields(faults)
  if (fields.length === 0) return null
  return (
    <Notice live tone="error" title={m.team_form_faults_title()}>
      <ul className="flex flex-wrap gap-x-6">
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => focusField(field)}
              className="min-h-11 text-left text-ink underline underline-offset-4 hover:text-crystal"
            >
              {labels[field]()}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
