import { toFieldError, type FieldError } from '#contract/problem.ts'
import { listingForm } from '#contract/team.ts'
import type { ListingFields } from '#domain/team.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'

type ListingErrors = FieldErrors<keyof ListingFields>

/** The errors that our server would report, found before sending. */
export function validateListing(fields: ListingFields): ListingErrors {
  const { error } = listingForm.safeParse(fields)
  return errorsOfRefusal(error ? error.issues.map(toFieldError) : [])
}

/** The errors of our server's response, by field. */
export function errorsOfRefusal(errors: readonly FieldError[]): ListingErrors {
  return Object.fromEntries(
    Object.keys(listingForm.shape).flatMap((field) => {
      const error = errors.find(({ path }) => path === field || path.startsWith(`${field}.`))
      return error ? [[field, errorText(field, error.code)]] : []
    }),
  )
}

function errorText(field: string, code: string): string {
  // Texts alone have a minimum, numbers are clamped before they are sent.
  if (code === 'too_small' && field === 'description') return m.team_form_description_missing()
  if (code === 'too_small') return m.team_form_discord_missing()
  if (code === 'invalid_format') return m.form_text_refused()
  if (code === 'web_address') return m.team_form_web_address()
  return code === 'hours_equal' ? m.team_match_hours_equal() : m.team_form_field_refused()
}
