import { expect, it } from 'vitest'
import type { ReportReason } from '#domain/team.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { composeReportMessage } from './report-listing.ts'

const listing = {
  discord_username: 'sokol',
  description: `Free loot at our\nplace ${'x'.repeat(500)}`,
  deleted_at: null,
  removed_at: null,
}
const fieldsOf = (
  reported: Parameters<typeof composeReportMessage>[1],
  reasons: readonly ReportReason[],
) => {
  const { fields } = composeReportMessage(readMessageTexts('fr'), reported, reasons)
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

it('the message says what to do, with each reason once and only the listing’s beginning', () => {
  expect(fieldsOf(listing, ['spam', 'insult', 'spam'])).toEqual({
    Discord: 'sokol',
    Annonce: `Free loot at our place ${'x'.repeat(17)}…`,
    Motif: 'publicité ou spam, insultes ou haine',
    'À faire': expect.stringMatching(/^La lire dans l’administration/),
  })
})

it('the message asks for no action when the listing was removed, deleted or checked meanwhile', () => {
  const nothing = { 'À faire': expect.stringMatching(/^Rien/) }
  const removed = { ...listing, removed_at: new Date() }
  const deleted = { ...listing, description: '', discord_username: '', deleted_at: new Date() }
  expect(fieldsOf(removed, [])).toMatchObject(nothing)
  expect(fieldsOf(deleted, ['spam'])).toMatchObject(nothing)
  expect(fieldsOf(listing, [])).toMatchObject(nothing)
})
