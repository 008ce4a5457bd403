import { expect, test } from 'vitest'
import { auditChanges, describeSubject, shownId, valueText } from './audit-log.tsx'

test('only changed fields are shown, with their old and new values', () => {
  const before = { name: 'Ghillie', price: 500, image_url: '/images/a' }
  const after = { name: 'Ghillie', price: 600, image_url: '/images/a' }
  expect(auditChanges({ before, after })).toEqual([{ field: 'price', from: 500, to: 600 }])
})

test('added, removed and empty values are distinguished', () => {
  expect(auditChanges({ before: null, after: { note: 'refunded' } })).toEqual([
    { field: 'note', to: 'refunded' },
  ])
  expect(auditChanges({ before: { price: 500 }, after: null })).toEqual([
    { field: 'price', from: 500 },
  ])
  expect(auditChanges({ before: { deliveredAt: null }, after: { deliveredAt: 'now' } })).toEqual([
    { field: 'deliveredAt', from: null, to: 'now' },
  ])
  expect(auditChanges({ before: null, after: null })).toEqual([])
})

test('a subject has its name even if another field changed', () => {
  const before = { name: 'Ghillie', price: 500 }
  expect(describeSubject({ before, after: { ...before, price: 600 } }).name).toBe('Ghillie')
  expect(describeSubject({ before, after: { ...before, name: 'Moss' } }).name).toBe('Ghillie')
  expect(describeSubject({ before: null, after: before }).name).toBe('Ghillie')
  const sold = { itemName: 'Helmet', steamId: '76561198000000001', deliveredAt: null }
  expect(describeSubject({ before: sold, after: sold })).toEqual({
    name: 'Helmet',
    steamId: '76561198000000001',
  })
  const listing = { listedBy: 'sokol', description: 'Free loot' }
  expect(describeSubject({ before: listing, after: { listedBy: 'sokol' } }).name).toBe('sokol')
  expect(describeSubject({ before: null, after: { amount: 5 } })).toEqual({
    name: null,
    steamId: null,
  })
})

test('subjects are shown by what people know, not by ids of programs', () => {
  const uuid = '3f2a91c0-0000-4000-8000-000000000000'
  const steamId = '76561198000000001'
  const none = { before: null, after: null }
  expect(shownId('order', uuid, none)).toBe('3F2A91C0')
  expect(shownId('session', '942c0f2b11aa', none)).toBeNull()
  expect(shownId('perk', uuid, { before: null, after: { steamId } })).toBe(steamId)
  expect(shownId('shop_item', uuid, { before: { name: 'Ghillie' }, after: null })).toBeNull()
  expect(shownId('balance', steamId, none)).toBe(steamId)
  expect(shownId('edit', 'documents/news/wipe/fr', none)).toBe('Actualités · wipe · Français')
  expect(shownId('edit', 'site/notices', none)).toBe('Bandeaux')
  expect(auditChanges({ before: null, after: { noteId: 4, messageId: 4, state: 'open' } })).toEqual(
    [{ field: 'state', to: 'open' }],
  )
})

test.each([
  ['term', { kind: 'months', months: 3 }, '3 mois'],
  ['term', { kind: 'time', ms: 5_400_000 }, '1 h 30 min'],
  ['term', { kind: 'permanent' }, 'Pour toujours'],
  ['perks', ['priority_queue', 'out_of_cheese'], 'File prioritaire, out_of_cheese'],
  ['kind', 'compensation', 'Compensation'],
  ['source', 'priority-file', 'priority.txt'],
  [
    'dryRun',
    { adds: ['7656'], keeps: [], removes: [], foreign: ['7657', '7658'] },
    'Ajoutés 1 · Retirés 0 · Ajoutés par d’autres, laissés en place 2',
  ],
])('the field %s is shown as people read it', (field, value, text) => {
  expect(valueText(field, value).replaceAll(/\s/g, ' ')).toBe(text)
})

test('an end is shown as a day, and what this page cannot read as it was logged', () => {
  const end = valueText('term', { kind: 'until', untilMs: Date.parse('2027-03-01T12:00:00Z') })
  expect(end).toMatch(/^Jusqu’au .*2027/)
  expect(valueText('term', { kind: 'moons' })).toBe('{"kind":"moons"}')
})
