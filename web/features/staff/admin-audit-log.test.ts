import { expect, test } from 'vitest'
import { auditChanges, describeSubject, splitReference } from './admin-audit-log.tsx'

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

test('the id of a reference may contain colons', () => {
  expect(splitReference('payment:paypal:8AB')).toEqual({ kind: 'payment', id: 'paypal:8AB' })
  expect(splitReference('order:')).toEqual({ kind: 'order', id: '' })
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
