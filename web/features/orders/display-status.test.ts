import { expect, test } from 'vitest'
import { orderStatuses } from '#domain/orders.ts'
import { shownDeliveryStates, type DeliveryView } from '#contract/perks.ts'
import { orderView } from '#test/factories/order-view.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  askedDetails,
  displayStatus,
  displayStatusText,
  donorChoiceMatters,
  isPaid,
  isPartlyRefunded,
} from './display-status.ts'

const at = '2026-03-01T12:05:00.000Z'

test('a paid order waits for activation until the staff has marked it as delivered', () => {
  expect(displayStatus(orderView({ status: 'paid', paidAt: at }))).toBe('to_activate')
  expect(displayStatus(orderView({ status: 'paid', paidAt: at, deliveredAt: at }))).toBe(
    'activated',
  )
})

test('what the staff need to know is asked until it is delivered, or while it is being typed', () => {
  const reskin = {
    offerKey: 'reskin-top/basic',
    name: 'Top Reskin Basic',
    type: 'Reskin',
    priceCents: 1500,
  }
  const asks = (changes: Parameters<typeof orderView>[0], isTyping = false) =>
    askedDetails(orderView({ items: [reskin], paidAt: at, ...changes }), isTyping)?.label
  expect(asks({ status: 'paid' })).toBe('Votre souhait')
  expect(asks({ status: 'paid', task: { state: 'in_progress' } })).toBeDefined()
  expect(asks({ status: 'paid', deliveredAt: at })).toBeUndefined()
  expect(asks({ status: 'paid', deliveredAt: at }, true)).toBeDefined()
  for (const status of orderStatuses.filter((other) => other !== 'paid')) {
    expect(asks({ status })).toBeUndefined()
  }
  expect(askedDetails(orderView({ status: 'paid' }))).toBeNull()
})

test.each([
  [undefined, null],
  ['by_hand', 'Le tag de votre clan'],
])('the tag of a clan is asked only where people hand it over: %s', (reason, asked) => {
  const delivery = { state: 'needs_owner', steps: [], ...(reason && { reason }) } as const
  const perk = { perk: 'clan_tag_color', startsAt: at, endsAt: null, voided: false, delivery }
  const items = [
    {
      offerKey: 'clan-color-tag/12',
      name: 'Clan Color Tag',
      type: 'Clan Color Tag',
      priceCents: 500,
    },
  ]
  const details = askedDetails(orderView({ status: 'paid', paidAt: at, items, perk }))
  expect(details?.label ?? null).toBe(asked)
})

test.each(['staff', 'bank', 'provider', 'ban'] as const)(
  'a held payment says that it waits for: %s',
  (heldFor) => {
    const { title } = displayStatusText(orderView({ status: 'processing', heldFor }))
    expect(title).toBe(
      {
        staff: m.orders_held_staff_title(),
        bank: m.orders_held_bank_title(),
        provider: m.orders_under_review_title(),
        ban: m.orders_held_ban_title(),
      }[heldFor],
    )
  },
)

test('an order that is handed over once shows when the staff has begun', () => {
  const paid = { status: 'paid', paidAt: at } as const
  const task = { state: 'in_progress' } as const
  expect(displayStatus(orderView({ ...paid, task }))).toBe('in_progress')
  expect(displayStatus(orderView({ ...paid, task: { ...task, state: 'open' } }))).toBe(
    'to_activate',
  )
  expect(displayStatus(orderView({ ...paid, status: 'refunded', task }))).toBe('refunded')
})

test('an order whose perk delivers itself follows the delivery, and then the end', () => {
  const statusOf = (state: DeliveryView['state'], endsAt: string, reason?: string, startsAt = at) =>
    displayStatus(
      orderView({
        status: 'paid',
        perk: {
          perk: 'priority_queue',
          startsAt,
          endsAt,
          voided: false,
          delivery: { state, steps: [], ...(reason !== undefined && { reason }) },
        },
      }),
    )
  const later = new Date(Date.now() + 86_400_000).toISOString()
  for (const state of shownDeliveryStates) {
    expect(statusOf(state, later)).toBe(state === 'verified' ? 'active' : 'delivering')
  }
  expect(statusOf('moved', later)).toBe('moved')
  expect(statusOf('verified', at)).toBe('ended')
  expect(statusOf('needs_owner', later, 'by_hand')).toBe('to_activate')
  // It follows what is in the game already.
  expect(statusOf('verified', later, undefined, later)).toBe('to_begin')
})

test('an order whose perk the staff took back does not say that its time has run out', () => {
  const delivery = { state: 'verified', steps: [] } as const
  const perk = { perk: 'priority_queue', startsAt: at, endsAt: at, voided: true, delivery }
  const voided = orderView({ status: 'paid', paidAt: at, perk })
  expect(displayStatus(voided)).toBe('cancelled')
  const manual = { ...delivery, state: 'needs_owner', reason: 'by_hand' } as const
  for (const deliveredAt of [null, at]) {
    const handed = { ...voided, deliveredAt, perk: { ...perk, delivery: manual } }
    expect(displayStatus(handed)).toBe('cancelled')
  }
  expect(displayStatus({ ...voided, status: 'refunded' })).toBe('refunded')
})

test('only an order whose delivery goes well says that there is nothing to do', () => {
  const toneOf = (state: DeliveryView['state']) =>
    displayStatusText(
      orderView({
        status: 'paid',
        perk: {
          perk: 'name_tag_color',
          startsAt: at,
          endsAt: null,
          voided: false,
          delivery: { state, steps: [] },
        },
      }),
    ).tone
  expect(shownDeliveryStates.filter((state) => toneOf(state) === 'success')).toEqual([
    'queued',
    'sending',
    'applied',
    'verified',
  ])
})

test('a refund or dispute takes precedence over the activation', () => {
  for (const status of ['disputed', 'refunded'] as const) {
    expect(displayStatus(orderView({ status, paidAt: at, deliveredAt: at }))).toBe(status)
  }
})

test('no two statuses have the same text', () => {
  const statuses = orderStatuses.map((status) => displayStatus(orderView({ status })))
  expect(new Set(statuses).size).toBe(orderStatuses.length)
})

test('an order that was never paid does not count as paid', () => {
  const paid = orderStatuses.filter((status) => isPaid(orderView({ status })))
  expect(paid).toEqual(['paid', 'disputed', 'refunded'])
})

test('a full refund is not a partial one', () => {
  expect(isPartlyRefunded(orderView({ status: 'paid', refundedCents: 500 }))).toBe(true)
  expect(isPartlyRefunded(orderView({ status: 'refunded', refundedCents: 2500 }))).toBe(false)
  expect(isPartlyRefunded(orderView({ status: 'paid' }))).toBe(false)
})

test('the choice to be named as a donor matters while the order may count', () => {
  const counting = orderStatuses.filter((status) => donorChoiceMatters(orderView({ status })))
  expect(counting).toEqual(['paid', 'disputed'])
})
