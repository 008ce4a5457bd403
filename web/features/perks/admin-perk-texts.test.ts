import { expect, test } from 'vitest'
import type { AdminGrant } from '#contract/admin-perks.ts'
import { outcomeByFault } from '#domain/delivery-faults.ts'
import {
  adapterState,
  faultText,
  grantState,
  noteText,
  periodText,
  refusalText,
} from './admin-perk-texts.ts'

const nowMs = Date.parse('2027-01-20T12:00:00Z')
const running: AdminGrant = {
  id: '1',
  steamId: '76561198006409530',
  perk: 'priority_queue',
  params: {},
  source: 'order',
  orderId: null,
  reason: null,
  grantedAt: '2027-01-01T12:00:00Z',
  startsAt: '2027-01-01T12:00:00Z',
  endsAt: '2027-02-01T12:00:00Z',
  suspended: false,
  voidedAt: null,
  deliveries: [],
}

test.each(Object.keys(outcomeByFault))('the staff reads what to do about %s', (code) => {
  expect(faultText(code)).not.toContain(code)
})

test('what this page does not know is shown by its own name', () => {
  expect(faultText('out_of_cheese')).toContain('out_of_cheese')
  expect(noteText({ code: 'out_of_cheese', detail: 'redo' })).toBe('out_of_cheese: redo')
  expect(refusalText('out_of_cheese')).toBe('out_of_cheese')
})

test.each([
  ['En cours', {}],
  ['En cours', { endsAt: null }],
  ['À venir', { startsAt: '2027-01-21T12:00:00Z' }],
  ['Terminé', { endsAt: '2027-01-20T12:00:00Z' }],
  ['Suspendu par un litige', { startsAt: null, endsAt: null, suspended: true }],
  ['Retiré', { voidedAt: '2027-01-02T12:00:00Z' }],
  ['Retiré', { startsAt: null, endsAt: null, voidedAt: '2027-01-02T12:00:00Z' }],
])('a grant is shown as %s', (label, changes) => {
  expect(grantState({ ...running, ...changes }, nowMs).label()).toBe(label)
})

test('a period without a start or an end says so', () => {
  expect(periodText({ ...running, startsAt: null })).toBe('Pas de dates pour le moment')
  expect(periodText({ ...running, endsAt: null })).toMatch(/^Pour toujours, depuis le 1 janv/)
  expect(periodText(running)).toMatch(/^Du 1 janv.* au 1 févr/)
})

test('an adapter that only compares is not in use, and a fault of it matters more', () => {
  const adapter = {
    name: 'priority-file',
    enabled: false,
    state: 'ready',
    reason: null,
    detail: null,
    lastRunAt: null,
    dryRun: null,
    notes: [],
  } as const
  expect(adapterState(adapter).label()).toBe('Pas encore activé')
  expect(adapterState({ ...adapter, enabled: true }).label()).toBe('Fonctionne')
  expect(adapterState({ ...adapter, state: 'needs_owner' }).label()).toBe('A besoin de vous')
})
