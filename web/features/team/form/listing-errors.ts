import { toFieldError, type FieldError } from '#contract/problem.ts'
import { listingForm } from '#contract/team.ts'
import type { ListingFields } from '#domain/team.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'

type Field = keyof ListingFields

export type ListingFault = 'missing' | 'characters' | 'web_address' | 'hours_equal' | 'refused'
export type ListingErrors = FieldErrors<Field, ListingFault>

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
      return error ? [[field, errorCodeOf(error.code)]] : []
    }),
  )
}

function errorCodeOf(code: string): ListingFault {
  // Texts alone have a minimum, numbers are clamped before they are sent.
  if (code === 'too_small') return 'missing'
  if (code === 'invalid_format') return 'characters'
  return code === 'web_address' || code === 'hours_equal' ? code : 'refused'
}

/** The text of a field's error; null if there is none, or if the field itself shows it. */
export function errorText(field: Field, code: ListingErrors[Field]): string | null {
  if (!code || code === 'hours_equal') return null
  if (code === 'web_address') return m.team_form_web_address()
  if (code === 'characters') return m.form_text_refused()
  if (code !== 'missing') return m.team_form_field_refused()
  return field === 'description' ? m.team_form_description_missing() : m.team_form_discord_missing()
}
