import { expect, test } from 'vitest'
import type { AdminGrant } from '#contract/admin-perks.ts'
import { outcomeByFault } from '#domain/delivery-faults.ts'
import {
  adapterState,
  attemptAnswer,
  deliveryText,
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
  stopped: false,
  held: true,
  voidedAt: null,
  deliveries: [],
}

test.each(Object.keys(outcomeByFault))('the staff reads what to do about %s', (code) => {
  expect(faultText(code)).not.toContain(code)
})

test('what this page does not know is shown by its own name', () => {
  expect(faultText('out_of_cheese')).toContain('out_of_cheese')
  expect(noteText({ code: 'out_of_cheese', detail: 'redo' })).toBe('out_of_cheese\u00A0: redo')
  expect(refusalText('out_of_cheese')).toBe('out_of_cheese')
})

test.each([
  ['En cours', {}],
  ['En cours', { endsAt: null }],
  ['Commence le 21 janvier 2027', { startsAt: '2027-01-21T12:00:00Z' }],
  ['Terminé', { endsAt: '2027-01-20T12:00:00Z' }],
  ['Suspendu par un litige', { startsAt: null, endsAt: null, suspended: true }],
  ['Retiré', { voidedAt: '2027-01-02T12:00:00Z' }],
  ['Retiré', { startsAt: null, endsAt: null, voidedAt: '2027-01-02T12:00:00Z' }],
])('a grant is shown as %s', (label, changes) => {
  expect(grantState({ ...running, ...changes }, nowMs).label()).toBe(label)
})

test.each([
  ['Livré', {}, 'verified', null],
  ['Commence plus tard', { startsAt: '2027-03-01T12:00:00Z' }, 'verified', null],
  ['Retiré', { held: false, suspended: true, startsAt: null }, 'verified', null],
  ['Retiré', { held: false, endsAt: '2027-01-10T12:00:00Z' }, 'verified', null],
  ['Pas encore sur le serveur Discord', {}, 'waiting_first_join', 'not_in_guild'],
  ['Attend le joueur', {}, 'waiting_first_join', 'never_joined'],
] as const)('a delivery is shown as %s for %j', (label, changes, state, reason) => {
  expect(deliveryText({ ...running, ...changes }, { state, reason }, nowMs).label()).toBe(label)
})

test('a removal that succeeded is no delivery', () => {
  expect(attemptAnswer({ what: 'remove', answer: 'verified' })).toBe('fait')
  expect(attemptAnswer({ what: 'put', answer: 'verified' })).toBe('Livré')
  expect(attemptAnswer({ what: 'put', answer: '550 no space' })).toBeNull()
})

test('a period without a start or an end says so', () => {
  expect(periodText({ ...running, startsAt: null })).toBe('En pause')
  const voidedAt = '2027-01-02T12:00:00Z'
  expect(periodText({ ...running, startsAt: null, voidedAt })).toBe('Retiré avant d’avoir commencé')
  expect(periodText({ ...running, endsAt: null })).toMatch(/^Pour toujours, depuis le 1er janv/)
  expect(periodText(running)).toMatch(/^Du 1er janv.* au 1er févr/)
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
