import { expect, test } from 'vitest'
import type { PerkView } from '#contract/perks.ts'
import { perkName, productOfPerk, renewalOf } from './perk-products.ts'

type Grant = PerkView['calendar'][number]

const month: Grant = {
  startsAt: '2026-01-31T12:00:00.000Z',
  endsAt: '2026-02-28T12:00:00.000Z',
  source: 'order',
}
const quarter: Grant = {
  startsAt: '2026-02-28T12:00:00.000Z',
  endsAt: '2026-05-28T12:00:00.000Z',
  source: 'order',
}

test('a perk has the name of its product, also one that nothing gives any more', () => {
  expect(perkName('priority_queue')).toBe('File prioritaire')
  expect(perkName('name_tag_color')).toBe('Pseudo en couleur')
  expect(productOfPerk('of_old')).toBeUndefined()
  expect(perkName('of_old')).toBe('of_old')
})

test('renewing buys the same time as the last purchase', () => {
  const keyOf = (...calendar: Grant[]) => renewalOf({ perk: 'priority_queue', calendar })?.key
  expect(keyOf(month, quarter)).toBe('priority-queue/3')
  expect(keyOf(quarter, month)).toBe('priority-queue/1')
  // It continues months that began on a 31st.
  const [startsAt, endsAt] = ['2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z']
  expect(keyOf(quarter, { ...month, startsAt, endsAt })).toBe('priority-queue/1')
  expect(keyOf(quarter, { ...month, source: 'staff' })).toBe('priority-queue/3')
})

test('without a purchase of a known length it buys the shortest time', () => {
  const keyOf = (...calendar: Grant[]) => renewalOf({ perk: 'clan_tag_color', calendar })?.key
  expect(keyOf()).toBe('clan-color-tag/1')
  expect(keyOf({ ...quarter, endsAt: '2026-03-07T12:00:00.000Z' })).toBe('clan-color-tag/1')
  expect(keyOf({ ...quarter, endsAt: null })).toBe('clan-color-tag/1')
  expect(renewalOf({ perk: 'of_old', calendar: [month] })).toBeNull()
})
