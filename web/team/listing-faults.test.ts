import { expect, test } from 'vitest'
import { emptyDraft, settledFields } from './listing-draft.ts'
import { faultyFields, findFaults, refusedFields } from './listing-faults.ts'

const fine = { ...settledFields(emptyDraft), description: 'Le soir', discordUsername: 'sokol' }

test('a description and a Discord name are all that a listing needs', () => {
  expect(findFaults(fine)).toEqual({})
})

test('blank texts are missing, and asked for in the order of the form', () => {
  const faults = findFaults({ ...fine, description: ' \n', discordUsername: '' })
  expect(faults).toEqual({ description: 'missing', discordUsername: 'missing' })
  expect(faultyFields(faults)).toEqual(['description', 'discordUsername'])
})

test('web addresses are refused before they are sent', () => {
  expect(findFaults({ ...fine, description: 'https://evil.example' })).toEqual({
    description: 'web_address',
  })
  expect(findFaults({ ...fine, discordUsername: 'discord.gg/free' })).toEqual({
    discordUsername: 'web_address',
  })
})

test('hours of no length are refused', () => {
  const usualHours = { from: 20, to: 20, timeZone: 'Europe/Paris' }
  expect(findFaults({ ...fine, usualHours })).toEqual({ usualHours: 'hours_equal' })
})

test('what the server refused stands at its field, and what is no field of the form is left out', () => {
  const message = 'refused'
  expect(
    refusedFields([
      { path: 'description', code: 'web_address', message },
      { path: 'usualHours.to', code: 'hours_equal', message },
      { path: 'languages.2', code: 'invalid_value', message },
      { path: 'descriptions', code: 'x', message },
      { path: 'revision', code: 'x', message },
    ]),
  ).toEqual({ description: 'web_address', usualHours: 'hours_equal', languages: 'refused' })
})
