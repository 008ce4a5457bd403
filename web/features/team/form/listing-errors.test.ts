import { expect, test } from 'vitest'
import { emptyDraft, fieldsOfDraft } from './listing-draft.ts'
import { fieldsWithErrors, validateListing, errorsOfRefusal } from './listing-errors.ts'

const fine = { ...fieldsOfDraft(emptyDraft), description: 'Le soir', discordUsername: 'sokol' }

test('a description and a Discord name are all that a listing needs', () => {
  expect(validateListing(fine)).toEqual({})
})

test('blank texts are missing, and asked for in the order of the form', () => {
  const errors = validateListing({ ...fine, description: ' \n', discordUsername: '' })
  expect(errors).toEqual({ description: 'missing', discordUsername: 'missing' })
  expect(fieldsWithErrors(errors)).toEqual(['description', 'discordUsername'])
})

test('web addresses are refused before they are sent', () => {
  expect(validateListing({ ...fine, description: 'https://evil.example' })).toEqual({
    description: 'web_address',
  })
  expect(validateListing({ ...fine, discordUsername: 'discord.gg/free' })).toEqual({
    discordUsername: 'web_address',
  })
})

test('hours of no length are refused', () => {
  const usualHours = { from: 20, to: 20, timeZone: 'Europe/Paris' }
  expect(validateListing({ ...fine, usualHours })).toEqual({ usualHours: 'hours_equal' })
})

test('what the server refused stands at its field, and what is no field of the form is left out', () => {
  const message = 'refused'
  expect(
    errorsOfRefusal([
      { path: 'description', code: 'web_address', message },
      { path: 'usualHours.to', code: 'hours_equal', message },
      { path: 'languages.2', code: 'invalid_value', message },
      { path: 'descriptions', code: 'x', message },
      { path: 'revision', code: 'x', message },
    ]),
  ).toEqual({ description: 'web_address', usualHours: 'hours_equal', languages: 'refused' })
})
