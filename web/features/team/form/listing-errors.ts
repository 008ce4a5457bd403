import type { FieldError } from '#contract/problem.ts'
import { haveLength } from '#domain/team-match.ts'
import { hasWebAddress, nameHasWebAddress, type ListingFields } from '#domain/team.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** A field and what is wrong with it. */
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

/** What our server would refuse, known before it is asked. */
export function validateListing(fields: ListingFields): ListingErrors {
  const { usualHours } = fields
  const description = validateText(fields.description, hasWebAddress)
  const discordUsername = validateText(fields.discordUsername, nameHasWebAddress)
  return {
    ...(description && { description }),
    ...(discordUsername && { discordUsername }),
    ...(usualHours !== null && !haveLength(usualHours) && { usualHours: 'hours_equal' as const }),
  }
}

/** What our server refused, by field. */
export function errorsOfRefusal(errors: readonly FieldError[]): ListingErrors {
  return Object.fromEntries(
    fieldOrder.flatMap((field) => {
      const error = errors.find(({ path }) => path === field || path.startsWith(`${field}.`))
      return error ? [[field, errorCodeOf(error.code)]] : []
    }),
  )
}

/** The fields with an error, as they stand on the page. */
export function fieldsWithErrors(errors: ListingErrors): readonly (keyof ListingFields)[] {
  return fieldOrder.filter((field) => errors[field] !== undefined)
}

function validateText(
  text: string,
  hasAddress: (text: string) => boolean,
): ListingErrorCode | null {
  if (text.trim() === '') return 'missing'
  return hasAddress(text) ? 'web_address' : null
}

function errorCodeOf(code: string): ListingErrorCode {
  return code === 'web_address' || code === 'hours_equal' ? code : 'refused'
}

/** What is wrong with a field and what to do; null when nothing is, or the field says it itself. */
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
