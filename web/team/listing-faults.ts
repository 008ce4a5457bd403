import { haveLength } from '#domain/usual-hours.ts'
import { hasWebAddress, nameHasWebAddress, type ListingFields } from '#domain/team-listings.ts'
import type { FieldError } from '#contract/problem.ts'

/** A field and what is wrong with it. */
export type ListingFaults = Readonly<Partial<Record<keyof ListingFields, FieldFault>>>

export type FieldFault = 'missing' | 'web_address' | 'hours_equal' | 'refused'

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
export function findFaults(fields: ListingFields): ListingFaults {
  const { usualHours } = fields
  const description = textFault(fields.description, hasWebAddress)
  const discordUsername = textFault(fields.discordUsername, nameHasWebAddress)
  return {
    ...(description && { description }),
    ...(discordUsername && { discordUsername }),
    ...(usualHours !== null && !haveLength(usualHours) && { usualHours: 'hours_equal' as const }),
  }
}

/** What our server refused, by field. */
export function refusedFields(errors: readonly FieldError[]): ListingFaults {
  return Object.fromEntries(
    fieldOrder.flatMap((field) => {
      const error = errors.find(({ path }) => path === field || path.startsWith(`${field}.`))
      return error ? [[field, faultOf(error.code)]] : []
    }),
  )
}

/** The fields with a fault, as they stand on the page. */
export function faultyFields(faults: ListingFaults): readonly (keyof ListingFields)[] {
  return fieldOrder.filter((field) => faults[field] !== undefined)
}

function textFault(text: string, hasAddress: (text: string) => boolean): FieldFault | null {
  if (text.trim() === '') return 'missing'
  return hasAddress(text) ? 'web_address' : null
}

function faultOf(code: string): FieldFault {
  return code === 'web_address' || code === 'hours_equal' ? code : 'refused'
}
