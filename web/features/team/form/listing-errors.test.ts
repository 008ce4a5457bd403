import { expect, test } from 'vitest'
import { emptyDraft, fieldsOfDraft } from './listing-draft.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { validateListing, errorsOfRefusal } from './use-listing-form.ts'

const fine = { ...fieldsOfDraft(emptyDraft), description: 'Le soir', discordUsername: 'sokol' }

test('a listing needs only a description and a Discord name', () => {
  expect(validateListing(fine)).toEqual({})
})

test('blank texts count as missing', () => {
  const errors = validateListing({ ...fine, description: ' \n', discordUsername: '' })
  expect(errors).toEqual({
    description: m.team_form_description_missing(),
    discordUsername: m.team_form_discord_missing(),
  })
})

test('characters that cannot be stored are named as such, at their field', () => {
  const errors = validateListing({
    ...fine,
    description: 'Le soir\u0007',
    discordUsername: 'sok\u202Eol',
  })
  expect(errors).toEqual({
    description: m.form_text_refused(),
    discordUsername: m.form_text_refused(),
  })
})

test('web addresses are rejected before sending', () => {
  expect(validateListing({ ...fine, description: 'https://evil.example' })).toEqual({
    description: m.team_form_web_address(),
  })
  expect(validateListing({ ...fine, discordUsername: 'discord.gg/free' })).toEqual({
    discordUsername: m.team_form_web_address(),
  })
})

test('hours of zero length are rejected', () => {
  const usualHours = { from: 20, to: 20, timeZone: 'Europe/Paris' }
  expect(validateListing({ ...fine, usualHours })).toEqual({
    usualHours: m.team_match_hours_equal(),
  })
})

test('the server’s errors are assigned to their fields, and unknown fields are ignored', () => {
  const message = 'refused'
  expect(
    errorsOfRefusal([
      { path: 'description', code: 'web_address', message },
      { path: 'usualHours.to', code: 'hours_equal', message },
      { path: 'languages.2', code: 'invalid_value', message },
      { path: 'descriptions', code: 'x', message },
      { path: 'revision', code: 'x', message },
    ]),
  ).toEqual({
    description: m.team_form_web_address(),
    usualHours: m.team_match_hours_equal(),
    languages: m.team_form_field_refused(),
  })
})
