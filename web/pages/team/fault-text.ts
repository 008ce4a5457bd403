import type { ListingFields } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { FieldFault } from '#web/team/listing-faults.ts'

/** What is wrong with a field and what to do; null when nothing is, or the field says it itself. */
export function faultText(
  field: keyof ListingFields,
  fault: FieldFault | undefined,
): string | null {
  return fault === undefined || fault === 'hours_equal' ? null : texts[fault](field)
}

const texts: Readonly<
  Record<Exclude<FieldFault, 'hours_equal'>, (field: keyof ListingFields) => string>
> = {
  missing: (field) =>
    field === 'description' ? m.team_form_description_missing() : m.team_form_discord_missing(),
  web_address: () => m.team_form_web_address(),
  refused: () => m.team_form_field_refused(),
}
