import { toFieldError, type FieldError } from '#contract/problem.ts'
import { listingForm } from '#contract/team.ts'
import type { ListingFields } from '#domain/team.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The error of each invalid field. */
export type ListingErrors = Readonly<Partial<Record<keyof ListingFields, ListingErrorCode>>>

type ListingErrorCode = 'missing' | 'web_address' | 'hours_equal' | 'refused'

const fieldOrder = [
  'type',
  'gameHours',
  'age',
  'hasMicrophone',
  'description',
  'discordUsername',
  'languages',
  'usualHours',
  'playStyles',
] as const satisfies readonly (keyof ListingFields)[]

/** The errors that our server would report, found before sending. */
export function validateListing(fields: ListingFields): ListingErrors {
  const { error } = listingForm.safeParse(fields)
  return errorsOfRefusal(error ? error.issues.map(toFieldError) : [])
}

/** The errors of our server's response, by field. */
export function errorsOfRefusal(errors: readonly FieldError[]): ListingErrors {
  return Object.fromEntries(
    fieldOrder.flatMap((field) => {
      const error = errors.find(({ path }) => path === field || path.startsWith(`${field}.`))
      return error ? [[field, errorCodeOf(error.code)]] : []
    }),
  )
}

/** The fields with an error, in the order of the page. */
export function fieldsWithErrors(errors: ListingErrors): readonly (keyof ListingFields)[] {
  return fieldOrder.filter((field) => errors[field] !== undefined)
}

function errorCodeOf(code: string): ListingErrorCode {
  // Texts alone have a minimum, numbers are clamped before they are sent.
  if (code === 'too_small') return 'missing'
  return code === 'web_address' || code === 'hours_equal' ? code : 'refused'
}

/** The text of a field's error; null if there is none, or if the field itself shows it. */
export function errorText(
  field: keyof ListingFields,
  code: ListingErrorCode | undefined,
): string | null {
  return code === undefined || code === 'hours_equal' ? null : texts[code](field)
}

const texts: Readonly<
  Record<Exclude<ListingErrorCode, 'hours_equal'>, (field: keyof ListingFields) => string>
> = {
  missing: (field) =>
    field === 'description' ? m.team_form_description_missing() : m.team_form_discord_missing(),
  web_address: () => m.team_form_web_address(),
  refused: () => m.team_form_field_refused(),
}
