import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boughtDelivery,
  deliveryHistory,
  play,
  type DeliveryModel,
} from '#test/factories/delivery-histories.ts'
import { compareProgress, deliveryStates, moveDelivery, newDelivery } from './deliveries.ts'

describe('over any history of runs, changes and crashes', () => {
  const names = ({ steps }: DeliveryModel) => steps.map(({ state }) => state)

  test('a delivery makes no move that the table lacks, and the next good run delivers it', () => {
    fc.assert(
      fc.property(deliveryHistory, (commands) => {
        let delivery = boughtDelivery
        for (const [second, command] of commands.entries()) {
          delivery = play(delivery, command, new Date(second * 1000))
          if (delivery.steps[0]?.state !== 'queued') return false
          if (delivery.steps.at(-1)?.state !== delivery.state) return false
        }
        const last = { kind: 'run', end: 'delivered', isChangedMeanwhile: false } as const
        const { state } = play({ ...delivery, isDue: true }, last, new Date())
        return state === 'verified'
      }),
      { numRuns: 100_000 },
    )
  })

  test('a crash adds no step that the run after it would repeat', () => {
    const died = { kind: 'run', end: 'dies_before_record', isChangedMeanwhile: false } as const
    const delivered = { kind: 'run', end: 'delivered', isChangedMeanwhile: false } as const
    const delivery = [died, died, delivered].reduce(
      (before: DeliveryModel, command) => play(before, command, new Date()),
      boughtDelivery,
    )
    expect(names(delivery)).toEqual(['queued', 'sending', 'applied', 'verified'])
  })
})

test('what the staff hands over is theirs until they confirm it', () => {
  const at = new Date('2027-01-20T00:00:00Z')
  const left = moveDelivery(newDelivery, 'left_to_staff', at)
  expect(left).toEqual({
    state: 'needs_owner',
    steps: [{ state: 'needs_owner', at: at.toISOString() }],
  })
  expect(moveDelivery(left, 'left_to_staff', new Date())).toEqual(left)
  const confirmed = moveDelivery(left, 'confirmed', at)
  expect(confirmed.steps.map(({ state }) => state)).toEqual(['needs_owner', 'verified'])
})

test.each([
  ['needs_owner', 'left_to_staff', 'needs_owner', ['before']],
  ['needs_owner', 'ended', 'needs_owner', ['needs_owner']],
  ['needs_owner', 'confirmed', 'verified', ['before', 'verified']],
  ['verified', 'left_to_staff', 'needs_owner', ['needs_owner']],
  ['verified', 'ended', 'needs_owner', ['needs_owner']],
  ['verified', 'confirmed', 'verified', ['before']],
  ['verified', 'unconfirmed', 'needs_owner', ['before', 'needs_owner']],
] as const)('of the staff, %s and %s is %s', (state, event, after, steps) => {
  const before = { state, steps: [{ state, at: 'before' }] }
  const moved = moveDelivery(before, event, new Date('2027-01-20T00:00:00Z'))
  expect(moved.state).toBe(after)
  expect(moved.steps.map((step) => (step.at === 'before' ? 'before' : step.state))).toEqual(steps)
})

test('a move that is not in the table is refused', () => {
  expect(() => moveDelivery(boughtDelivery, 'delivered', new Date())).toThrow('queued')
})

test('what the staff has to do is furthest behind, and what is delivered comes last', () => {
  expect(deliveryStates.toSorted(compareProgress)).toEqual([
    'needs_owner',
    'retrying',
    'waiting_first_join',
    'queued',
    'sending',
    'waiting_restart',
    'verified',
  ])
})
