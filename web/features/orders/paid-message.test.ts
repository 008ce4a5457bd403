import { expect, test } from 'vitest'
import type { DeliveryView } from '#contract/perks.ts'
import { orderView } from '#test/factories/order-view.ts'
import { briefPaidMessage, paidMessage } from './paid-message.ts'

const id = '34aa7826-5a3e-4b6f-9d51-0d6c8a0f1a11'
const settled = orderView({ id, status: 'settled' })
const disputed = orderView({ id, status: 'disputed' })

test('the message of a paid order has all that a ticket needs, and stays until it is closed', () => {
  const { title, description, durationMs, actions } = paidMessage([settled])
  expect(title).toBe('Paiement reçu, merci\u00A0!')
  expect(description).toContain('Priority Queue, 3\u00A0mois')
  expect(description).toContain(settled.steamId)
  expect(description).toContain('34AA7826')
  expect(durationMs).toBeNull()
  expect(actions).toMatchObject([{ label: 'Ouvrir Discord' }, { href: `/orders/${id}` }])
})

test('the message of an order that delivers itself says that there is nothing to do', () => {
  const delivery: DeliveryView = { state: 'queued', steps: [] }
  const perk = { perk: 'priority_queue', endsAt: null, voided: false, delivery }
  const { description, actions } = paidMessage([{ ...settled, perk }])
  expect(description).toContain('rien à faire')
  expect(description).toContain('34AA7826')
  expect(description).not.toContain('ticket')
  expect(actions).toMatchObject([{ href: '/orders' }, { href: `/orders/${id}` }])
})

test('the message of a disputed order says that it is paid, without thanks', () => {
  expect(paidMessage([disputed]).title).toMatch(/^Payé/)
  expect(paidMessage([disputed]).description).toContain('34AA7826')
  expect(paidMessage([disputed]).tone).toBeUndefined()
  expect(briefPaidMessage([disputed])).toEqual({
    title: paidMessage([disputed]).title,
    description: 'Priority Queue, 3\u00A0mois',
  })
})

test('several orders that were paid at once have one message, which leads to all of them', () => {
  const items = settled.items.map((item) => ({ ...item, name: 'Gear' }))
  const { description, actions } = paidMessage([settled, { ...settled, id: 'another', items }])
  expect(description).toContain('Priority Queue, 3\u00A0mois · Gear, 3\u00A0mois. Chaque article')
  expect(actions).toEqual([{ label: 'Mes commandes', href: '/orders' }])
})
